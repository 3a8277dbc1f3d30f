import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { canonicalBytes, canonicalText, digestOf } from '../../../shared/certificates/canonical-json.ts'
import type { SignedCertificate } from '../../../shared/certificates/certificate.ts'
import { type CertificateKeys, sign } from '../../../shared/certificates/signatures.ts'
import { PresentedCertificate, verify } from '../../../shared/certificates/verify-certificate.ts'
import { publicJwk } from '../../../shared/platform/crypto/ed25519.ts'
import { HmacKeysText, SigningKeysText } from '../../../shared/platform/crypto/signature-keys.ts'
import { isGenuine, type KnownKeys } from './independent.ts'
import { candidatesNamed, certificateOf, newKeys } from './samples.ts'

const keys = newKeys('current')
const known: KnownKeys = knownBy(keys)
let signed: SignedCertificate
let body: string

beforeAll(async () => {
  ;({ signed, body } = await certificateOf(keys, candidatesNamed('Müller & Söhne „Öl“ GmbH', '株式会社水原製作所')))
})

function knownBy({ CERTIFICATE_HMAC_KEYS: hmac, CERTIFICATE_SIGNING_KEYS: eddsa }: CertificateKeys): KnownKeys {
  return {
    hmac: Object.fromEntries(hmac.map(({ keyId, secret }) => [keyId, secret])),
    jwks: eddsa.map((key) => ({ ...publicJwk(key) })),
  }
}

/** What the service says of a text that claims to be a certificate. */
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

