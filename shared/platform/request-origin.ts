import type { Caller } from './caller.ts'
import { newIdentifier } from './identifiers.ts'

/** The audit log stores these fields with each change. */
export interface RequestOrigin {
  account_id: string
  key_id: string | null
  /** Network of the client's address: /24 for IPv4, /48 for IPv6, null if unknown. */
  address_prefix: string | null
  request_id: string
}

/** Attempts at the same change have the same `audit_id`, so the log stores the change once. */
export interface AuditOrigin extends RequestOrigin {
  audit_id: string
}

export function requestOriginOf(
  { requestId }: { requestId: string },
  caller: Caller,
): RequestOrigin {
  const { accountId, keyId, addressPrefix } = caller
  return {
    account_id: accountId,
    key_id: keyId,
    address_prefix: addressPrefix,
    request_id: requestId,
  }
}

export function auditOriginOf(doer: RequestOrigin): AuditOrigin {
  return { ...doer, audit_id: newIdentifier('aud') }
}
