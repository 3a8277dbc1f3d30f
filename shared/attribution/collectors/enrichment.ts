import type { Collector } from '../collector.ts'

export const enrichment: Collector<'enrichment'> = {
  name: 'enrichment',
  budgetMs: 12_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, { deep, earlier }) {
    if (deep === undefined)
      return { status: 'skipped', detail: 'Company enrichment is not configured.' }
    // Each lookup costs money, so domains that are unregistered or show only a placeholder page are
    // skipped.
    const outcome = earlier.whois?.data?.record.outcome
    const unused = earlier.http_probe?.data?.placeholder ?? null
    if (outcome === 'not_found' || unused !== null)
      return { status: 'skipped', detail: 'The domain is not in use, so no company is looked up.' }
    const answer = await deep.companyOf(target.registrableDomain)
    if (!answer.ok)
      return answer.status === 'skipped'
        ? { status: 'skipped', detail: answer.detail }
        : { status: 'failed', detail: answer.detail, source: '' }
    return answer.company === null
      ? {
          status: 'empty',
          detail: 'The source lists no company for the domain.',
          source: answer.host,
        }
      : { status: 'ok', evidence: answer.company, source: answer.host }
  },
}
