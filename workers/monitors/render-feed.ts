import { html } from 'hono/html'
import type { Change } from '../../shared/monitors/monitor.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'
// Each of these characters is replaced by a blank. XML 1.0 forbids some of them (section 2.2), and
// invisible ones could deceive a reader.
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu
const shown = (text: string): string => text.toWellFormed().replace(NOT_SHOWN, ' ')

/** Returns the Atom feed as XML. The template escapes every text. */
export async function renderFeed(
  feedId: string,
  changes: readonly Change[],
  publicUrl: string,
): Promise<string> {
  const entries = changes.map(
    (change) => html`<entry>
<id>urn:domain-attribution:${change.change_id}</id>
<title>${shown(titleOf(change))}</title>
<updated>${change.confirmed_at}</updated>
<category term="${change.severity}"/>
<link href="${publicUrl}/app/changes?domain=${encodeURIComponent(change.domain)}"/>
<content type="text">${contentOf(change).map(shown).join('\n')}</content>
</entry>
`,
  )
  const feed = await html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:domain-attribution:feed:${feedId}</id>
<title>Changes of watched domains</title>
<updated>${changes[0]?.confirmed_at ?? EPOCH}</updated>
<author><name>Domain Attribution Service</name></author>
${entries}</feed>
`
  return String(feed)
}

const titleOf = ({ domain, kinds }: Change): string =>
  `${domain}: ${kinds.map((kind) => kind.replaceAll('_', ' ')).join(', ')}`

const contentOf = ({ evidence, analysis }: Change): string[] => [
  ...evidence.map(
    ({ source, before, after }) => `${source}: ${before ?? 'none'} → ${after ?? 'none'}`,
  ),
  ...(analysis === 'not_covered'
    ? ['The operator was not analysed, because nothing covered the analysis.']
    : []),
]
