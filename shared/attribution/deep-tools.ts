import type { z } from 'zod'
import type { LogAccess } from './certificate-logs.ts'
import type { EnrichmentEvidence, TlsCertificatesEvidence } from './evidence.ts'

/**
 * Reason why an external service returned no data. "skipped": the service is not configured, or the
 * account has reached its daily limit for language-model tokens. "failed": the call to the service
 * failed.
 */
export interface NoAnswer {
  ok: false
  status: 'skipped' | 'failed'
  detail: string
}

export const skipped = (detail: string): NoAnswer => ({ ok: false, status: 'skipped', detail })
export const failed = (detail: string): NoAnswer => ({ ok: false, status: 'failed', detail })

export interface ChosenModel {
  ok: true
  provider: string
  model: string
  host: string
}

export interface ClaimsQuestion<T> {
  system: string
  user: string
  image?: { bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' }
  schema: z.ZodType<T>
  outputTokensMax: number
  timeoutMs: number
}

export type ClaimsAnswer<T> =
  | { ok: true; output: T; inputTokens: number; outputTokens: number }
  | NoAnswer

/** Certificates of a domain as a log returned them at the time `collectedAt` (ISO 8601). */
export interface StoredCertificates {
  collectedAt: string
  evidence: TlsCertificatesEvidence
}

/** Cache of the answers of the certificate logs. A failure of the cache is a missing entry. */
export interface CertificateStore {
  read(domain: string): Promise<StoredCertificates | null>
  write(domain: string, stored: StoredCertificates): Promise<void>
}

/**
 * Paid and slow external services for one deep analysis. No function throws an error. A failure is
 * a return value with an explanation.
 */
export interface DeepTools {
  /**
   * Returns a random word that marks the beginning and the end of evidence in a prompt. The author
   * of a hostile web page cannot guess the word, so text on the page cannot imitate the marks.
   */
  newNonce(): string
  /**
   * Returns the language model for this analysis, or the reason why there is no model. The API key
   * of the model comes from the request, the account or the service configuration.
   */
  model(): Promise<ChosenModel | NoAnswer>
  /**
   * Sends a question to the language model of this analysis. The used tokens are recorded for the
   * job and its account.
   */
  ask<T>(purpose: 'llm' | 'vision', question: ClaimsQuestion<T>): Promise<ClaimsAnswer<T>>
  screenshot(
    url: string,
  ): Promise<
    { ok: true; bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg'; host: string } | NoAnswer
  >
  readonly takesScreenshots: boolean
  readonly certificateLogs: Omit<LogAccess, 'fetchUpstream' | 'now'>
  readonly certificateStore: CertificateStore | null
  countDomains(registrant: string): Promise<{ ok: true; count: number; host: string } | NoAnswer>
  companyOf(
    domain: string,
  ): Promise<{ ok: true; company: EnrichmentEvidence | null; host: string } | NoAnswer>
}
