import { z } from 'zod'
import {
  askLogs,
  CERT_SPOTTER,
  CRT_SH,
  type LogAccess,
  type LogAnswer,
  type LogQuestion,
  WITHOUT_LIMITS,
} from '../certificate-logs.ts'
import type { Collector, Finding } from '../collector.ts'
import type { TlsCertificatesEvidence } from '../evidence.ts'
import { readDocument } from './page/read-document.ts'
import { foldText } from './page/text.ts'
import words from './tls-authorities.json' with { type: 'json' }

type TlsCertificate = TlsCertificatesEvidence['certificates'][number]

const LOG_TIMEOUT_MS = 9_000
const LOG_BYTES_MAX = 4 * 1024 * 1024
const SUBJECT_TIMEOUT_MS = 6_000
const CERTIFICATES_MAX = 100
const NAMES_MAX = 100
const ID_CHARACTERS_MAX = 40
const CERT_SPOTTER_FIELDS = 'match_wildcards=true&expand=dns_names&expand=issuer'
// Longest wait, in milliseconds, until the shared request limits of the certificate logs allow a
// request.
const PATIENCE_MS_MAX = 100_000
/** Enough time for two requests to each log and the lookups of organisations. */
const ASKING_MS = 40_000
// Number of certificates, newest first, whose organisation is looked up. crt.sh shows the
// organisation only on the certificate's own page, so each needs a request.
const SUBJECTS_MAX = 3
// If other analyses use up the request limit for longer than this, the certificate is kept without
// its organisation.
const SUBJECT_PATIENCE_MS = 15_000

// Certificate authorities that check only who controls the domain. Their certificates name no
// organisation, so none is looked up.
const DOMAIN_VALIDATED = new RegExp(words.domainValidated.join('|'), 'iu')

/**
 * Asks crt.sh first, and then Cert Spotter if crt.sh fails or its request limit is reached. With a
 * key for Cert Spotter, the order is reversed. A stored answer of the last hours is used again.
 */
export const tlsCertificates: Collector<'certificates'> = {
  name: 'certificates',
  budgetMs: PATIENCE_MS_MAX + ASKING_MS,
  runs: 'deep',
  stage: 'gathering',
  async collect({ domain }, tools) {
    const store = tools.deep?.certificateStore ?? null
    const stored = (await store?.read(domain)) ?? null
    if (stored !== null) return { ...findingOf(stored.evidence), collectedAt: stored.collectedAt }
    const access = {
      ...(tools.deep?.certificateLogs ?? WITHOUT_LIMITS),
      now: tools.now,
      fetchUpstream: tools.fetchUpstream,
    }
    const asked = await collectCertificates(domain, access)
    if (asked.outcome !== 'answered') {
      const detail =
        asked.outcome === 'no token'
          ? 'Too many requests to crt.sh and Cert Spotter were waiting.'
          : 'Neither crt.sh nor Cert Spotter answered.'
      return { status: 'failed', detail, source: 'crt.sh, api.certspotter.com' }
    }
    const { evidence, complete } = asked.answer
    const collectedAt = tools.now().toISOString()
    if (complete) await store?.write(domain, { collectedAt, evidence })
    return { ...findingOf(evidence), collectedAt }
  },
}

function findingOf(
  evidence: TlsCertificatesEvidence,
): Finding<TlsCertificatesEvidence> & { status: 'ok' | 'empty' } {
  const source = evidence.provider === 'crt.sh' ? CRT_SH : CERT_SPOTTER
  if (evidence.certificates.length > 0) return { status: 'ok', evidence, source }
  return {
    status: 'empty',
    detail: 'The logs contain no valid certificate for the domain.',
    source,
    evidence,
  }
}

// `fingerprints` has the SHA-256 of each certificate by its id at Cert Spotter. crt.sh does not
// know these ids, but finds a certificate by its SHA-256. Null if the ids are those of crt.sh.
interface Listed extends TlsCertificatesEvidence {
  fingerprints: ReadonlyMap<string, string> | null
}

