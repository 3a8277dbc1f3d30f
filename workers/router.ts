import { OpenAPIHono } from '@hono/zod-openapi'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Proof } from '../shared/accounts/credentials.ts'
import type { Caller } from '../shared/platform/caller.ts'
import type { RequestServices } from './services.ts'

/**
 * Code sets the caller of an inner request, never a request header, so a client cannot forge it.
 * The outer request has read the credential and counts failed attempts; the inner request checks an
 * API key in Postgres.
 */
export interface ProvenCaller {
  proof: Proof
  isCounted?: boolean
  /** A request that may charge more credits is refused as a whole. */
  creditsMax?: number
  /** `rate`: headers of the rate limit. */
  onAccepted?: (caller: Caller, rate: Record<string, string>) => void
}

export interface AppEnv {
  Bindings: {
    environment: object
    proven: ProvenCaller | undefined
  }
  Variables: {
    requestId: string
    services: RequestServices
    caller: Caller | undefined
    document: () => OpenAPIObject
    dispatch: (request: Request, proven: ProvenCaller) => Promise<Response>
  }
}

export type Family = OpenAPIHono<AppEnv>

export const router = (): Family => new OpenAPIHono<AppEnv>()
