import { z } from 'zod'

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
  registrar: z.object({ name: text.nullable(), iana_id: text.nullable(), url: text.nullable() }),
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
