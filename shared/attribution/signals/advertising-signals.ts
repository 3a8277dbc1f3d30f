import { registrableOf } from '../../platform/net/url.ts'
import type { Target } from '../collector.ts'
import { ADVERTISING_SYSTEMS } from '../data/provider-hosts.ts'
import type { CollectedEvidence } from '../evidence.ts'
import { hintSignal, linkSignal, nameSignal } from './build-signal.ts'
import { disclosedRegistrant } from './registration-signals.ts'
import type { Signal } from './signal.ts'

const SELLERS_MAX = 60

/**
 * Reads ads.txt 1.1 and sellers.json 1.0 (IAB). A seller counts only if its domain is this site's
 * own, or the owner domain in the site's ads.txt. Intermediaries never count.
 */
export function advertisingSignals(
  target: Target,
  probe: CollectedEvidence<'http_probe'>,
): Signal[] {
  const data = probe.data
  if (data === null || data.placeholder?.kind === 'parked' || data.placeholder?.kind === 'for_sale')
    return []
  const owner = data.ads_txt?.owner_domain == null ? null : registrableOf(data.ads_txt.owner_domain)
  const managers = new Set(
    (data.ads_txt?.manager_domains ?? []).map((domain) => registrableOf(domain)),
  )
  const signals: (Signal | null)[] = []
  if (owner !== null && owner !== target.registrableDomain && !managers.has(owner)) {
    signals.push(
      hintSignal('ads_owner_domain', 'http_probe', owner),
      linkSignal('http_probe', 'owner_domain', owner),
    )
    for (const related of data.related_registrations) {
      const registrant =
        related.relation === 'owner_domain' ? disclosedRegistrant(related.record) : null
      if (registrant !== null)
        signals.push(
          nameSignal('owner_domain_registrant', {
            collector: 'http_probe',
            name: registrant.name,
            observed: `${related.domain} is registered to ${registrant.name}`,
          }),
        )
    }
  }
  for (const seller of data.sellers.slice(0, SELLERS_MAX)) {
    const domain = seller.domain === null ? null : registrableOf(seller.domain)
    const reciprocal =
      domain !== null &&
      (domain === target.registrableDomain || (domain === owner && !managers.has(domain)))
    if (
      !reciprocal ||
      seller.confidential ||
      seller.name === null ||
      /intermediary/iu.test(seller.seller_type)
    )
      continue
    // An entry counts as the word of a third party only if a large advertising system names this
    // domain in it. Anybody can copy a seller id, or run a small advertising system.
    const isWord =
      domain === target.registrableDomain &&
      ADVERTISING_SYSTEMS.has(registrableOf(seller.system) ?? '')
    signals.push(
      nameSignal(isWord ? 'sellers_json_name' : 'unproven_seller', {
        collector: 'http_probe',
        name: seller.name,
        observed:
          `${seller.system} lists seller ${seller.seller_id} for ${domain} ` + `as ${seller.name}`,
        identifier: `seller:${seller.system}:${seller.seller_id}`,
      }),
    )
  }
  return signals.filter((signal) => signal !== null)
}

const AFFILIATION_HOSTS_MAX = 10

export function affiliationSignals(
  target: Target,
  probe: CollectedEvidence<'http_probe'>,
): Signal[] {
  const data = probe.data
  if (data === null) return []
  const signals: Signal[] = []
  for (const host of (data.trust_txt?.controlled_by ?? []).slice(0, AFFILIATION_HOSTS_MAX)) {
    const domain = registrableOf(host)
    if (domain !== null && domain !== target.registrableDomain)
      signals.push(
        hintSignal('trust_txt_controller', 'http_probe', domain),
        linkSignal('http_probe', 'controlled_by', domain),
      )
  }
  const set = data.related_website_set
  const primary = set === null ? null : registrableOf(set.primary)
  if (primary !== null && primary !== target.registrableDomain)
    signals.push(
      hintSignal('related_website_set', 'http_probe', primary),
      linkSignal('http_probe', 'related_website_set', primary),
    )
  return signals
}
