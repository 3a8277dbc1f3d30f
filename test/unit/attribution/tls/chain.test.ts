import type { Extension } from '@peculiar/x509'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type ChainQuestion, checkChain } from '../../../../shared/attribution/tls/chain.ts'
import { siteRoots } from '../../../../shared/attribution/tls/roots.ts'
import {
  type Authority,
  type Certificate,
  createRoot,
  MARK_VERIFICATION,
  SERVER_AUTHENTICATION,
  selfSigned,
} from '../../../internet/certificate-authority.ts'
import {
  authority,
  certify,
  dnsNames,
  keyUsage,
  logotype,
  nameConstraints,
  notAuthority,
  serverExtensions,
  unknownCritical,
  usages,
} from './certify.ts'

const HOST = 'www.kork.example'
const names = [HOST]
const NOW = new Date()

let root: Authority
let intermediate: Authority
let leaf: Certificate

beforeAll(async () => {
  root = await createRoot('Sample Root')
  intermediate = await root.intermediate('Sample Issuer')
  leaf = await intermediate.issue({ names })
})

const check = (chain: readonly Buffer[], changes: Partial<ChainQuestion> = {}) =>
  checkChain({
    chain,
    host: HOST,
    now: NOW,
    roots: siteRoots(root.pem),
    purpose: 'server',
    ...changes,
  })

describe('a chain is trusted', () => {
  test('from the leaf over an intermediate to a root of the list', async () => {
    expect(await check(leaf.chain)).toBe('trusted')
  })

  test.each(['rsa-2048', 'p-256', 'p-384'] as const)('with keys of %s', async (key) => {
    const other = await createRoot(`Root ${key}`, { key })
    const { chain } = await (await other.intermediate(`Issuer ${key}`, { key })).issue({
      names,
      key,
    })
    expect(await check(chain, { roots: siteRoots(other.pem) })).toBe('trusted')
  })

  test('in any order of the intermediates, with others and the root between them', async () => {
    const second = await intermediate.intermediate('Second Issuer')
    const { chain } = await second.issue({ names })
    const [der = leaf.der, ...issuers] = chain
    const stranger = await createRoot('Stranger')
    expect(await check([der, stranger.der, root.der, ...issuers.toReversed()])).toBe('trusted')
  })

  test('up to five links', async () => {
    let last = root
    for (const name of ['A', 'B', 'C', 'D']) last = await last.intermediate(name)
    expect(await check((await last.issue({ names })).chain)).toBe('trusted')
    const sixth = await (await last.intermediate('E')).issue({ names })
    expect(await check(sixth.chain)).toBe('untrusted')
  })
})

describe('a chain is not trusted', () => {
  test.each<[string, () => Promise<readonly Buffer[]>]>([
    ['without its intermediate', async () => [leaf.der]],
    ['without a certificate', async () => []],
    ['with bytes that are no certificate', async () => [Buffer.from('a'), ...leaf.chain]],
    ['if it signs itself', async () => (await selfSigned({ names })).chain],
    [
      'if the server sends its own root',
      async () => {
        const own = await createRoot('Own Root')
        return [...(await own.issue({ names })).chain, own.der]
      },
    ],
    [
      'if its root has only the name of a root of the list',
      async () => {
        const twin = await createRoot('Sample Root', { key: 'p-384' })
        return [...(await twin.issue({ names })).chain, twin.der]
      },
    ],
    [
      'if an issuer is no authority',
      async () => {
        const fake = await root.intermediate('Not An Authority', { isAuthority: false })
        return (await fake.issue({ names })).chain
      },
    ],
    [
      'if a leaf issues a certificate',
      async () => {
        const forged = await certify(leaf, 'CN=Forged', serverExtensions(HOST))
        return [forged.der, ...leaf.chain]
      },
    ],
    [
      'if an issuer may have no authority below it',
      async () => {
        const last = await root.intermediate('Last', { pathLength: 0 })
        return (await (await last.intermediate('Below')).issue({ names })).chain
      },
    ],
    ['if the leaf is for clients only', async () => leafWith({ usages: ['1.3.6.1.5.5.7.3.2'] })],
    ['if the leaf is for marks only', async () => leafWith({ usages: [MARK_VERIFICATION] })],
    ['with more than ten certificates', async () => [...leaf.chain, ...Array(9).fill(root.der)]],
  ])('%s', async (_, chain) => {
    expect(await check(await chain())).toBe('untrusted')
  })

  const leafWith = async (options: { usages: string[] }) =>
    (await intermediate.issue({ names, ...options })).chain

  test.each<[string, Extension[]]>([
    ['that is no authority', [notAuthority(), keyUsage('keyCertSign')]],
    ['without basic constraints', [keyUsage('keyCertSign')]],
    ['that may not sign certificates', [authority(), keyUsage('digitalSignature')]],
    ['for other purposes', [authority(), usages('1.3.6.1.5.5.7.3.4')]],
    ['with name constraints', [authority(), nameConstraints()]],
    ['with an unknown critical extension', [authority(), unknownCritical()]],
  ])('with an issuer %s', async (_, extensions) => {
    const issuer = await certify(root, 'CN=Special', extensions)
    const special = await certify(issuer, 'CN=Leaf', serverExtensions(HOST))
    expect(await check([special.der, issuer.der])).toBe('untrusted')
  })

  test('an issuer with the purpose of servers, or without any, is fine', async () => {
    for (const extensions of [[], [usages(SERVER_AUTHENTICATION)]]) {
      const issuer = await certify(root, 'CN=Special', [authority(), ...extensions])
      const special = await certify(issuer, 'CN=Leaf', serverExtensions(HOST))
      expect(await check([special.der, issuer.der])).toBe('trusted')
    }
  })

  test.each<[string, Extension[], string]>([
    ['with name constraints', [...serverExtensions(HOST), nameConstraints()], 'SHA-256'],
    [
      'with an unknown critical extension',
      [...serverExtensions(HOST), unknownCritical()],
      'SHA-256',
    ],
    ['that is an authority', [...serverExtensions(HOST), authority()], 'SHA-256'],
    ['without a purpose', [dnsNames(HOST)], 'SHA-256'],
    ['that is signed with SHA-1', serverExtensions(HOST), 'SHA-1'],
  ])('with a leaf %s', async (_, extensions, hash) => {
    const { der } = await certify(root, 'CN=Leaf', extensions, hash)
    expect(await check([der])).toBe('untrusted')
  })

  test('with any changed byte of the leaf', async () => {
    const { der } = await root.issue({ names })
    for (let at = 0; at < der.length; at += 11) {
      const changed = Buffer.from(der)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(await check([changed])).not.toBe('trusted')
    }
  })

  test('if certificates issue each other in circles, after few checks', async () => {
    const circle: Authority[] = []
    for (let year = 2030; year < 2039; year += 1)
      circle.push(await createRoot('Circle', { notAfter: new Date(`${year}-01-01T00:00:00Z`) }))
    const last = await circle[0]?.issue({ names })
    const verify = vi.spyOn(crypto.subtle, 'verify')
    onTestFinished(() => verify.mockRestore())
    const chain = [...(last?.chain ?? []), ...circle.map(({ der }) => der)]
    expect(await check(chain)).toBe('untrusted')
    expect(verify.mock.calls.length).toBeLessThan(30)
  })
})

