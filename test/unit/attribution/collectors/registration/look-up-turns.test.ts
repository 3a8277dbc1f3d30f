import { beforeEach, describe, expect, test } from 'vitest'
import { lookUpRegistration } from '../../../../../shared/attribution/collectors/registration/look-up-registration.ts'
import { forgetBootstrap } from '../../../../../shared/attribution/collectors/registration/rdap-bootstrap.ts'
import { ICANN_ANSWER } from './answers.ts'
import { HIDDEN, NAMED, RDAP, REFUSED, REGISTRAR, WHOIS, world } from './registry-world.ts'

beforeEach(forgetBootstrap)

describe('turns', () => {
  test('each question takes its own turn at the host that gets it', async () => {
    const { lookUp, turns, asked } = world(
      { [RDAP]: [{ status: 502 }] },
      { [WHOIS]: [ICANN_ANSWER] },
    )
    await lookUp()
    expect(turns).toEqual([RDAP, RDAP, WHOIS])
    expect(asked).toEqual(turns)
  })

  test('a refused question is asked once more at its next turn', async () => {
    const { lookUp, asked, refusals } = world({
      [RDAP]: [{ ...REFUSED, retryAfter: '7' }, NAMED],
    })
    const { evidence, limit } = await lookUp()
    expect(evidence.record.outcome).toBe('registered')
    expect(limit).toBeNull()
    expect(asked).toEqual([RDAP, RDAP])
    expect(refusals).toEqual([[RDAP, 7_000]])
  })

  test('after two refusals, of which one counts, WHOIS is asked once', async () => {
    const refuse = 'Query limit exceeded'
    const { lookUp, asked, refusals } = world({ [RDAP]: [REFUSED] }, { [WHOIS]: [refuse] })
    const { evidence, limit } = await lookUp()
    expect(evidence.record).toMatchObject({ outcome: 'throttled', servers: [RDAP, WHOIS] })
    expect(limit).toEqual({ server: RDAP, by: 'refusal', againAfterMs: 900_000 })
    expect(asked).toEqual([RDAP, RDAP, WHOIS])
    expect(refusals).toEqual([
      [RDAP, null],
      [WHOIS, null],
    ])
  })

  test('WHOIS answers when the turn at RDAP does not come, but not after a long wait', async () => {
    const soon = world({}, { [WHOIS]: [ICANN_ANSWER] })
    soon.limit(RDAP, { allowed: false, waitMs: 90_000 })
    const { evidence, limit } = await soon.lookUp()
    expect([evidence.record.outcome, limit]).toEqual(['registered', null])
    expect(evidence.fallback_reason).toBe(`RDAP at ${RDAP} limits our questions.`)
    expect(soon.asked).toEqual([WHOIS])

    const late = world({}, { [WHOIS]: [ICANN_ANSWER] })
    late.limit(RDAP, { allowed: false, waitMs: 90_000 })
    late.limit(WHOIS, { allowed: true, waitedMs: 30_000 })
    expect(await late.lookUp()).toMatchObject({
      evidence: { record: { outcome: 'throttled' } },
      limit: { server: WHOIS, by: 'turn', againAfterMs: 30_000 },
    })
    expect(late.asked).toEqual([])
  })

  test('a refused WHOIS server is asked again, and no other server after it', async () => {
    const { tools, asked, refusals } = world({}, { 'whois.denic.de': ['access denied for you'] })
    const { evidence, limit } = await lookUpRegistration('birkenhof.de', tools)
    expect(evidence.record.outcome).toBe('throttled')
    expect(limit?.server).toBe('whois.denic.de')
    expect(asked).toEqual(Array(2).fill('whois.denic.de'))
    expect(refusals).toHaveLength(1)
  })

  test('a lookup that spares registries asks a refused one no more', async () => {
    const { lookUp, asked } = world({ [RDAP]: [REFUSED] }, { [WHOIS]: [ICANN_ANSWER] })
    const { evidence } = await lookUp({ sparesRefused: true })
    expect([evidence.record.outcome, asked]).toEqual(['throttled', [RDAP]])
  })

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'an unclear answer of WHOIS, in a lookup that spares registries: %s',
    async (spares, count) => {
      const { tools, refusals } = world({}, { 'whois.denic.de': ['Nope, not for you.'] })
      const looked = await lookUpRegistration('birkenhof.de', { ...tools, sparesRefused: spares })
      expect(looked).toMatchObject({
        evidence: { record: { outcome: 'unavailable' } },
        limit: null,
      })
      expect(refusals).toHaveLength(count)
    },
  )

  test('waiting does not shorten the time for the work', async () => {
    const { lookUp, limit } = world({
      [RDAP]: [{ ...HIDDEN, takesMs: 3_000 }],
      [REGISTRAR]: [{ ...NAMED, takesMs: 2_000 }],
    })
    limit(RDAP, { allowed: true, waitedMs: 80_000 })
    limit(REGISTRAR, { allowed: true, waitedMs: 20_000 })
    expect((await lookUp()).evidence.record.registrant.organization).toBe('Teal Harbour, Inc.')
  })

  test('a related lookup waits no longer than it may', async () => {
    const { lookUp, limit, asked } = world({ [RDAP]: [NAMED] })
    limit(RDAP, { allowed: true, waitedMs: 4_000 })
    expect((await lookUp({ turnMsMax: 3_000 })).limit?.by).toBe('turn')
    expect(asked).not.toContain(RDAP)
  })

  test.each([
    ['quick', 'timeout'],
    ['deep', 'failed'],
  ] as const)(
    'a %s analysis whose turn does not come has the status "%s"',
    async (depth, status) => {
      const { collect, limit } = world({})
      limit(RDAP, { allowed: false, waitMs: 42_000 })
      limit(WHOIS, { allowed: false, waitMs: 50_000 })
      expect(await collect(depth)).toMatchObject({
        status,
        detail: `${RDAP} limits our questions, and our turn did not come in time.`,
        source: `${RDAP}, ${WHOIS}`,
        evidence: { record: { outcome: 'throttled' } },
        againAfterMs: 42_000,
      })
    },
  )

  test('an outage of the registry is no limit on our side', async () => {
    const { collect } = world({ [RDAP]: [{ status: 500 }] })
    const finding = await collect('quick')
    expect(finding.status).toBe('failed')
    expect(finding).not.toHaveProperty('againAfterMs')
  })

  test('an outage of our DNS is ours, and no failure of the registry', async () => {
    const { collect } = world({ [RDAP]: [new Error('no address')] })
    expect(await collect('deep', true)).toMatchObject({
      status: 'failed',
      detail: 'Our DNS services did not answer.',
      againAfterMs: expect.any(Number),
    })
  })
})