/** `complete` is false if the lookup of an organisation failed. */
interface Collected {
  evidence: TlsCertificatesEvidence
  complete: boolean
}

/** Never throws: a failure is the `outcome` of the answer. */
export async function collectCertificates(
  domain: string,
  patient: LogAccess,
): Promise<LogAnswer<Collected>> {
  const waitsUntil = Math.min(patient.waitsUntil, patient.now().getTime() + PATIENCE_MS_MAX)
  const access = { ...patient, waitsUntil }
  const name = encodeURIComponent(domain)
  const limits = { timeoutMs: LOG_TIMEOUT_MS, bytesMax: LOG_BYTES_MAX }
  const crtSh: LogQuestion<Listed> = {
    ...limits,
    host: CRT_SH,
    url: `https://crt.sh/?q=${name}&exclude=expired&output=json`,
    read({ text }) {
      const evidence = parseCrtSh(text, domain)
      return evidence === null ? null : { ...evidence, fingerprints: null }
    },
  }
  const certSpotter: LogQuestion<Listed> = {
    ...limits,
    host: CERT_SPOTTER,
    url: `https://api.certspotter.com/v1/issuances?domain=${name}&${CERT_SPOTTER_FIELDS}`,
    read({ text }) {
      const evidence = parseCertSpotter(text, domain)
      return evidence === null ? null : { ...evidence, fingerprints: fingerprintsIn(text) }
    },
  }
  const asked = await askLogs(
    access,
    access.certSpotterKey === undefined ? [crtSh, certSpotter] : [certSpotter, crtSh],
  )
  return asked.outcome === 'answered'
    ? { ...asked, answer: await withOrganizations(asked.answer, access) }
    : asked
}

async function withOrganizations(
  { fingerprints, ...evidence }: Listed,
  access: LogAccess,
): Promise<Collected> {
  const waitsUntil = Math.min(access.waitsUntil, access.now().getTime() + SUBJECT_PATIENCE_MS)
  const shown = evidence.certificates.filter(
    ({ id }) => fingerprints === null || fingerprints.has(id),
  )
  const asked = shown.filter(({ issuer }) => !DOMAIN_VALIDATED.test(issuer)).slice(0, SUBJECTS_MAX)
  const subjects = await Promise.all(
    asked.map(({ id }) =>
      askLogs({ ...access, waitsUntil }, [
        {
          host: CRT_SH,
          url: `https://crt.sh/?${fingerprints ? 'q' : 'id'}=${fingerprints?.get(id) ?? id}`,
          timeoutMs: SUBJECT_TIMEOUT_MS,
          bytesMax: LOG_BYTES_MAX,
          read: ({ text }) => ({ organization: parseSubjectOrganization(text) }),
        },
      ]),
    ),
  )
  const organizations = new Map(
    asked.map(({ id }, index) => {
      const subject = subjects[index]
      return [id, subject?.outcome === 'answered' ? subject.answer.organization : null]
    }),
  )
  return {
    evidence: {
      ...evidence,
      certificates: evidence.certificates.map((certificate) => ({
        ...certificate,
        subject_organization: organizations.get(certificate.id) ?? null,
      })),
    },
    complete: subjects.every(({ outcome }) => outcome === 'answered'),
  }
}

const CrtShRow = z.object({
  id: z.number(),
  issuer_name: z.string(),
  common_name: z.string().nullish(),
  name_value: z.string(),
  not_before: z.string(),
  not_after: z.string(),
  serial_number: z.string().nullish(),
})

/** Rows in an unknown format are skipped. Null if the text is not a JSON list. */
export function parseCrtSh(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = CrtShRow.safeParse(row)
    if (!parsed.success) return []
    const { id, issuer_name, common_name, name_value, not_before, not_after, serial_number } =
      parsed.data
    const names = hostNames([common_name ?? '', ...name_value.split('\n')])
    const key = serial_number ?? `${not_before} ${names.join(' ')}`
    return [
      { key, certificate: toTlsCertificate(String(id), issuer_name, names, not_before, not_after) },
    ]
  })
  return toEvidence('crt.sh', certificates, domain)
}

