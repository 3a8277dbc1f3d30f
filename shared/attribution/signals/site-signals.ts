import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { PARKING_DOMAINS, REDIRECT_PLATFORMS } from '../data/provider-hosts.ts'
import { WELL_KNOWN_BRANDS } from '../data/well-known-brands.ts'
import type { CollectedEvidence } from '../evidence.ts'
import { readDomainLabel } from '../names/domain-label.ts'
import { foldToLetters } from '../names/fold.ts'
import type { HttpProbeEvidence } from '../page-evidence.ts'
import { contextSignal, hintSignal, linkSignal, nameSignal } from './build-signal.ts'
import { pageSignals } from './page-signals.ts'
import { disclosedRegistrant } from './registration-signals.ts'
import type { Signal } from './signal.ts'

export function siteSignals(
  target: Target,
  probe: CollectedEvidence<'http_probe'>,
  now: Date,
): Signal[] {
  const data = probe.data
  if (data === null) return []
  const landing = data.final_url === null ? null : registrableOf(data.final_url)
  const signals: Signal[] = []
  if (data.site_builder !== null)
    signals.push(contextSignal('site_builder', 'http_probe', data.site_builder, data.site_builder))
  if (data.outcome !== 'reached' && data.outcome !== 'too_large' && data.pages.length === 0)
    signals.push(contextSignal('unreachable', 'http_probe', data.outcome.replaceAll('_', ' ')))
  const placeholder = placeholderSignal(target, data, landing)
  if (placeholder !== null) signals.push(placeholder)
  if (placeholder?.kind === 'parked') return signals
  const elsewhere = landing !== null && landing !== target.registrableDomain
  if (elsewhere && REDIRECT_PLATFORMS.has(landing))
    return [...signals, contextSignal('redirect_elsewhere', 'http_probe', landing)]
  const factor = elsewhere ? redirectFactor(target, data, landing) : 1
  if (elsewhere) signals.push(...redirectSignals(data, landing, factor))
  const names = pageSignals(
    target.registrableDomain,
    data.pages,
    landing ?? target.registrableDomain,
    {
      factor,
      year: now.getUTCFullYear(),
    },
  )
  signals.push(...names.signals)
  for (const name of new Set(names.credited))
    signals.push(contextSignal('site_credit', 'http_probe', `Credit: ${name}`, name))
  for (const { name, observed } of hiddenOnly(data))
    signals.push(contextSignal('hidden_statement', 'http_probe', observed, name))
  if (names.instructions !== null)
    signals.push(contextSignal('injected_instructions', 'http_probe', names.instructions))
  return signals
}

const HIDDEN_MAX = 5

// Returns the names that appear only in hidden text. A hidden name that is also visible is left
// out, because a menu or a copy for small screens deceives nobody.
function hiddenOnly({ pages }: HttpProbeEvidence): { name: string; observed: string }[] {
  const hidden = pages.flatMap((page) => page.hidden_statements ?? [])
  if (hidden.length === 0) return []
  const visible = pages.map(({ title, text }) => foldToLetters(`${title ?? ''} ${text}`, 'NFD'))
  const only = hidden.filter(({ name }) => {
    const letters = foldToLetters(name, 'NFD')
    return !visible.some((text) => text.includes(letters))
  })
  return [...new Map(only.map((each) => [each.name, each])).values()].slice(0, HIDDEN_MAX)
}

function placeholderSignal(
  target: Target,
  data: HttpProbeEvidence,
  landing: string | null,
): Signal | null {
  const placeholder = data.placeholder
  if (placeholder !== null && placeholder.kind === 'under_construction')
    return contextSignal('under_construction', 'http_probe', placeholder.observed)
  if (placeholder !== null)
    return contextSignal(
      'parked',
      'http_probe',
      placeholder.observed || placeholder.kind.replaceAll('_', ' '),
    )
  if (
    landing !== null &&
    landing !== target.registrableDomain &&
    PARKING_DOMAINS.has(landing) &&
    data.redirects.length > 0
  )
    return contextSignal('parked', 'http_probe', `Redirects to ${landing}`)
  return null
}

const PERMANENT_STATUSES = new Set([301, 308])

// Factor for the names on the site to which the domain redirects. It is high if that site mentions
// the domain's name. It is low for a famous site, because anyone can redirect to it.
function redirectFactor(target: Target, data: HttpProbeEvidence, landing: string): number {
  const lasting =
    data.redirects.length > 0 && data.redirects.every((step) => PERMANENT_STATUSES.has(step.status))
  const tied = mentionsLabel(target, data)
  const famous = WELL_KNOWN_BRANDS.some((brand) => brand.domains.includes(landing))
  if (tied) return lasting ? 0.95 : 0.75
  if (famous) return lasting ? 0.35 : 0.15
  return lasting ? 0.6 : 0.3
}

const MENTION_LENGTH_MIN = 4

function mentionsLabel(target: Target, data: HttpProbeEvidence): boolean {
  const label = readDomainLabel(target.registrableDomain).compact
  if (label.length < MENTION_LENGTH_MIN) return false
  const places = [
    data.final_url ?? '',
    ...data.pages.flatMap((page) => [page.title ?? '', page.description ?? '', page.text]),
  ]
  return places.some((place) => {
    const letters = foldToLetters(place.slice(0, 16_000), 'NFD')
    return letters.includes(label) || (label.startsWith('the') && letters.includes(label.slice(3)))
  })
}

function redirectSignals(data: HttpProbeEvidence, landing: string, factor: number): Signal[] {
  const signals: Signal[] = [
    hintSignal('redirect_target', 'http_probe', landing, factor),
    linkSignal('http_probe', 'redirect', landing),
  ]
  for (const related of data.related_registrations) {
    if (related.relation !== 'redirect') continue
    const registrant = disclosedRegistrant(related.record)
    if (registrant === null) continue
    const signal = nameSignal('redirect_target_registrant', {
      collector: 'http_probe',
      name: registrant.name,
      observed: `${related.domain} is registered to ${registrant.name}`,
      factor,
    })
    if (signal !== null) signals.push(signal)
  }
  return signals
}
