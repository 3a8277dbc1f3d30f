import { z } from 'zod'
import { DAY_MS } from '../platform/clock.ts'

const text = z.string()
const instant = z.string().nullable()

/** One format for the answers of RDAP and WHOIS. Missing, hidden and "REDACTED" values are null. */
export const RegistrationRecord = z.object({
  domain: text,
  outcome: z.enum(['registered', 'not_found', 'reserved', 'throttled', 'unavailable']),
  registrant: z.object({
    organization: text.nullable(),
    name: text.nullable(),
    country: text.nullable(),
    email_domain: text.nullable(),
  }),
  registrar: z.object({
    name: text.nullable(),
    iana_id: text.nullable(),
    url: text.nullable(),
    // Missing in older stored records.
    abuse_email: text.nullable().default(null),
    abuse_phone: text.nullable().default(null),
  }),
  name_servers: z.array(text),
  statuses: z.array(text),
  created_at: instant,
  updated_at: instant,
  expires_at: instant,
  // `redacted`: the registry hides the registrant. `proxy`: a privacy service is named instead.
  // `absent`: the record contains no registrant.
  privacy: z.enum(['none', 'redacted', 'proxy', 'absent']),
  privacy_service: text.nullable(),
  dnssec: z.boolean().nullable(),
  source: z.enum(['rdap', 'whois']),
  servers: z.array(text),
})
export type RegistrationRecord = z.infer<typeof RegistrationRecord>

/**
 * Shortest age of a registration at which the records of others are about its present holder. They
 * can name a domain for months after its company has given it up and somebody else has taken it.
 */
export const HELD_DAYS_MIN = 365

/** `at`: milliseconds since 1970. False if the date of the registration is unknown. */
export const isHeldLong = (createdAt: string | null | undefined, at: number): boolean =>
  at - Date.parse(createdAt ?? '') >= HELD_DAYS_MIN * DAY_MS
