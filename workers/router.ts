import { OpenAPIHono } from '@hono/zod-openapi'
import type { OpenAPIObject } from 'openapi3-ts/oas31'
import type { Caller, Holder } from '../shared/platform/caller.ts'
import type { RequestServices } from './services.ts'

/** The type of every application and context. */
export interface AppEnv {
  Bindings: {
    /** The environment as the runtime gives it. */
    environment: object
    /** A caller that this Worker has proven itself; no header can set it. */
    proven: { holder: Holder } | undefined
  }
  Variables: {
    requestId: string
    services: RequestServices
    /** Set on routes that ask for a credential, which type it as present. */
    caller: Caller | undefined
    /** The description of the application that serves this request. */
    document: () => OpenAPIObject
  }
}

/** A family of routes, which `createApp` can mount alone or with others. */
export type Family = OpenAPIHono<AppEnv>

export const router = (): Family => new OpenAPIHono<AppEnv>()
