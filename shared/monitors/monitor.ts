import { Day, Time, WebAddress } from '../platform/http/fields.ts'
import { z } from '../platform/http/zod-openapi.ts'
import { KINDS, SEVERITIES } from './kinds.ts'

export const CADENCES = ['hourly', 'daily', 'weekly'] as const
export type Cadence = (typeof CADENCES)[number]
export const MONITOR_STATUSES = ['baselining', 'active', 'paused', 'unmonitorable'] as const
/** The status `unpaid` means that the monitor has lost its slot. The API shows it as `paused`. */
export const STORED_MONITOR_STATUSES = [...MONITOR_STATUSES, 'unpaid'] as const
export const ANALYSIS_STATES = ['done', 'pending', 'not_covered', 'not_needed'] as const
export const MONITOR_ERRORS = [
  'QUOTA_EXCEEDED',
  'MONITOR_LIMIT_REACHED',
  'BASELINE_FAILED',
  'NO_READING',
] as const
export const VERDICTS = ['expected', 'unexpected', 'wrong'] as const
export const REANALYZE_DAYS = [7, 30, 90] as const
export const LABEL_CHARACTERS_MAX = 64
export const CREDIT_LIMIT_MAX = 1_000
/** Open changes are counted up to this number. */
export const OPEN_CHANGES_MAX = 1_000

export const PASSIVE_MONITOR =
  "Checks and analyses send nothing to the domain's own hosts. The facts of its site " +
  '(`redirect`, `parked`) are then null, and no change of them is reported.'

export const Baseline = z
  .object({
    job_id: z
      .string()
      .nullable()
      .openapi({ description: 'The job, if it belongs to the account of the caller; else null.' }),
    entity: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    outcome: z.enum(['attributed', 'ambiguous', 'no_clear_entity']),
    taken_at: Time,
  })
  .openapi('MonitorBaseline')

/** A fact is null if no reading has found it yet, or if it does not exist. */
export const ShownFingerprint = z
  .object({
    digest: z
      .string()
      .openapi({ description: 'SHA-256 of the facts as canonical JSON (RFC 8785), hexadecimal.' }),
    registrar: z
      .string()
      .nullable()
      .openapi({ description: 'IANA id of the registrar, or its name without an id.' }),
    registrant: z
      .string()
      .nullable()
      .openapi({ description: 'Normalised organisation; null when it is hidden.' }),
    registered_at: Day.nullable(),
    expires_at: Day.nullable(),
    locks: z.array(z.string()).nullable(),
    nameservers: z
      .array(z.string())
      .nullable()
      .openapi({ description: 'Registrable domains of the name servers.' }),
    primary_nameserver: z.string().nullable(),
    mail: z.array(z.string()).nullable(),
    redirect: z.string().nullable(),
    alias: z
      .string()
      .nullable()
      .openapi({ description: 'Registrable domain of the CNAME target.' }),
    networks: z
      .array(z.number().int())
      .nullable()
      .openapi({ description: 'AS numbers of the addresses.' }),
    parked: z.boolean().nullable(),
    certificate_organization: z.string().nullable(),
  })
  .openapi('MonitorFingerprint')
export type ShownFingerprint = z.infer<typeof ShownFingerprint>

export const Monitor = z
  .object({
    monitor_id: z.string(),
    domain: z.string(),
    status: z.enum(MONITOR_STATUSES),
    cadence: z.enum(CADENCES),
    cadence_effective: z.enum(CADENCES).openapi({
      description: 'Cadence of the checks: `cadence`, or a longer one that the registry can carry.',
    }),
    watch: z.array(z.enum(KINDS)),
    label: z.string().nullable(),
    email: z.boolean(),
    passive: z.boolean().openapi({ description: PASSIVE_MONITOR }),
    callback_url: WebAddress.nullable(),
    reanalyze_days: z.union([z.literal(7), z.literal(30), z.literal(90), z.null()]),
    monthly_credit_limit: z.number().int(),
    credits_this_month: z.number().int(),
    baseline: z.union([Baseline, z.null()]),
    last_checked_at: Time.nullable(),
    next_check_at: Time.nullable(),
    last_changed_at: Time.nullable(),
    last_error: z.string().nullable(),
    created_at: Time,
  })
  .openapi('Monitor')
export type Monitor = z.infer<typeof Monitor>

const moved = z.object({ from: z.string().nullable(), to: z.string().nullable() })
const listMoved = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** The facts that changed. A member is null if its fact did not change. Dates are ISO 8601. */
export const ChangeDiff = z
  .object({
    operator: z.union([
      moved.extend({
        confidence_from: z.number().nullable(),
        confidence_to: z.number().nullable(),
      }),
      z.null(),
    ]),
    registrant: z.union([moved, z.null()]),
    registrar: z.union([moved, z.null()]),
    nameservers: z.union([listMoved, z.null()]),
    redirect: z.union([moved, z.null()]),
    status: z.union([listMoved, z.null()]),
    expires_at: z.union([moved, z.null()]),
  })
  .openapi('ChangeDiff')
export type ChangeDiff = z.infer<typeof ChangeDiff>

export const ChangeEvidence = z
  .object({
    source: z.string(),
    before: z.string().nullable(),
    after: z.string().nullable(),
    collected_at: Time,
  })
  .openapi('ChangeEvidence')
export type ChangeEvidence = z.infer<typeof ChangeEvidence>

export const Change = z
  .object({
    change_id: z.string(),
    monitor_id: z.string(),
    domain: z.string(),
    severity: z.enum(SEVERITIES),
    kinds: z.array(z.enum(KINDS)),
    detected_at: Time,
    confirmed_at: Time,
    diff: ChangeDiff,
    evidence: z.array(ChangeEvidence),
    job_id: z.string().nullable(),
    job_id_before: z.string().nullable(),
    analysis: z.enum(ANALYSIS_STATES),
    acknowledged: z.union([z.object({ verdict: z.enum(VERDICTS), at: Time }), z.null()]),
  })
  .openapi('Change')
export type Change = z.infer<typeof Change>
