import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server'
import { readWithinAddressLimit } from '../../shared/accounts/address-limit.ts'
import {
  holderOf,
  nameOfProof,
  type Proof,
  proofOf,
  recordKeyUse,
} from '../../shared/accounts/credentials.ts'
import { countRequest } from '../../shared/accounts/rate-limit.ts'
import type { Caller } from '../../shared/platform/caller.ts'
import { PublicError } from '../../shared/platform/http/errors.ts'
import { addressPrefixOf } from '../../shared/platform/http/request-id.ts'
import type { ProvenCaller } from '../router.ts'
import type { RequestServices } from '../services.ts'

/**
 * Refuses requests that a web page of another site sends. Such a page could reach a service on the
 * user's own machine by a host name that it controls (DNS rebinding). So the header Host must name
 * this service, and the header Origin too if it is present. Throws PublicError FORBIDDEN.
 */
export function requireOwnHost(request: Request, publicUrl: string): void {
  const own = new URL(publicUrl)
  const host = validateHostHeader(request.headers.get('host'), [
    own.hostname,
    ...localhostAllowedHostnames(),
  ])
  if (!host.ok) throw new PublicError('FORBIDDEN', 'The header Host does not name this service.')
  const origin = request.headers.get('origin')
  if (origin === null || origin === own.origin) return
  throw new PublicError('FORBIDDEN', 'The header Origin does not name this service.')
}

/**
 * Caller of one message. The account is read only once: by the first inner request or by `accept`.
 */
export interface McpCaller {
  /**
   * Reads the account and counts the message, unless both have already happened. Throws PublicError
   * UNAUTHORIZED or RATE_LIMITED.
   */
  accept(): Promise<void>
  next(): ProvenCaller
}

type OnAccepted = NonNullable<ProvenCaller['onAccepted']>

/**
 * Reads the API key of a message and answers it. A person's access token is refused, so that an
 * agent gets no more rights than an API key has. `answer` must read the account before it returns,
 * because each unknown key counts against the limit of the client's network. Throws PublicError
 * UNAUTHORIZED or RATE_LIMITED.
 */
export function withCaller(
  services: RequestServices,
  request: Request,
  {
    onAccepted,
    answer,
  }: { onAccepted: OnAccepted; answer: (caller: McpCaller) => Promise<Response> },
): Promise<Response> {
  return readWithinAddressLimit(services, request, {
    prove: () => proofOf(services, request, 'key'),
    nameOf: nameOfProof,
    read: (proof) => answer(callerOf(services, request, proof, onAccepted)),
  })
}

function callerOf(
  services: RequestServices,
  request: Request,
  proof: Proof,
  onAccepted: OnAccepted,
): McpCaller {
  let known: Caller | undefined
  const accepted: OnAccepted = (caller, rate) => {
    known = caller
    onAccepted(caller, rate)
  }
  return {
    async accept() {
      if (known !== undefined) return
      const holder = await holderOf(services, proof)
      recordKeyUse(services, holder)
      const caller = { ...holder, addressPrefix: addressPrefixOf(request), creditsMax: null }
      accepted(caller, await countRequest(services.env, caller, Date.now(), services.requestId))
    },
    next: () =>
      known === undefined
        ? { proof, onAccepted: accepted }
        : { proof: { holder: known }, isCounted: true },
  }
}
