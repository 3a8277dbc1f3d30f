import { OpenAPIHono } from '@hono/zod-openapi'
import type { ValidationTargets } from 'hono'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Proof } from '../shared/accounts/credentials.ts'
import type { Caller } from '../shared/platform/caller.ts'
import type { RequestServices } from './services.ts'

/**
 * Caller of a request that another route or Worker makes inside the process. Only code can set it,
 * never a request header, so a client cannot forge it. The outer request has read the credential
 * and counts failed attempts. The inner request checks an API key in Postgres.
 */
export interface ProvenCaller {
  proof: Proof
  isCounted?: boolean
  /** If the request could charge more credits than this, it is refused as a whole. */
  creditsMax?: number
  /** Called when the caller is accepted. `rate` has the headers of the rate limit. */
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
    /** Names of the fields and parameters that the route has. */
    known: Partial<Record<keyof ValidationTargets, readonly string[]>> | undefined
    document: () => OpenAPIObject
    dispatch: (request: Request, proven: ProvenCaller) => Promise<Response>
  }
}

export type Family = OpenAPIHono<AppEnv>

export const router = (): Family => new OpenAPIHono<AppEnv>()
