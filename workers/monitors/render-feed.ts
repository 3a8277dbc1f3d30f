import { html } from 'hono/html'
import type { Kind } from '../../shared/monitors/kinds.ts'
import type { Change } from '../../shared/monitors/monitor.ts'

const EPOCH = '1970-01-01T00:00:00.000Z'
// Each of these characters is replaced by a blank. XML 1.0 forbids some of them (section 2.2), and
// invisible ones could deceive a reader.
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu
const shown = (text: string): string => text.toWellFormed().replace(NOT_SHOWN, ' ')

/**
 * Returns the Atom feed (RFC 4287) as XML. `file` is the last part of the feed's own address. The
 * template escapes every text.
 */
export async function renderFeed(
  { feedId, file, publicUrl }: { feedId: string; file: string; publicUrl: string },
  changes: readonly Change[],
): Promise<string> {
  const entries = changes.map(
    (change) => html`<entry>
<id>urn:domain-attribution:${change.change_id}</id>
<title>${shown(titleOf(change))}</title>
<updated>${change.confirmed_at}</updated>
<category term="${change.severity}"/>
<link href="${addressOf(change, publicUrl)}"/>
<content type="text">${contentOf(change).map(shown).join('\n')}</content>
</entry>
`,
  )
  const feed = await html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>urn:domain-attribution:feed:${feedId}</id>
<title>Changes of watched domains</title>
<link rel="self" type="application/atom+xml" href="${publicUrl}/feeds/${file}"/>
<updated>${changes[0]?.confirmed_at ?? EPOCH}</updated>
<author><name>Domain Attribution Service</name></author>
${entries}</feed>
`
  return String(feed)
}

// The id is in the address, because some feed readers show entries of one address as one entry.
const addressOf = ({ domain, change_id: id }: Change, publicUrl: string): string =>
  `${publicUrl}/app/changes?domain=${encodeURIComponent(domain)}&change=${id}`

type Diff = Change['diff']

/** The new value of each kind of change that has one. */
const NEW_VALUES: Partial<Record<Kind, (diff: Diff) => string | null | undefined>> = {
  operator_changed: ({ operator }) => operator?.to,
  operator_found: ({ operator }) => operator?.to,
  operator_uncertain: ({ operator }) => operator?.to,
  registrant_changed: ({ registrant }) => registrant?.to,
  registrar_changed: ({ registrar }) => registrar?.to,
  nameservers_changed: ({ nameservers }) => nameservers?.added.join(' '),
  redirect_changed: ({ redirect }) => redirect?.to,
  registration_ending: ({ status }) => status?.added.join(' '),
  expires_soon: ({ expires_at: expires }) => expires?.to,
  renewed: ({ expires_at: expires }) => expires?.to,
}

const VALUE_CHARACTERS_MAX = 120

function titleOf({ domain, kinds, diff }: Change): string {
  const parts = kinds.map((kind) => {
    const words = kind.replaceAll('_', ' ')
    const value = NEW_VALUES[kind]?.(diff)
    return value ? `${words} → ${shortened(value)}` : words
  })
  return `${domain}: ${parts.join(', ')}`
}

const shortened = (text: string): string =>
  text.length <= VALUE_CHARACTERS_MAX ? text : `${text.slice(0, VALUE_CHARACTERS_MAX - 1)}…`

const contentOf = ({ evidence, analysis }: Change): string[] => [
  ...evidence.map(
    ({ source, before, after }) => `${source}: ${before ?? 'none'} → ${after ?? 'none'}`,
  ),
  ...(analysis === 'not_covered'
    ? ['The operator was not analysed, because nothing covered the analysis.']
    : []),
]
