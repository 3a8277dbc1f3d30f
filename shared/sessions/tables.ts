import { sql } from 'drizzle-orm'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { accounts } from '../accounts/tables.ts'
import { identifier, instant } from '../platform/db/columns.ts'

/**
 * The cookie contains only the session's id, encrypted. The access token of the identity provider
 * is not stored. `accessExpiresAt` is the time at which the provider must be asked again.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: identifier('id').primaryKey(),
    accountId: identifier('account_id')
      .notNull()
      .references(() => accounts.id),
    refreshTokenSealed: text('refresh_token_sealed').notNull(),
    accessExpiresAt: instant('access_expires_at').notNull(),
    // Until this time one request renews the session. Others wait and do not ask the identity
    // provider.
    renewingUntil: instant('renewing_until'),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
    /** End of the session. Each renewal sets a later time. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sessions_account_id_idx').on(table.accountId),
    index('sessions_expires_at_idx').on(table.expiresAt),
  ],
)
