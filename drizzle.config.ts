import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './shared/**/tables.ts',
  out: './migrations',
  // Only studio and pull connect to a database.
  dbCredentials: { url: process.env.DATABASE_URL ?? '' },
})
