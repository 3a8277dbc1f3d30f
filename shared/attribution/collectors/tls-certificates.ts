import {
  askLogs,
  CERT_SPOTTER,
  CRT_SH,
  type LogAccess,
  type LogAnswer,
  type LogQuestion,
  WITHOUT_LIMITS,
} from '../certificate-logs.ts'
import type { Collector, CollectorTools, Finding, Target } from '../collector.ts'
import type { TlsCertificatesEvidence } from '../evidence.ts'
import { siteHost } from './host-addresses.ts'
import {
  certificateFingerprints,
  parseCertSpotter,
  parseCrtSh,
  parseSubjectOrganization,
} from './parse-certificate-logs.ts'
import { within } from './probe/probe-clock.ts'
import words from './tls-authorities.json' with { type: 'json' }

const LOG_TIMEOUT_MS = 9_000
const LOG_BYTES_MAX = 4 * 1024 * 1024
const SUBJECT_TIMEOUT_MS = 6_000
const CERT_SPOTTER_FIELDS = 'match_wildcards=true&expand=dns_names&expand=issuer'
// Longest wait, in milliseconds, until the shared request limits of the certificate logs allow a
// request.
const PATIENCE_MS_MAX = 100_000
/** For the handshake with the site, which comes first. */
const SITE_MS = 4_000
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
  budgetMs: SITE_MS + PATIENCE_MS_MAX + ASKING_MS,
  runs: 'deep',
  stage: 'gathering',
  async collect(target, tools) {
    const { domain } = target
    if ((await within(isShownBySite(target, tools), SITE_MS)) === true)
      return {
        status: 'skipped',
        detail: 'The certificate of the site itself was read, so no log was asked.',
      }
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

// The logs allow few requests, and a site rarely has another certificate that names a company.
async function isShownBySite(target: Target, tools: CollectorTools): Promise<boolean> {
  const host = await siteHost(target, tools.dns)
  return host !== null && (await tools.siteCertificate(host)).outcome === 'proven'
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
      return evidence === null ? null : { ...evidence, fingerprints: certificateFingerprints(text) }
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
