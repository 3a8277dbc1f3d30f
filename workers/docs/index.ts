import { vars } from '../../shared/config.ts'
import { type Family, family } from '../../shared/http/family.ts'
import { openApiDocument } from '../../shared/http/openapi.ts'
import type { Document } from '../../shared/http/openapi-schema.ts'
import * as contract from './contract.ts'
import { docsPage } from './page.ts'

const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'cache-control': 'public, max-age=300',
}

/** The description of all families and of itself, made from their routes once an isolate. */
export function docs(families: readonly Family[]): Family {
  let made: Document | undefined
  const documentAt = (address: string) => {
    made ??= openApiDocument([...families, own], address)
    return made
  }
  const own: Family = family(vars('PUBLIC_URL'), (app) => {
    app.openapi(contract.openapi, (c) => c.json({ ...documentAt(c.env.PUBLIC_URL) }))
    app.openapi(contract.page, async (c) =>
      c.body(String(await docsPage(documentAt(c.env.PUBLIC_URL))), 200, PAGE_HEADERS),
    )
  })
  return own
}
