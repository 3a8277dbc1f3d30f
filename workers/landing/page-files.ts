import type { Context } from 'hono'
import type { AppEnv } from '../router.ts'

const TYPES: Record<string, string> = {
  'style.css': 'text/css; charset=utf-8',
  'check-certificate.js': 'text/javascript; charset=utf-8',
}

// The names never change, so a new version of a file must soon replace the old one.
const CACHING = 'public, max-age=300'

/** A file of the public pages, below workers/assets/pages/. */
export async function sendPageFile(c: Context<AppEnv>, name: string): Promise<Response> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined
  if (type === undefined) return c.notFound()
  const file = await c.var.services.env.ASSETS.fetch(`https://assets.internal/pages/${name}`)
  if (!file.ok) throw new Error(`the asset ${name} answered ${file.status}`)
  return new Response(file.body, { headers: { 'content-type': type, 'cache-control': CACHING } })
}