const Issuance = z.object({
  id: z.string(),
  dns_names: z.array(z.string()),
  issuer: z.object({ name: z.string() }).nullish(),
  not_before: z.string(),
  not_after: z.string(),
})
const Fingerprint = z.object({ id: z.string(), cert_sha256: z.string().regex(/^[0-9a-f]{64}$/u) })

function fingerprintsIn(text: string): Map<string, string> {
  const rows = (listIn(text) ?? []).flatMap((row) => Fingerprint.safeParse(row).data ?? [])
  return new Map(
    rows.map(({ id, cert_sha256: fingerprint }) => [id.slice(0, ID_CHARACTERS_MAX), fingerprint]),
  )
}

/** Reads an answer of the Cert Spotter API v1. Null if the text is not a JSON list. */
export function parseCertSpotter(text: string, domain: string): TlsCertificatesEvidence | null {
  const rows = listIn(text)
  if (rows === null) return null
  const certificates = rows.flatMap((row) => {
    const parsed = Issuance.safeParse(row)
    if (!parsed.success) return []
    const { id, dns_names, issuer, not_before, not_after } = parsed.data
    return [
      {
        key: id,
        certificate: toTlsCertificate(
          id,
          issuer?.name ?? '',
          hostNames(dns_names),
          not_before,
          not_after,
        ),
      },
    ]
  })
  return toEvidence('certspotter', certificates, domain)
}

function toTlsCertificate(
  id: string,
  issuer: string,
  names: string[],
  notBefore: string,
  notAfter: string,
): TlsCertificate {
  return {
    id: id.slice(0, ID_CHARACTERS_MAX),
    issuer: foldText(issuer, 200),
    subject_organization: null,
    names,
    not_before: notBefore.slice(0, 30),
    not_after: notAfter.slice(0, 30),
  }
}

function toEvidence(
  provider: TlsCertificatesEvidence['provider'],
  rows: readonly { key: string; certificate: TlsCertificate }[],
  domain: string,
): TlsCertificatesEvidence {
  const covering = rows.filter(({ certificate: { names } }) =>
    names.some((name) => coversDomain(name, domain)),
  )
  const unique = [...new Map(covering.map(({ key, certificate: row }) => [key, row])).values()]
  const newest = unique.toSorted((a, b) => (a.not_before < b.not_before ? 1 : -1))
  return {
    provider,
    certificates: newest.slice(0, CERTIFICATES_MAX),
    truncated: newest.length > CERTIFICATES_MAX,
  }
}

/** A search in the logs also returns certificates of other domains, which must be left out. */
function coversDomain(name: string, domain: string): boolean {
  const bare = name.replace(/^\*\./u, '')
  return (
    bare === domain ||
    bare.endsWith(`.${domain}`) ||
    (name.startsWith('*.') && domain.endsWith(`.${bare}`))
  )
}

// crt.sh also lists organisations and email addresses among the names, so other texts than host
// names are left out.
function hostNames(identities: readonly string[]): string[] {
  const names = identities.slice(0, NAMES_MAX * 2).map((name) => name.trim().toLowerCase())
  const valid = names.filter((name) =>
    /^(?:\*\.)?(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/u.test(name),
  )
  return [...new Set(valid)].slice(0, NAMES_MAX)
}

/** The page of crt.sh shows the fields as OpenSSL prints them. */
export function parseSubjectOrganization(html: string): string | null {
  const lines = readDocument(html).lines.map(({ text }) => text)
  const start = lines.findIndex((text) => /^Subject:/u.test(text))
  if (start < 0) return null
  for (const text of lines.slice(start, start + 15)) {
    const value = /^(?:Subject:\s{0,5})?organizationName\s{0,40}=\s{0,5}(.+)$/u.exec(text)?.[1]
    if (value !== undefined) return foldText(value, 200) || null
    if (!/^Subject:|=/u.test(text)) return null
  }
  return null
}

function listIn(text: string): unknown[] | null {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : null
  } catch {
    return null
  }
}
