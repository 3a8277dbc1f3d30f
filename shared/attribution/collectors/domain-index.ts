import type { Collector } from '../collector.ts'
import { isPlatformCustomer } from '../platform-customer.ts'

const SOURCE = 'index of official lists'

export const domainIndex: Collector<'domain_index'> = {
  name: 'domain_index',
  budgetMs: 2_000,
  runs: 'quick and deep',
  stage: 'gathering',
  async collect(target, { domainIndex: readIndex }) {
    if (readIndex === undefined)
      return { status: 'skipped', detail: 'The index of official lists is not configured.' }
    if (isPlatformCustomer(target))
      return { status: 'skipped', detail: 'The domain belongs to a customer of a platform.' }
    const lookup = await readIndex(target.registrableDomain)
    switch (lookup.outcome) {
      case 'missing':
        return { status: 'skipped', detail: 'No index of official lists has been built.' }
      case 'failed':
        return { status: 'failed', detail: lookup.detail, source: SOURCE }
      case 'read':
        return lookup.entries.length === 0
          ? { status: 'empty', detail: 'No official list names the domain.', source: SOURCE }
          : { status: 'ok', evidence: { entries: lookup.entries }, source: SOURCE }
      default:
        return lookup satisfies never
    }
  },
}
