import { OpenAPIHono } from '@hono/zod-openapi'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Proof } from '../shared/accounts/credentials.ts'
import type { Caller } from '../shared/platform/caller.ts'
import type { RequestServices } from './services.ts'

/**
 * Caller of a request inside a request. Only code sets these values, never a request header, so a
 * client cannot forge them. The outer request has read the credential, and counts failed attempts;
 * the inner request checks an API key in Postgres.
 */
export interface ProvenCaller {
  proof: Proof
  /**
   * True if the outer request has already been counted against the limit of requests per minute.
   */
  isCounted?: boolean
  /**
   * Highest number of credits that the request may charge. A request that may charge more is
   * refused as a whole.
   */
  creditsMax?: number
  /**
   * Called when the account is known and the request is counted, with the headers of the rate
   * limit.
   */
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
    /**
     * Handles another request of this application for a caller of this request, without a network
     * call.
     */
    dispatch: (request: Request, proven: ProvenCaller) => Promise<Response>
  }
}

/**
 * Group of related API routes, for example all routes of bulk jobs. An application can contain one
 * group or several groups.
 */
export type Family = OpenAPIHono<AppEnv>

export const router = (): Family => new OpenAPIHono<AppEnv>()
