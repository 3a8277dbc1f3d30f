import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { EntitySignals } from '../../../shared/attribution/scoring/scoring-result.ts'
import {
  CERTIFICATE_BYTES_MAX,
  type SignedCertificate,
} from '../../../shared/certificates/certificate.ts'
import { type CertificateKeys, sign } from '../../../shared/certificates/signatures.ts'
import { PresentedCertificate, verify } from '../../../shared/certificates/verify-certificate.ts'
import {
  canonicalBytes,
  canonicalText,
  digestOf,
} from '../../../shared/platform/crypto/canonical-json.ts'
import { publicJwk } from '../../../shared/platform/crypto/ed25519.ts'
import { HmacKeysText, SigningKeysText } from '../../../shared/platform/crypto/signature-keys.ts'
import { propertyRuns } from '../../property-runs.ts'
import { isGenuine, type KnownKeys } from './independent.ts'
import { candidatesNamed, certificateOf, newKeys } from './samples.ts'

const keys = newKeys('current')
const known: KnownKeys = knownBy(keys)
let signed: SignedCertificate
let body: string

beforeAll(async () => {
  ;({ signed, body } = await certificateOf(
    keys,
    candidatesNamed('Müller & Söhne „Öl“ GmbH', '株式会社水原製作所'),
  ))
})

function knownBy({
  CERTIFICATE_HMAC_KEYS: hmac,
  CERTIFICATE_SIGNING_KEYS: eddsa,
}: CertificateKeys): KnownKeys {
  return {
    hmac: Object.fromEntries(hmac.map(({ keyId, secret }) => [keyId, secret])),
    jwks: eddsa.map((key) => ({ ...publicJwk(key) })),
  }
}

async function accepted(text: string): Promise<boolean> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return false
  }
  const presented = PresentedCertificate.safeParse(parsed)
  return presented.success && (await verify(text, presented.data, keys)).valid
}

const verified = (certificate: object, by: CertificateKeys) =>
  verify(JSON.stringify(certificate), certificate as PresentedCertificate, by)

test('the service and a third party with the published keys accept a certificate', async () => {
  expect(isGenuine(body, known)).toBe(true)
  expect(await verified(signed, keys)).toEqual({
    valid: true,
    checks: [
      { name: 'format', ok: true, detail: expect.any(String) },
      { name: 'evidence_chain', ok: true, detail: 'Every entry of 8 follows the one before it.' },
      { name: 'evidence_root', ok: true, detail: expect.any(String) },
      { name: 'hmac_signature', ok: true, detail: 'It holds under the key mac-current.' },
      { name: 'eddsa_signature', ok: true, detail: 'It holds under the key sign-current.' },
    ],
  })
})

test('a certificate with other white space or another member order is still genuine', async () => {
  const shuffled = JSON.stringify(
    {
      signatures: [...signed.signatures].reverse(),
      certificate: Object.fromEntries(Object.entries(signed.certificate).reverse()),
    },
    null,
    4,
  )
  expect(isGenuine(shuffled, known)).toBe(true)
  expect(await accepted(shuffled)).toBe(true)
})

