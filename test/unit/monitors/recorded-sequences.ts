import {
  LOW_KINDS,
  NEW_NAME_SERVERS,
  NEW_REDIRECTS,
  PARKED_PAGES,
} from './sequences/dns-and-web-changes.ts'
import {
  QUIET_ADDRESSES,
  QUIET_MAIL_AND_TEXTS,
  QUIET_NAME_SERVERS,
  QUIET_RESOLVERS,
} from './sequences/quiet-dns.ts'
import {
  QUIET_REDACTIONS,
  QUIET_REGISTRIES,
  QUIET_SPELLINGS,
  QUIET_STATUSES,
} from './sequences/quiet-registration.ts'
import { QUIET_TLS_CERTIFICATES, QUIET_WEB } from './sequences/quiet-web.ts'
import {
  DROPS,
  EXPIRIES,
  NEW_REGISTRANTS,
  RENEWALS,
  TRANSFERS,
} from './sequences/registration-changes.ts'

/**
 * Sequences that must raise no alert: neither the operator changes nor a fact that monitors watch
 * by default.
 */
export const QUIET_SEQUENCES = [
  ...QUIET_REDACTIONS,
  ...QUIET_SPELLINGS,
  ...QUIET_STATUSES,
  ...QUIET_REGISTRIES,
  ...QUIET_RESOLVERS,
  ...QUIET_ADDRESSES,
  ...QUIET_NAME_SERVERS,
  ...QUIET_MAIL_AND_TEXTS,
  ...QUIET_WEB,
  ...QUIET_TLS_CERTIFICATES,
]

export const CHANGING_SEQUENCES = [
  ...RENEWALS,
  ...TRANSFERS,
  ...NEW_REGISTRANTS,
  ...DROPS,
  ...EXPIRIES,
  ...NEW_NAME_SERVERS,
  ...NEW_REDIRECTS,
  ...PARKED_PAGES,
  ...LOW_KINDS,
]
