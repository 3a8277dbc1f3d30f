import type { Caller } from './caller.ts'
import { newIdentifier } from './identifiers.ts'

/** Caller and request that changed the data of an account. The audit log stores both. */
export interface RequestOrigin {
  account_id: string
  key_id: string | null
  /**
   * Network of the client's IP address (/24 for IPv4, /48 for IPv6), or null if unknown. The full
   * address is not stored, because it is personal data.
   */
  address_prefix: string | null
  request_id: string
}

/**
 * Repeated attempts at the same change have the same audit_id, so the audit log stores the change
 * only once.
 */
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
