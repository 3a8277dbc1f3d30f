import type { z } from 'zod'
import type { Connections } from '../platform/net/connections.ts'
import type { EnrichmentEvidence } from './evidence.ts'

/** The outgoing connections of one collector, to which its deep services are bound. */
export type CollectorConnections = Connections & { userAgent: string }

/** Why a service brought nothing: not configured, or asked in vain. */
export interface Without {
  ok: false
  status: 'skipped' | 'failed'
  detail: string
}

export const skipped = (detail: string): Without => ({ ok: false, status: 'skipped', detail })
export const failed = (detail: string): Without => ({ ok: false, status: 'failed', detail })

/** The language model that a run may ask. */
export interface ChosenModel {
  ok: true
  provider: string
  model: string
  host: string
}

export interface ReadingQuestion<T> {
  system: string
  user: string
  image?: { bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg' }
  schema: z.ZodType<T>
  outputTokensMax: number
  timeoutMs: number
}

export type ReadingAnswer<T> = { ok: true; output: T; inputTokens: number; outputTokens: number } | Without

/** The paid and slow services of deep analyses, bound to one run. Nothing here throws: what fails is a value with a sentence. */
export interface DeepTools {
  /** A word that nobody who wrote the evidence can know. */
  newNonce(): string
  /** The model that is asked, by the request's own key, the account's, or the service's; or why there is none. */
  model(): Promise<ChosenModel | Without>
  /** Asks that model; tokens are counted for the job and its account. */
  ask<T>(purpose: 'llm' | 'vision', question: ReadingQuestion<T>): Promise<ReadingAnswer<T>>
  screenshot(
    url: string,
  ): Promise<{ ok: true; bytes: Uint8Array; mediaType: 'image/png' | 'image/jpeg'; host: string } | Without>
  /** True when pictures can be taken. */
  readonly takesScreenshots: boolean
  /** The number of domains that the registrant holds. */
  countDomains(registrant: string): Promise<{ ok: true; count: number; host: string } | Without>
  companyOf(domain: string): Promise<{ ok: true; company: EnrichmentEvidence | null; host: string } | Without>
}
