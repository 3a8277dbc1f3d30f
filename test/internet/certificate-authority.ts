import './reflect-metadata.ts'
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import {
  MARK_VERIFICATION,
  SERVER_AUTHENTICATION,
  type Validation,
  validationExtensions,
} from './certificate-extensions.ts'

export { MARK_VERIFICATION, SERVER_AUTHENTICATION, type Validation }

export type KeyType = 'rsa-2048' | 'p-256' | 'p-384'

/** Fields of the subject. `markType` is part of mark certificates only. */
export interface CertificateSubject {
  commonName?: string
  organization?: string
  country?: string
  state?: string
  locality?: string
  serialNumber?: string
  jurisdictionCountry?: string
  jurisdictionState?: string
  businessCategory?: string
  organizationIdentifier?: string
  markType?: string
}

interface Dates {
  notBefore?: Date
  notAfter?: Date
}

export interface LeafOptions extends Dates {
  names: string[]
  /** By default `dv`. */
  validation?: Validation
  subject?: CertificateSubject
  key?: KeyType
  /** Certificates with the same label and type of key have the same key. By default "leaf". */
  keyLabel?: string
  /** Extended key usages. By default that of a server, or of a mark certificate. */
  usages?: string[]
  /** More extensions, for example one that makes the certificate large. */
  extensions?: Extension[]
}

export interface AuthorityOptions extends Dates {
  key?: KeyType
  pathLength?: number
  /** With false, the certificate does not allow its holder to issue certificates. */
  isAuthority?: boolean
}

export interface Certificate {
  der: Buffer
  pem: string
  /** PKCS #8 in PEM. */
  privateKey: string
  /** The certificate itself and then its issuers, without the root. */
  chain: Buffer[]
  /** `chain` in PEM. */
  chainPem: string
}

export interface Authority extends Certificate {
  issue(options: LeafOptions): Promise<Certificate>
  intermediate(name: string, options?: AuthorityOptions): Promise<Authority>
}

const FOUNDED = new Date('2020-01-01T00:00:00Z')
const CLOSED = new Date('2045-01-01T00:00:00Z')
const DAY_MS = 86_400_000
const LEAF_AGE_DAYS = 30
const LEAF_DAYS_LEFT = 150

const KEYS = {
  'rsa-2048': {
    name: 'RSASSA-PKCS1-v1_5',
    hash: 'SHA-256',
    modulusLength: 2048,
    publicExponent: Uint8Array.of(1, 0, 1),
  },
  'p-256': { name: 'ECDSA', namedCurve: 'P-256' },
  'p-384': { name: 'ECDSA', namedCurve: 'P-384' },
} as const

