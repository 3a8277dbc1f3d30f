import { expect, test } from 'vitest'
import type { Change } from '../../../shared/monitors/monitor.ts'
import { renderFeed } from '../../../workers/monitors/render-feed.ts'

const FEED = { feedId: '1', file: 'AAAA.atom', publicUrl: 'https://attribution.example' }

const change = (kinds: Change['kinds'], diff: Partial<Change['diff']> = {}): Change => ({
  change_id: 'chg_01jz3c9m4wf5h8x2q6t7v0n1ke',
  monitor_id: 'mon_01jz3c9m4wf5h8x2q6t7v0n1ke',
  domain: 'example.com',
  severity: 'high',
  kinds,
  detected_at: '2026-11-20T11:00:00.000Z',
  confirmed_at: '2026-11-20T12:00:00.000Z',
  diff: {
    operator: null,
    registrant: null,
    registrar: null,
    nameservers: null,
    redirect: null,
    status: null,
    expires_at: null,
    ...diff,
  },
  evidence: [],
  job_id: null,
  job_id_before: null,
  analysis: 'not_needed',
  acknowledged: null,
})

const operator = { from: 'Old Ltd', to: 'New & Co <b>', confidence_from: 0.9, confidence_to: 0.8 }
const moved = { from: 'a', to: 'b' }

async function titleOf(one: Change): Promise<string> {
  const xml = await renderFeed(FEED, [one])
  return /<entry>.*?<title>(.*?)<\/title>/s.exec(xml)?.[1] ?? ''
}

test.each<[Change['kinds'], Partial<Change['diff']>, string]>([
  [['operator_changed'], { operator }, 'operator changed → New &amp; Co &lt;b&gt;'],
  [['operator_found'], { operator }, 'operator found → New &amp; Co &lt;b&gt;'],
  [['operator_lost'], { operator: { ...operator, to: null } }, 'operator lost'],
  [['registrant_changed'], { registrant: moved }, 'registrant changed → b'],
  [['registrar_changed', 'parked'], { registrar: moved }, 'registrar changed → b, parked'],
  [
    ['nameservers_changed'],
    { nameservers: { added: ['ns1.b.net', 'ns2.b.net'], removed: ['ns1.a.net'] } },
    'nameservers changed → ns1.b.net ns2.b.net',
  ],
  [
    ['nameservers_changed'],
    { nameservers: { added: [], removed: ['ns1.a.net'] } },
    'nameservers changed',
  ],
  [['redirect_changed'], { redirect: moved }, 'redirect changed → b'],
  [['renewed'], { expires_at: moved }, 'renewed → b'],
  [['domain_dropped'], {}, 'domain dropped'],
  [['operator_changed'], {}, 'operator changed'],
])('the title of %j with %j is "%s"', async (kinds, diff, title) => {
  expect(await titleOf(change(kinds, diff))).toBe(`example.com: ${title}`)
})

test('a long or hostile new value is bounded and cannot leave the title', async () => {
  const to = `\u202e</title>\u0000${'x'.repeat(500)}`
  const title = await titleOf(change(['registrant_changed'], { registrant: { from: 'a', to } }))
  expect(title).toMatch(/^example\.com: registrant changed →\s+&lt;\/title&gt;\s+x+…$/)
  expect(title.length).toBeLessThan(200)
})
