import type { PageDocument } from './page-document.ts'
import builders from './site-builders.json' with { type: 'json' }

interface Builder {
  name: string
  // Patterns for the meta element `generator`, for markup and scripts (`resource`) and for an HTTP
  // header (`header`).
  generator?: string
  resource?: string
  header?: string[]
}

const pattern = (source: string | undefined): RegExp | null =>
  source === undefined ? null : new RegExp(source, 'iu')

// Website builders that also host the sites. Software that runs on any server, such as WordPress,
// is left out.
const BUILDERS = (builders as Builder[]).map(({ name, generator, resource, header }) => ({
  name,
  generator: pattern(generator),
  resource: pattern(resource),
  headerName: header?.[0],
  headerValue: pattern(header?.[1]),
}))
const SOURCE_LENGTH_MAX = 64 * 1024

export function siteBuilder(document: PageDocument, headers: Headers): string | null {
  const generator = document.metas.get('generator') ?? ''
  const source = [
    ...document.links.map(({ href }) => href),
    ...document.resources,
    ...document.attributes,
    document.scripts.slice(0, SOURCE_LENGTH_MAX / 2),
  ]
    .join('\n')
    .slice(0, SOURCE_LENGTH_MAX)
  const builder = BUILDERS.find(
    (each) =>
      each.headerValue?.test(headers.get(each.headerName ?? '') ?? '') ||
      each.generator?.test(generator) ||
      each.resource?.test(source),
  )
  return builder?.name ?? null
}