describe('tampering with a certificate', () => {
  const original = () => Buffer.from(body)

  test.each([
    [
      'a duplicate member name',
      () => body.replace('"domain":', '"domain":"evil.example","domain":'),
    ],
    [
      'a duplicate member name with an escape sequence',
      () => body.replace('"domain":', '"\\u0064omain":"evil.example","domain":'),
    ],
    [
      'a __proto__ member',
      () =>
        body.replace('"certificate":{', '"certificate":{"__proto__":{"domain":"evil.example"},'),
    ],
  ])(
    'a certificate with %s is rejected, because JSON parsers read it differently',
    async (_, forged) => {
      expect(forged()).not.toBe(body)
      expect(await accepted(forged())).toBe(false)
    },
  )

  async function expectDetected(bytes: Buffer): Promise<void> {
    const text = bytes.toString('utf8')
    // A changed byte in an escape sequence can write the same character in another way. The JSON
    // value is then unchanged, so the certificate may still be valid.
    const same = () => isDeepStrictEqual(JSON.parse(text), JSON.parse(body))
    if (isGenuine(text, known) || (await accepted(text))) expect(same(), text).toBe(true)
  }

  test('a certificate with any single bit flipped is rejected', async () => {
    const isMissed = async (at: number) => {
      const changed = original()
      changed[at] = (changed[at] ?? 0) ^ 1
      const text = changed.toString('utf8')
      return isGenuine(text, known) || (await accepted(text))
    }
    // The checks run together: each waits for a WebCrypto thread, so checks one after another would
    // take much longer.
    const missed = await Promise.all([...original().keys()].map(isMissed))
    expect(missed.flatMap((is, at) => (is ? [at] : []))).toEqual([])
  })

  test('a certificate with any byte replaced is rejected', async () => {
    const place = fc.nat({ max: original().length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const changed = original()
        changed[at] = ((changed[at] ?? 0) + difference) % 256
        await expectDetected(changed)
      }),
      { numRuns: propertyRuns(1_500) },
    )
  })

  test('a removed or inserted byte is detected unless it is white space between tokens', async () => {
    const place = fc.nat({ max: original().length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.option(fc.integer({ min: 0, max: 255 })), async (at, added) => {
        const before = original().subarray(0, at)
        const after = original().subarray(added === null ? at + 1 : at)
        await expectDetected(
          Buffer.concat([before, Buffer.from(added === null ? [] : [added]), after]),
        )
      }),
      { numRuns: 800 },
    )
  })

  type Evidence = SignedCertificate['certificate']['evidence']
  const rearranged = (change: (evidence: Evidence) => Evidence) =>
    JSON.stringify({
      ...signed,
      certificate: { ...signed.certificate, evidence: change([...signed.certificate.evidence]) },
    })

  test('removed, duplicated and swapped evidence entries are detected', async () => {
    const count = signed.certificate.evidence.length
    for (let one = 0; one < count; one += 1) {
      const forms = [
        rearranged((evidence) => evidence.toSpliced(one, 1)),
        rearranged((evidence) => evidence.toSpliced(one, 0, ...evidence.slice(one, one + 1))),
        ...Array.from({ length: count }, (_, other) =>
          rearranged((evidence) => {
            ;[evidence[one], evidence[other]] = [
              evidence[other] as Evidence[number],
              evidence[one] as Evidence[number],
            ]
            return evidence
          }),
        ).filter((_, other) => other !== one),
      ]
      for (const form of forms) {
        expect(isGenuine(form, known)).toBe(false)
        expect(await accepted(form)).toBe(false)
      }
    }
  })

  test('a forged evidence chain fails the checks of both signatures', async () => {
    const evidence = signed.certificate.evidence.toSpliced(2, 1)
    let previous = '0'.repeat(64)
    for (const [index, entry] of evidence.entries()) {
      evidence[index] = { ...entry, seq: index + 1, prev_digest: previous }
      previous = await digestOf(evidence[index])
    }
    const forged = {
      ...signed,
      certificate: { ...signed.certificate, evidence, evidence_root: previous },
    }
    expect(isGenuine(JSON.stringify(forged), known)).toBe(false)
    const { valid, checks } = await verified(forged, keys)
    expect(valid).toBe(false)
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([
      'hmac_signature',
      'eddsa_signature',
    ])
  })

  test.each([
    [
      'a certificate with one signature',
      (s: SignedCertificate) => ({ ...s, signatures: s.signatures.slice(0, 1) }),
    ],
    [
      'a certificate with the same signature twice',
      (s: SignedCertificate) => ({ ...s, signatures: [s.signatures[0], s.signatures[0]] }),
    ],
    [
      'a certificate with three signatures',
      (s: SignedCertificate) => ({ ...s, signatures: [...s.signatures, s.signatures[0]] }),
    ],
    [
      'a certificate with a malformed signature',
      (s: SignedCertificate) => ({ ...s, signatures: [s.signatures[0], 7] }),
    ],
    [
      'a certificate of an unknown version',
      (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, format_version: '2' } }),
    ],
    [
      'a certificate with an unknown field',
      (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, note: 'x' } }),
    ],
    ['an empty certificate', () => ({ certificate: {}, signatures: [] })],
    [
      'a certificate with a lone surrogate',
      (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, domain: '\ud800' } }),
    ],
  ])('%s is invalid', async (_, change) => {
    const { valid, checks } = await verified(change(signed), keys)
    expect(valid).toBe(false)
    expect(checks).toHaveLength(5)
  })

  test('a certificate signed with foreign keys is rejected, even with the same key ids', async () => {
    const strangers = newKeys('current')
    const { body: theirs } = await certificateOf(strangers, candidatesNamed('Nobody'))
    expect(isGenuine(theirs, known)).toBe(false)
    expect(await accepted(theirs)).toBe(false)
  })
})

