import type { Context } from 'hono'
import { SCRIPT_PAGE_HEADERS } from '../pages/page-headers.ts'
import type { AppEnv } from '../router.ts'

// The name of a file contains a digest of its content, so the file never changes and can be cached
// for a year.
const FILE_CACHING = 'public, max-age=31536000, immutable'

// The page contains the names of the current files, so a browser must ask for the page each time.
const PAGE_CACHING = 'no-cache'
const SHELL = '/app/index.html'

async function asset(c: Context<AppEnv>, path: string): Promise<Response> {
  return c.var.services.env.ASSETS.fetch(new URL(path, 'https://assets.local').href)
}

export async function answerPage(c: Context<AppEnv>): Promise<Response> {
  const shell = await asset(c, SHELL)
  if (!shell.ok) throw new Error(`the page of the dashboard is missing (status ${shell.status})`)
  return new Response(shell.body, {
    headers: {
      ...SCRIPT_PAGE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': PAGE_CACHING,
    },
  })
}

const FILE_NAME = /^[\w-]{1,100}\.(js|css|svg|map)$/
const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  map: 'application/json',
}

/** The answer for a missing file is not cached, because the next version may have the file. */
export async function answerFile(c: Context<AppEnv>, name: string): Promise<Response> {
  const [, ending = ''] = FILE_NAME.exec(name) ?? []
  const file = ending === '' ? null : await asset(c, `/app/assets/${name}`)
  if (file === null || !file.ok) {
    return new Response('Not found\n', {
      status: 404,
      headers: {
        ...SCRIPT_PAGE_HEADERS,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
      },
    })
  }
  const type = TYPES[ending] ?? 'application/octet-stream'
  return new Response(file.body, {
    headers: { ...SCRIPT_PAGE_HEADERS, 'content-type': type, 'cache-control': FILE_CACHING },
  })
}
