import { expect, test } from 'vitest'
import { registrationAgeMsMax } from '../../../shared/monitors/read-name.ts'

test.each<[what: string, without: string | null, cadenceSeconds: number | null, seconds: number]>([
  ['a check each hour', null, 3_600, 1_800],
  ['a check each quarter of an hour', null, 900, 450],
  ['a check each day', null, 86_400, 3_600],
  ['a check without a cadence', null, null, 3_600],
  ['the second reading of a suspected change', 'cloudflare-dns.com', 86_400, 0],
])('%s uses registrations of limited age', (_, without, cadenceSeconds, seconds) => {
  const name = { without, cadence_seconds: cadenceSeconds }
  expect(registrationAgeMsMax(name)).toBe(seconds * 1_000)
})