const SIGNATURES = {
  'rsa-2048': { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  'p-256': { name: 'ECDSA', hash: 'SHA-256' },
  'p-384': { name: 'ECDSA', hash: 'SHA-384' },
} as const

/** Object identifiers of X.520, of the EV guidelines and of mark certificates. */
const ATTRIBUTES: Readonly<Record<keyof CertificateSubject, string>> = {
  jurisdictionCountry: '1.3.6.1.4.1.311.60.2.1.3',
  jurisdictionState: '1.3.6.1.4.1.311.60.2.1.2',
  businessCategory: '2.5.4.15',
  serialNumber: '2.5.4.5',
  organizationIdentifier: '2.5.4.97',
  markType: '1.3.6.1.4.1.53087.1.13',
  country: '2.5.4.6',
  state: '2.5.4.8',
  locality: '2.5.4.7',
  organization: '2.5.4.10',
  commonName: '2.5.4.3',
}

const keys = new Map<string, Promise<CryptoKeyPair>>()

// Keys are made once for each process, because an RSA key takes about 100 ms.
function keyPair(type: KeyType, label: string): Promise<CryptoKeyPair> {
  const known = keys.get(`${type} ${label}`)
  if (known !== undefined) return known
  const made = crypto.subtle.generateKey(KEYS[type], true, [
    'sign',
    'verify',
  ]) as Promise<CryptoKeyPair>
  keys.set(`${type} ${label}`, made)
  return made
}

interface Issuer {
  name: Name
  key: KeyType
  keys: CryptoKeyPair
  chain: Buffer[]
}

interface Request extends Dates {
  name: Name
  key: KeyType
  keys: CryptoKeyPair
  extensions: Extension[]
  /** By default, the certificate is signed with its own key. */
  issuer?: Issuer | undefined
}

async function sign(request: Request): Promise<Certificate> {
  const { issuer } = request
  const signer = issuer ?? request
  const certificate = await X509CertificateGenerator.create({
    subject: request.name,
    issuer: signer.name,
    notBefore: request.notBefore ?? FOUNDED,
    notAfter: request.notAfter ?? CLOSED,
    publicKey: request.keys.publicKey,
    signingKey: signer.keys.privateKey,
    signingAlgorithm: SIGNATURES[signer.key],
    extensions: [
      ...request.extensions,
      await SubjectKeyIdentifierExtension.create(request.keys.publicKey),
      await AuthorityKeyIdentifierExtension.create(signer.keys.publicKey),
    ],
  })
  const der = Buffer.from(certificate.rawData)
  const chain = [der, ...(issuer?.chain ?? [])]
  return {
    der,
    pem: pemOf(der),
    privateKey: PemConverter.encode(
      await crypto.subtle.exportKey('pkcs8', request.keys.privateKey),
      'PRIVATE KEY',
    ),
    chain,
    chainPem: chain.map(pemOf).join('\n'),
  }
}

export const pemOf = (der: Buffer): string =>
  PemConverter.encode(new Uint8Array(der), 'CERTIFICATE')

function nameOf(subject: CertificateSubject): Name {
  const fields = (Object.keys(ATTRIBUTES) as (keyof CertificateSubject)[]).flatMap((field) => {
    const value = subject[field]
    return value === undefined ? [] : [{ [ATTRIBUTES[field]]: [value] }]
  })
  return new Name(fields)
}

/** Root of a certificate authority. The same name and type of key always have the same key. */
export async function createRoot(name: string, options: AuthorityOptions = {}): Promise<Authority> {
  const { key = 'p-256' } = options
  const request = authorityRequest(name, { ...options, key }, await keyPair(key, name))
  const certificate = await sign(request)
  return authorityOf(certificate, { ...request, chain: [] })
}

function authorityRequest(
  name: string,
  { key = 'p-256', pathLength, isAuthority = true, ...dates }: AuthorityOptions,
  own: CryptoKeyPair,
): Request {
  return {
    ...dates,
    name: nameOf({ commonName: name, organization: 'Sample Trust Services', country: 'CH' }),
    key,
    keys: own,
    extensions: [
      new BasicConstraintsExtension(isAuthority, isAuthority ? pathLength : undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
    ],
  }
}

function authorityOf(certificate: Certificate, issuer: Issuer): Authority {
  return {
    ...certificate,
    issue: (options) => issue(options, issuer),
    async intermediate(name, options = {}) {
      const { key = 'p-256' } = options
      const request = authorityRequest(name, options, await keyPair(key, name))
      const signed = await sign({ ...request, issuer })
      return authorityOf(signed, { ...request, chain: signed.chain })
    },
  }
}

/** Certificate that is signed with its own key, so that it can state anything. */
export const selfSigned = (options: LeafOptions): Promise<Certificate> => issue(options, undefined)

async function issue(options: LeafOptions, issuer: Issuer | undefined): Promise<Certificate> {
  const { names, validation = 'dv', key = 'p-256', subject = {} } = options
  const now = Date.now()
  const usage = validation === 'mark' ? MARK_VERIFICATION : SERVER_AUTHENTICATION
  const [commonName] = names
  return sign({
    name: nameOf({ ...(commonName === undefined ? {} : { commonName }), ...subject }),
    key,
    keys: await keyPair(key, options.keyLabel ?? 'leaf'),
    notBefore: options.notBefore ?? new Date(now - LEAF_AGE_DAYS * DAY_MS),
    notAfter: options.notAfter ?? new Date(now + LEAF_DAYS_LEFT * DAY_MS),
    issuer,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension(options.usages ?? [usage]),
      new SubjectAlternativeNameExtension(
        names.map((value) => ({ type: 'dns' as const, value })),
        false,
      ),
      ...validationExtensions(validation, subject.organizationIdentifier),
      ...(options.extensions ?? []),
    ],
  })
}
