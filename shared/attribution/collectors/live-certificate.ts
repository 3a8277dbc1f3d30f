import { withDeadline } from '../../platform/net/deadline.ts'
import { FetchFailure, orAbort } from '../../platform/net/fetch-failure.ts'
import type { Collector, CollectorTools, Finding, Target } from '../collector.ts'
import { dnsFailure } from '../dns-failure.ts'
import {
  type LiveCertificateEvidence,
  type SiteCertificate,
  siteWithoutCertificate,
} from '../witness-evidence.ts'
import { siteHost } from './host-addresses.ts'
import { readMark } from './mark-certificate.ts'

/** Shorter than `budgetMs`, so that a slow server is no timeout of this service. */
const READING_MS = 3_700

const DETAILS: Readonly<Record<SiteCertificate['outcome'], string>> = {
  proven: 'The certificate names no organisation.',
  key_not_proven: 'The server showed a certificate and did not prove that it has its key.',
  untrusted: 'No known certificate authority issued the certificate.',
  expired: 'The certificate is not valid at this time.',
  wrong_name: 'The certificate is for other names.',
  not_tls: 'The server does not speak TLS on port 443.',
  alert: 'The server refused the TLS handshake.',
  unsupported: 'The server uses a form of TLS that this service does not support.',
  no_answer: 'The server did not answer on port 443.',
  not_reachable: 'This service cannot connect to the address of the server.',
}

/** A certificate that proves nothing is a fact about the site, so it is no failure. */
export const liveCertificate: Collector<'live_certificate'> = {
  name: 'live_certificate',
  budgetMs: 4_000,
  runs: 'quick and deep',
  stage: 'gathering',
  isActive: true,
  async collect(target, tools) {
    const unanswered = siteWithoutCertificate(target.domain, 'no_answer')
    const [site, mark] = await Promise.all([
      inTime(tools, () => readSite(target, tools), unanswered),
      inTime(tools, () => readMark(target, tools), null),
    ])
    if (site instanceof FetchFailure) return { ...dnsFailure(site), source: target.domain }
    if (site === null && mark === null)
      return { status: 'skipped', detail: 'The domain has no address.' }
    return findingOf({ site: site ?? unanswered, mark })
  },
}

const inTime = <T>(tools: CollectorTools, read: () => Promise<T>, late: T): Promise<T> =>
  withDeadline(READING_MS, tools.signal, (signal) => orAbort(read(), signal)).catch(
    (error: unknown) => {
      const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
      if (isTimeout || tools.signal.aborted) return late
      throw error
    },
  )

/** Null if the domain has no address. FetchFailure if the DNS does not say so. */
async function readSite(
  target: Target,
  tools: CollectorTools,
): Promise<SiteCertificate | FetchFailure | null> {
  const host = await siteHost(target, tools.dns).catch((error: unknown) => {
    if (error instanceof FetchFailure) return error
    throw error
  })
  return typeof host === 'string' ? tools.siteCertificate(host) : host
}

function findingOf(evidence: LiveCertificateEvidence): Finding<LiveCertificateEvidence> {
  const { site, mark } = evidence
  const source = site.host
  const isNamed = [site, mark].some(
    (shown) => shown?.outcome === 'proven' && shown.certificate?.organization != null,
  )
  return isNamed
    ? { status: 'ok', evidence, source }
    : { status: 'empty', detail: DETAILS[site.outcome], source, evidence }
}