test('a certificate is genuine to us and to a stranger who has only the keys', async () => {
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

test('a certificate that was formatted or reordered is still genuine', async () => {
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

describe('tampering', () => {
  const original = () => Buffer.from(body)

  test.each([
    ['a name given twice', () => body.replace('"domain":', '"domain":"evil.example","domain":')],
    [
      'a name given twice in other spellings',
      () => body.replace('"domain":', '"\\u0064omain":"evil.example","domain":'),
    ],
    ['a prototype', () => body.replace('"certificate":{', '"certificate":{"__proto__":{"domain":"evil.example"},')],
  ])('by %s is detected, since readers differ in what they make of it', async (_, forged) => {
    expect(forged()).not.toBe(body)
    expect(await accepted(forged())).toBe(false)
  })

  async function expectDetected(bytes: Buffer): Promise<void> {
    const text = bytes.toString('utf8')
    // A byte in an escape sequence can change its spelling and not what it says.
    const same = () => isDeepStrictEqual(JSON.parse(text), JSON.parse(body))
    if (isGenuine(text, known) || (await accepted(text))) expect(same(), text).toBe(true)
  }

  test('every byte matters: one bit turned anywhere is detected', async () => {
    const isMissed = async (at: number) => {
      const changed = original()
      changed[at] = (changed[at] ?? 0) ^ 1
      const text = changed.toString('utf8')
      return isGenuine(text, known) || (await accepted(text))
    }
    // All at once: one after another, each would wait for WebCrypto's threads.
    const missed = await Promise.all([...original().keys()].map(isMissed))
    expect(missed.flatMap((is, at) => (is ? [at] : []))).toEqual([])
  })

  test('any byte in place of any other is detected', async () => {
    const place = fc.nat({ max: original().length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, difference) => {
        const changed = original()
        changed[at] = ((changed[at] ?? 0) + difference) % 256
        await expectDetected(changed)
      }),
      { numRuns: 1_500 },
    )
  })

  test('a byte left out or put in is detected unless it is white space between tokens', async () => {
    const place = fc.nat({ max: original().length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.option(fc.integer({ min: 0, max: 255 })), async (at, added) => {
        const before = original().subarray(0, at)
        const after = original().subarray(added === null ? at + 1 : at)
        await expectDetected(Buffer.concat([before, Buffer.from(added === null ? [] : [added]), after]))
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

  test('every entry of evidence that is removed, doubled or swapped is detected', async () => {
    const count = signed.certificate.evidence.length
    for (let one = 0; one < count; one += 1) {
      const forms = [
        rearranged((evidence) => evidence.toSpliced(one, 1)),
        rearranged((evidence) => evidence.toSpliced(one, 0, ...evidence.slice(one, one + 1))),
        ...Array.from({ length: count }, (_, other) =>
          rearranged((evidence) => {
            ;[evidence[one], evidence[other]] = [evidence[other] as Evidence[number], evidence[one] as Evidence[number]]
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

  test('a chain that a forger links anew has lost its signatures, and the checks say which', async () => {
    const evidence = signed.certificate.evidence.toSpliced(2, 1)
    let previous = '0'.repeat(64)
    for (const [index, entry] of evidence.entries()) {
      evidence[index] = { ...entry, seq: index + 1, prev_digest: previous }
      previous = await digestOf(evidence[index])
    }
    const forged = { ...signed, certificate: { ...signed.certificate, evidence, evidence_root: previous } }
    expect(isGenuine(JSON.stringify(forged), known)).toBe(false)
    const { valid, checks } = await verified(forged, keys)
    expect(valid).toBe(false)
    expect(checks.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['hmac_signature', 'eddsa_signature'])
  })

  test.each([
    ['one signature', (s: SignedCertificate) => ({ ...s, signatures: s.signatures.slice(0, 1) })],
    ['the same signature twice', (s: SignedCertificate) => ({ ...s, signatures: [s.signatures[0], s.signatures[0]] })],
    ['a third signature', (s: SignedCertificate) => ({ ...s, signatures: [...s.signatures, s.signatures[0]] })],
    ['a signature of no form', (s: SignedCertificate) => ({ ...s, signatures: [s.signatures[0], 7] })],
    ['another version', (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, format_version: '2' } })],
    ['a further field', (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, note: 'x' } })],
    ['nothing at all', () => ({ certificate: {}, signatures: [] })],
    ['a lone surrogate', (s: SignedCertificate) => ({ ...s, certificate: { ...s.certificate, domain: '\ud800' } })],
  ])('%s is no certificate', async (_, change) => {
    const { valid, checks } = await verified(change(signed), keys)
    expect(valid).toBe(false)
    expect(checks).toHaveLength(5)
  })

  test('a certificate of strangers is not ours, even under our key ids', async () => {
    const strangers = newKeys('current')
    const { body: theirs } = await certificateOf(strangers, candidatesNamed('Nobody'))
    expect(isGenuine(theirs, known)).toBe(false)
    expect(await accepted(theirs)).toBe(false)
  })
})

describe('key rotation', () => {
  test('new keys sign, old certificates stay valid as long as the old keys are listed', async () => {
    const next = newKeys('next')
    const rotated = {
      CERTIFICATE_HMAC_KEYS: [...next.CERTIFICATE_HMAC_KEYS, ...keys.CERTIFICATE_HMAC_KEYS],
      CERTIFICATE_SIGNING_KEYS: [...next.CERTIFICATE_SIGNING_KEYS, ...keys.CERTIFICATE_SIGNING_KEYS],
    }
    expect((await verified(signed, rotated)).valid).toBe(true)
    expect((await verified(signed, next)).valid).toBe(false)
    const signatures = await sign(rotated, canonicalBytes(signed.certificate))
    expect(signatures.map(({ key_id: keyId }) => keyId)).toEqual(['mac-next', 'sign-next'])
  })

  const base64 = Buffer.alloc(32, 7).toString('base64')

  test('the first HMAC key in the text is current, even when names look like numbers', () => {
    const text = `{ "2027": "${base64}", "2026": "${base64}", "a": "${base64}" }`
    expect(HmacKeysText.parse(text).map(({ keyId }) => keyId)).toEqual(['2027', '2026', 'a'])
  })

  const [privateKey] = keys.CERTIFICATE_SIGNING_KEYS
  test.each([
    ['no JSON', HmacKeysText, '{'],
    ['no key', HmacKeysText, '{}'],
    ['a short key', HmacKeysText, '{"a":"AAAA"}'],
    ['a name with a space', HmacKeysText, `{"a b":"${base64}"}`],
    ['no list', SigningKeysText, '{}'],
    ['an empty list', SigningKeysText, '[]'],
    ['a public key first', SigningKeysText, JSON.stringify([{ ...privateKey, d: undefined }])],
    ['two keys of one name', SigningKeysText, JSON.stringify([privateKey, privateKey])],
    ['a key without a name', SigningKeysText, JSON.stringify([{ ...privateKey, kid: undefined }])],
    ['a key of another curve', SigningKeysText, JSON.stringify([{ ...privateKey, crv: 'P-256' }])],
  ])('%s is refused', (_, schema, text) => {
    expect(schema.safeParse(text).success).toBe(false)
  })

  test('a retired signing key may be listed without its private part', async () => {
    const next = newKeys('next')
    const retired = { ...privateKey, d: undefined }
    const signing = SigningKeysText.parse(JSON.stringify([...next.CERTIFICATE_SIGNING_KEYS, retired]))
    const rotated = { ...keys, CERTIFICATE_SIGNING_KEYS: signing }
    expect((await verified(signed, rotated)).valid).toBe(true)
  })
})

describe('canonical JSON', () => {
  test('is that of RFC 8785, section 3.2.2 and appendix B', () => {
    const text =
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    expect(canonicalText(JSON.parse(text))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts members by UTF-16 units and refuses what has no UTF-8 form', () => {
    expect(canonicalText({ '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 })).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}',
    )
    expect(() => canonicalText('\ud800')).toThrow()
  })
})

test('the check that is published for third parties accepts a certificate and refuses a changed one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'))
  try {
    await writeFile(join(folder, 'keys.json'), JSON.stringify({ keys: known.jwks }))
    await writeFile(join(folder, 'good.json'), body)
    await writeFile(join(folder, 'bad.json'), body.replace('"confidence":0.9', '"confidence":0.8'))
    const run = (name: string) =>
      promisify(execFile)(process.execPath, [
        join(import.meta.dirname, 'check.mjs'),
        join(folder, name),
        join(folder, 'keys.json'),
      ])
    expect((await run('good.json')).stdout).toBe('valid\n')
    await expect(run('bad.json')).rejects.toMatchObject({ code: 1, stdout: 'NOT VALID\n' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