describe('a certificate that is costly to verify', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const objects = (count: number) => `[${Array(count).fill('{}').join()}]`
  const members = (count: number) =>
    Array.from({ length: count }, (_, n) => `"${(n * 7_919) % 100_003}":1`).join()

  test.each([
    [
      'evidence without content',
      `{"evidence":${objects(80_000)}}`,
      'A certificate has at most 10000 values.',
    ],
    [
      'candidates without content',
      `{"result":{"candidates":${objects(201)}}}`,
      'A list has at most 200 entries.',
    ],
    ['many members to sort', `{${members(10_001)}}`, 'A certificate has at most 10000 values.'],
    [
      'many short lists',
      `{"a":[${Array(100)
        .fill(`[${Array(150).fill('[]').join()}]`)
        .join()}]}`,
      'A certificate has at most 10000 values.',
    ],
    ['deep nesting', `{"a":${deep(100_000)}}`, 'Values are nested at most 16 deep.'],
  ])('%s is refused before it is read in detail', async (_, certificate, detail) => {
    const text = `{"certificate":${certificate},"signatures":[]}`
    const { valid, checks } = await verify(text, PresentedCertificate.parse(JSON.parse(text)), keys)
    expect([valid, checks[0]]).toEqual([false, { name: 'format', ok: false, detail }])
    expect(checks.slice(1).map((check) => check.detail)).toEqual(
      Array(4).fill(expect.stringMatching(/^It was not checked/)),
    )
  })
})

describe('rotation of certificate keys', () => {
  test('new keys sign, and old certificates stay valid while the old keys are listed', async () => {
    const next = newKeys('next')
    const rotated = {
      CERTIFICATE_HMAC_KEYS: [...next.CERTIFICATE_HMAC_KEYS, ...keys.CERTIFICATE_HMAC_KEYS],
      CERTIFICATE_SIGNING_KEYS: [
        ...next.CERTIFICATE_SIGNING_KEYS,
        ...keys.CERTIFICATE_SIGNING_KEYS,
      ],
    }
    expect((await verified(signed, rotated)).valid).toBe(true)
    expect((await verified(signed, next)).valid).toBe(false)
    const signatures = await sign(rotated, canonicalBytes(signed.certificate))
    expect(signatures.map(({ key_id: keyId }) => keyId)).toEqual(['mac-next', 'sign-next'])
  })

  const base64 = Buffer.alloc(32, 7).toString('base64')

  test('the first HMAC key in the text signs, even when key names look like numbers', () => {
    const text = `{ "2027": "${base64}", "2026": "${base64}", "a": "${base64}" }`
    expect(HmacKeysText.parse(text).map(({ keyId }) => keyId)).toEqual(['2027', '2026', 'a'])
  })

  const [privateKey] = keys.CERTIFICATE_SIGNING_KEYS
  test.each([
    ['text that is not JSON', HmacKeysText, '{'],
    ['an object without keys', HmacKeysText, '{}'],
    ['a short key', HmacKeysText, '{"a":"AAAA"}'],
    ['a name with a space', HmacKeysText, `{"a b":"${base64}"}`],
    ['an object instead of a list', SigningKeysText, '{}'],
    ['an empty list of keys', SigningKeysText, '[]'],
    [
      'a list that starts with a public key',
      SigningKeysText,
      JSON.stringify([{ ...privateKey, d: undefined }]),
    ],
    ['two keys of one name', SigningKeysText, JSON.stringify([privateKey, privateKey])],
    ['a key without a name', SigningKeysText, JSON.stringify([{ ...privateKey, kid: undefined }])],
    ['a key of another curve', SigningKeysText, JSON.stringify([{ ...privateKey, crv: 'P-256' }])],
  ])('%s is refused as a key setting', (_, schema, text) => {
    expect(schema.safeParse(text).success).toBe(false)
  })

  test('a retired signing key needs no private part to verify certificates', async () => {
    const next = newKeys('next')
    const retired = { ...privateKey, d: undefined }
    const signing = SigningKeysText.parse(
      JSON.stringify([...next.CERTIFICATE_SIGNING_KEYS, retired]),
    )
    const rotated = { ...keys, CERTIFICATE_SIGNING_KEYS: signing }
    expect((await verified(signed, rotated)).valid).toBe(true)
  })
})