describe('dates', () => {
  const past = { notBefore: new Date('2021-01-01Z'), notAfter: new Date('2022-01-01Z') }

  test('an expired leaf is told from an unknown one', async () => {
    expect(await check((await intermediate.issue({ names, ...past })).chain)).toBe('expired')
    const stranger = await createRoot('Stranger')
    expect(await check((await stranger.issue({ names, ...past })).chain)).toBe('untrusted')
  })

  test('an expired intermediate expires the chain', async () => {
    const old = await root.intermediate('Old Issuer', past)
    expect(await check((await old.issue({ names })).chain)).toBe('expired')
  })

  test('an expired root expires the chain', async () => {
    const old = await createRoot('Old Root', past)
    const { chain } = await old.issue({ names })
    expect(await check(chain, { roots: siteRoots(old.pem) })).toBe('expired')
  })

  test('a certificate of tomorrow is not valid yet', async () => {
    const notBefore = new Date(NOW.getTime() + 86_400_000)
    expect(await check((await intermediate.issue({ names, notBefore })).chain)).toBe('expired')
  })
})

describe('the name of the host', () => {
  test.each<[string[], string, string]>([
    [['kork.example'], 'kork.example', 'trusted'],
    [['a.example', 'kork.example'], 'kork.example', 'trusted'],
    [['*.kork.example'], 'www.kork.example', 'trusted'],
    [['*.kork.example'], 'kork.example', 'wrong_name'],
    [['*.kork.example'], 'a.b.kork.example', 'wrong_name'],
    [['w*.kork.example'], 'www.kork.example', 'wrong_name'],
    [['kork.example'], 'www.kork.example', 'wrong_name'],
    [['kork.example'], 'kork.example.org', 'wrong_name'],
    [['WWW.Kork.Example'], 'www.kork.example', 'trusted'],
  ])('a certificate for %s answers for %s: %s', async (dns, host, verdict) => {
    expect(await check((await root.issue({ names: dns })).chain, { host })).toBe(verdict)
  })

  test('the common name does not count', async () => {
    const { chain } = await root.issue({ names: ['a.example'], subject: { commonName: HOST } })
    expect(await check(chain)).toBe('wrong_name')
  })
})

describe('a mark certificate', () => {
  const mark = (domains: string[]) => root.issue({ names: domains, validation: 'mark' })
  const checkMark = (chain: readonly Buffer[], host: string) =>
    check(chain, { host, purpose: 'mark' })

  test.each([
    ['kork.example', 'kork.example', 'trusted'],
    ['kork.example', 'mail.kork.example', 'trusted'],
    ['mail.kork.example', 'kork.example', 'wrong_name'],
    ['*.kork.example', 'mail.kork.example', 'wrong_name'],
    ['other.example', 'kork.example', 'wrong_name'],
    ['github.io', 'kork.github.io', 'wrong_name'],
  ])('for %s answers for %s: %s', async (name, host, verdict) => {
    expect(await checkMark((await mark([name])).chain, host)).toBe(verdict)
  })

  test('is none without the purpose of marks and a logo', async () => {
    const server = await root.issue({ names: ['kork.example'] })
    expect(await checkMark(server.chain, 'kork.example')).toBe('untrusted')
    const logoless = await root.issue({ names: ['kork.example'], usages: [MARK_VERIFICATION] })
    expect(await checkMark(logoless.chain, 'kork.example')).toBe('untrusted')
  })

  test('is none below an issuer for servers only', async () => {
    const issuer = await certify(root, 'CN=Servers', [authority(), usages(SERVER_AUTHENTICATION)])
    const extensions = [usages(MARK_VERIFICATION), dnsNames('kork.example'), logotype()]
    const direct = await certify(root, 'CN=Mark', extensions)
    expect(await checkMark([direct.der], 'kork.example')).toBe('trusted')
    const below = await certify(issuer, 'CN=Mark', extensions)
    expect(await checkMark([below.der, issuer.der], 'kork.example')).toBe('untrusted')
  })
})
