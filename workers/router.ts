import { OpenAPIHono } from '@hono/zod-openapi'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Caller, Holder } from '../shared/platform/caller.ts'
import type { RequestServices } from './services.ts'

export interface AppEnv {
  Bindings: {
    environment: object
    /**
     * Account that the calling Worker has already authenticated. Only code sets this value, never a request header, so a client cannot
     * forge it.
     */
    proven: { holder: Holder } | undefined
  }
  Variables: {
    requestId: string
    services: RequestServices
    caller: Caller | undefined
    document: () => OpenAPIObject
    /** Handles another request of this application for an account that is already authenticated, without a network call. */
    dispatch: (request: Request, holder: Holder) => Promise<Response>
  }
}

/** Group of related API routes, for example all routes of bulk jobs. An application can contain one group or several groups. */
export type Family = OpenAPIHono<AppEnv>

export const router = (): Family => new OpenAPIHono<AppEnv>()
