import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createVisitor, signedIn } from '../http/session-visitor.ts'
import { type Service, startService } from '../platform/service.ts'

const IDENTITY_HOST = 'identity.attribution.example'
let service: Service

beforeAll(async () => {
  service = await startService({
    env: { VERIFY_TOKEN_PER_MINUTE: '10000', DASHBOARD_ORIGINS: 'https://other-dashboard.example' },
  })
})
afterEach(() => service.platform.mendAll())
afterAll(() => service.stop())
const refreshes = () =>
  service.platform.outgoing
    .list(IDENTITY_HOST)
    .filter(({ url }) => url.includes('grant_type=refresh_token')).length

describe('renewal', () => {
  test('a crash during a renewal does not end the session', async () => {
    const visitor = await signedIn(service, 'crash@tests.example', 0)
    await service.platform.breakPart({ target: IDENTITY_HOST, mode: 'slow', rate: 1, ms: 2_000 })
    const before = refreshes()
    const broken = visitor.call('GET', '/app/api/jobs').catch(() => null)
    await vi.waitFor(() => expect(refreshes()).toBeGreaterThan(before))
    await service.platform.kill('runtime')
    await broken
    await service.platform.mendAll()
    // The crashed request still has the claim to renew the session, but the claim ends by itself.
    // Until then, requests of the user may be refused for a short time.
    await vi.waitFor(
      async () =>
        expect(
          (await createVisitor(service, visitor.cookie).call('GET', '/app/api/jobs')).status,
        ).toBe(200),
      { timeout: 40_000, interval: 500 },
    )
  })
})
