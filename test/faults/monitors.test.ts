import { expect, test } from 'vitest'
import { surviveKills } from '../bench/monitors/kills.ts'

test('kills of the runtime and of PostgreSQL lose and double no change, webhook, email or charge', async () => {
  const survived = await surviveKills({
    names: 60,
    sales: 3,
    killEveryMs: 2_500,
    killsMax: 5,
    lostReplies: 0.02,
  })
  expect(survived.kills.runtime).toBeGreaterThan(0)
  const none = { lost: 0, doubled: 0 }
  expect(survived).toMatchObject({
    changes: { ...none, other: 0 },
    deliveries: none,
    mails: none,
    charges: none,
    audit: [],
  })
}, 240_000)
