import type { z } from 'zod'
import type { LogAccess } from './certificate-logs.ts'
import type { EnrichmentEvidence, TlsCertificatesEvidence } from './evidence.ts'
import type { HostLimits } from './turns.ts'

/** `skipped`: the service is not configured, or the account has reached its daily token limit. */
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

/** Cache for certificates. If the cache fails, `read` returns null as for a missing entry. */
export interface CertificateStore {
  read(domain: string): Promise<StoredCertificates | null>
  write(domain: string, stored: StoredCertificates): Promise<void>
}

/** Services for a deep analysis. None of these functions throws. */
export interface DeepTools {
  /** Returns the part of the marks around evidence that a hostile page cannot guess or imitate. */
  newNonce(): string
  /** Chooses the model. Its API key comes from the request, the account or the service. */
  model(): Promise<ChosenModel | NoAnswer>
  /** Asks the model, and records the used tokens for the job and its account. */
  ask<T>(purpose: 'llm' | 'vision', question: ClaimsQuestion<T>): Promise<ClaimsAnswer<T>>
  /** `isStored`: a reader of the answer can see the screenshot. */
  screenshot(url: string): Promise<
    | {
        ok: true
        bytes: Uint8Array
        mediaType: 'image/png' | 'image/jpeg'
        host: string
        isStored: boolean
      }
    | NoAnswer
  >
  readonly takesScreenshots: boolean
  /** False if the operator of the service has switched questions to Microsoft off. */
  readonly comparesTenants: boolean
  /**
   * HTML of a page after its scripts have run, at most 2 MiB. `html` is null if the page could not
   * be loaded. The caller must first check that `url` leads to a public host.
   */
  renderedHtml(
    url: string,
  ): Promise<{ ok: true; html: string | null; truncated: boolean; host: string } | NoAnswer>
  readonly certificateLogs: Omit<LogAccess, 'fetchUpstream' | 'now'>
  readonly certificateStore: CertificateStore | null
  /** Limits of the hosts of web archives. Null if archives are not configured. */
  readonly archives: HostLimits | null
  countDomains(registrant: string): Promise<{ ok: true; count: number; host: string } | NoAnswer>
  companyOf(
    domain: string,
  ): Promise<{ ok: true; company: EnrichmentEvidence | null; host: string } | NoAnswer>
}