describe('canonical JSON', () => {
  test('canonical JSON follows RFC 8785, section 3.2.2 and appendix B', () => {
    const text =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    expect(canonicalText(JSON.parse(text))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('canonical JSON sorts members by UTF-16 units and refuses text without a UTF-8 form', () => {
    expect(
      canonicalText({
        '\u20ac': 1,
        '\r': 2,
        '\ufb33': 3,
        '1': 4,
        '\u{1f600}': 5,
        '\u0080': 6,
        '\u00f6': 7,
      }),
    ).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}')
    expect(() => canonicalText('\ud800')).toThrow()
  })
})

test('the published verification script accepts a certificate with its evidence, and refuses a change of either', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  try {
    const { evidence } = await certificateOf(keys, [])
    const answer = (entries: object[]) => JSON.stringify({ data: { evidence: entries } })
    const numbered = evidence.map((entry, index) => ({
      ...entry,
      seq: index + 1,
      digest: 'not read by the script',
    }))
    const files = {
      'keys.json': JSON.stringify({ keys: known.jwks }),
      'good.json': body,
      'bad.json': body.replace('"confidence":0.9', '"confidence":0.8'),
      'evidence.json': answer(numbered),
      'changed.json': answer(
        numbered.map((entry, index) => (index === 3 ? { ...entry, data: {} } : entry)),
      ),
      'short.json': answer(numbered.slice(1)),
    }
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
    const run = (...names: (keyof typeof files)[]) =>
      promisify(execFile)(process.execPath, [
        join(import.meta.dirname, 'check.mjs'),
        ...names.map((name) => join(folder, name)),
      ])
    expect((await run('good.json', 'keys.json')).stdout).toBe('valid\n')
    expect((await run('good.json', 'keys.json', 'evidence.json')).stdout).toBe('valid\n')
    for (const names of [
      ['bad.json', 'keys.json'],
      ['good.json', 'keys.json', 'changed.json'],
      ['good.json', 'keys.json', 'short.json'],
    ] as const)
      await expect(run(...names)).rejects.toMatchObject({ code: 1, stdout: 'NOT VALID\n' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

describe('the signals in a certificate', () => {
  const list = <Item>(count: number, make: (index: number) => Item) =>
    Array.from({ length: count }, (_, at) => make(at))
  const entityOf = (name: string, text: string, count: number): EntitySignals => ({
    entity: name,
    aliases: [],
    confidence: 0.1,
    signals: (['supports', 'contradicts'] as const).flatMap((stance) =>
      list(count, (at) => ({
        signal: 'page_title',
        collector: 'http_probe',
        observed: `${at} ${text}`,
        contribution: 0,
        stance,
        explanation: text,
      })),
    ),
    correlations: list(30, () => ({
      signals: ['page_title', 'site_name'],
      effect: 'reinforces',
      explanation: text,
    })),
  })
  const candidates = candidatesNamed(...list(10, (at) => `Candidate ${at}`))

  test('a certificate contains all signals of all candidates, and is verified with and without them', async () => {
    const entities = candidates.map(({ entity }) => entityOf(entity, 'Short text', 40))
    const { signed: full, body: text } = await certificateOf(keys, candidates, { entities })
    expect(full.certificate.result.entities).toEqual(entities)
    expect(isGenuine(text, known)).toBe(true)
    expect(await accepted(text)).toBe(true)
    expect(signed.certificate.result.entities).toBeUndefined()
    expect(await accepted(body)).toBe(true)
  })

  test('signals that a hostile page filled with long texts leave the certificate small enough to verify', async () => {
    const entities = candidates.map(({ entity }) => entityOf(entity, '株'.repeat(300), 40))
    const { signed: bounded, body: text } = await certificateOf(keys, candidates, { entities })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(CERTIFICATE_BYTES_MAX)
    expect(await accepted(text)).toBe(true)
    const kept = bounded.certificate.result.entities ?? []
    expect(kept.map(({ entity }) => entity)).toEqual(candidates.map(({ entity }) => entity))
    for (const { signals } of kept) {
      const numbers = (stance: string) =>
        signals
          .filter((signal) => signal.stance === stance)
          .map(({ observed }) => Number.parseInt(observed, 10))
      expect(numbers('supports')).toEqual(list(numbers('supports').length, (at) => at))
      expect(numbers('contradicts')).toEqual(numbers('supports'))
      expect(numbers('supports').length).toBeGreaterThan(0)
    }
  })
})
