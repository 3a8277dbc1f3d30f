import type { z } from 'zod'
import type { LogAccess } from './certificate-logs.ts'
import type { EnrichmentEvidence, TlsCertificatesEvidence } from './evidence.ts'

/** "skipped": not configured, or the account's daily token limit is reached. */
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

export interface StoredCertificates {
  collectedAt: string
  evidence: TlsCertificatesEvidence
}

/** A failure of the cache is a missing entry. */
export interface CertificateStore {
  read(domain: string): Promise<StoredCertificates | null>
  write(domain: string, stored: StoredCertificates): Promise<void>
}

/** No function of these throws. */
export interface DeepTools {
  /** Marks evidence in a prompt. A hostile page cannot guess it, so it cannot imitate the marks. */
  newNonce(): string
  /** The key comes from the request, the account or the service. */
  model(): Promise<ChosenModel | NoAnswer>
  /** Records the tokens for the job and its account. */
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
