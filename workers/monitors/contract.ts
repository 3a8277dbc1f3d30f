import { z } from '@hono/zod-openapi'
import { KINDS, type Kind, SEVERITIES } from '../../shared/monitors/kinds.ts'
import {
  CADENCES,
  Change,
  CREDIT_LIMIT_MAX,
  LABEL_CHARACTERS_MAX,
  MONITOR_STATUSES,
  Monitor,
  OPEN_CHANGES_MAX,
  PASSIVE_MONITOR,
  REANALYZE_DAYS,
  ShownFingerprint,
  VERDICTS,
} from '../../shared/monitors/monitor.ts'
import { CallbackUrl, DomainText, idOf, WebAddress } from '../../shared/platform/http/fields.ts'
import { givenName } from '../../shared/platform/http/given-name.ts'
import { givenNote } from '../../shared/platform/http/given-note.ts'
import { requireFewValues } from '../../shared/platform/http/json-size.ts'
import {
  optionalQueryFlag,
  queryNumber,
  queryOffset,
} from '../../shared/platform/http/query-parameters.ts'
import { enveloped, file, jsonBody, POLLED } from '../../shared/platform/http/responses.ts'
import { isIdentifier } from '../../shared/platform/identifiers.ts'
import { endpoint } from '../endpoint.ts'

const tags = ['Monitors']

const DOMAINS_MAX = 100
export const CSV_LINES_MAX = 10_000
const BODY_BYTES_MAX = 4 * 1024 * 1024
// Largest number of values that a JSON body may have besides its domains, for example the kinds to
// watch.
const OTHER_VALUES_MAX = 60

const watch = z
  .array(z.enum(KINDS))
  .min(1, 'must name at least one kind')
  .max(KINDS.length)
  .transform((kinds): Kind[] => KINDS.filter((kind) => kinds.includes(kind)))
const label = givenName(LABEL_CHARACTERS_MAX)
const creditLimit = z.number().int().min(0).max(CREDIT_LIMIT_MAX)
const reanalyzeDays = z.union(
  REANALYZE_DAYS.map((days) => z.literal(days)),
  { error: `must be ${REANALYZE_DAYS.join(', ')} or null` },
)

const settings = {
  cadence: z.enum(CADENCES).optional(),
  watch: watch.optional(),
  label: label.nullable().optional(),
  email: z.boolean().optional(),
  passive: z.boolean().optional().openapi({ description: PASSIVE_MONITOR }),
  callback_url: CallbackUrl.nullable().optional(),
  reanalyze_days: reanalyzeDays.nullable().optional(),
  monthly_credit_limit: creditLimit.optional(),
}

export const AddMonitorsRequest = z
  .strictObject({
    domains: z.array(DomainText).min(1, 'must hold at least one domain').max(DOMAINS_MAX),
    ...settings,
  })
  .openapi('AddMonitorsRequest')

const PatchMonitorRequest = z
  .strictObject({ ...settings, status: z.enum(['active', 'paused']).optional() })
  .openapi('PatchMonitorRequest')

const wholeNumber = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number)

export const CsvSettings = z.strictObject({
  cadence: settings.cadence,
  watch: z
    .string()
    .transform((list) => list.split(',').map((kind) => kind.trim()))
    .pipe(watch)
    .optional()
    .openapi({ type: 'string', maxLength: 1_000, description: 'Kinds, separated by commas.' }),
  label: label.optional(),
  email: optionalQueryFlag(),
  passive: optionalQueryFlag(),
  callback_url: CallbackUrl.optional(),
  reanalyze_days: wholeNumber
    .pipe(reanalyzeDays)
    .optional()
    .openapi({ type: 'integer', enum: [...REANALYZE_DAYS] }),
  monthly_credit_limit: wholeNumber
    .pipe(creditLimit)
    .optional()
    .openapi({ type: 'integer', minimum: 0, maximum: CREDIT_LIMIT_MAX }),
})

const Rejected = z.object({
  domain: z.string(),
  error: z.object({ code: z.string(), message: z.string() }),
})

export const addMonitors = endpoint({
  method: 'post',
  path: '/monitors',
  operationId: 'createMonitors',
  credential: 'bearer or key',
  bodyBytesMax: BODY_BYTES_MAX,
  bodyTypes: ['application/json', 'text/csv'],
  requireJsonSize: (body) => requireFewValues(body, DOMAINS_MAX + OTHER_VALUES_MAX),
  tags,
  summary: 'Watch domains, and change the monitors of domains that are watched already',
  description:
    'A text/csv body has one domain or URL per line, at most 10,000 lines; its first column ' +
    'counts, and the settings are query parameters, which a JSON body does not take. For a ' +
    'domain with a monitor, only the given settings change. If the registry of a domain cannot carry so many checks, its monitor is ' +
    'checked more rarely (`cadence_effective`), or rejected with the code REGISTRY_FULL if the ' +
    'registry cannot even carry weekly checks. Checks are free. The first full analysis, and one ' +
    'after each confirmed ' +
    'change, are charged like any analysis.',
  request: {
    query: CsvSettings,
    body: {
      content: {
        'application/json': { schema: AddMonitorsRequest },
        'text/csv': { schema: z.string().openapi({ maxLength: BODY_BYTES_MAX }) },
      },
    },
  },
  responses: {
    200: enveloped(
      z
        .object({ monitors: z.array(Monitor), rejected: z.array(Rejected) })
        .openapi('AddMonitorsResponse'),
      'The monitors in the order of the request, and the domains that have none.',
    ),
  },
  refuses: ['CADENCE_NOT_ALLOWED'],
})

export function isCsv(request: Request): boolean {
  return /^\s{0,9}text\/csv\b/i.test(request.headers.get('content-type') ?? '')
}

export const listMonitors = endpoint({
  method: 'get',
  path: '/monitors',
  operationId: 'listMonitors',
  credential: 'bearer or key',
  tags,
  summary: 'List the monitors of the account, newest first',
  description: '`status`, `label` and `domain` select exact values.',
  request: {
    query: z.object({
      limit: queryNumber(1, 100, 20),
      offset: queryOffset(),
      status: z.enum(MONITOR_STATUSES).optional(),
      label: z.string().min(1).max(1_000).optional(),
      domain: z.string().max(1_000).optional(),
      changed_days: z
        .string()
        .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999')
        .transform(Number)
        .optional()
        .openapi({
          type: 'integer',
          minimum: 1,
          maximum: 999,
          description: 'Only monitors that found a change in this number of days.',
        }),
    }),
  },
  responses: {
    200: enveloped(
      z.object({ monitors: z.array(Monitor) }).openapi('MonitorListResponse'),
      'A page of monitors.',
      'paged',
    ),
  },
  refuses: ['INVALID_DOMAIN'],
})

const monitorCount = z.number().int().min(0)

export const getMonitorSummary = endpoint({
  method: 'get',
  path: '/monitors/summary',
  operationId: 'getMonitorSummary',
  credential: 'bearer or key',
  tags,
  summary: 'Count the monitors of the account, their open changes and the places that they use',
  description:
    'Each monitor outside the sandbox needs a place. `places.included` come with the tier; each ' +
    'further one costs one credit for 30 days, and a place that is paid stays with the account.',
  responses: {
    200: enveloped(
      z
        .object({
          monitors: z.object({
            total: monitorCount,
            baselining: monitorCount,
            active: monitorCount,
            paused: monitorCount,
            unmonitorable: monitorCount,
            changed_this_week: monitorCount.openapi({
              description: 'Monitors that found a change in the last 7 days.',
            }),
          }),
          open_changes: monitorCount.openapi({
            description: `Changes that are not acknowledged, at most ${OPEN_CHANGES_MAX}.`,
          }),
          places: z.object({
            included: monitorCount,
            used: monitorCount,
            paid: monitorCount.openapi({ description: 'Places that are paid for now.' }),
          }),
          planned_analyses: monitorCount.openapi({
            description: 'Analyses that `reanalyze_days` starts in 30 days.',
          }),
          has_feed: z.boolean().openapi({ description: 'True if the Atom feed has an address.' }),
        })
        .openapi('MonitorSummary'),
      'The counts.',
    ),
  },
})

const anyId = z.object({ monitor_id: z.string() })
const monitorId = z.object({
  monitor_id: idOf('mon', 'a monitor'),
})

const MonitorWithFingerprint = z
  .object({ ...Monitor.shape, fingerprint: z.union([ShownFingerprint, z.null()]) })
  .openapi('MonitorWithFingerprint')

export const getMonitor = endpoint({
  method: 'get',
  path: '/monitors/{monitor_id}',
  operationId: 'getMonitor',
  credential: 'bearer or key',
  tags,
  summary: 'Show one monitor with the facts that it compares',
  description: '`fingerprint` has the facts of the last confirmed reading.',
  request: { params: anyId },
  responses: { 200: enveloped(MonitorWithFingerprint, 'The monitor.') },
  refuses: ['NOT_FOUND'],
})

export const patchMonitor = endpoint({
  method: 'patch',
  path: '/monitors/{monitor_id}',
  operationId: 'updateMonitor',
  credential: 'bearer or key',
  tags,
  summary: 'Change the settings of a monitor, pause it or resume it',
  description:
    'Only the given fields change. A null clears label, callback_url and reanalyze_days. ' +
    'A monitor that is checked more rarely than its cadence returns to it when its cadence is ' +
    'given again, or in the next night, if its registry can carry that.',
  request: { params: monitorId, body: jsonBody(PatchMonitorRequest) },
  responses: { 200: enveloped(Monitor, 'The changed monitor.') },
  refuses: ['NOT_FOUND', 'CADENCE_NOT_ALLOWED', 'MONITOR_LIMIT_REACHED', 'REGISTRY_FULL'],
})

export const deleteMonitor = endpoint({
  method: 'delete',
  path: '/monitors/{monitor_id}',
  operationId: 'deleteMonitor',
  credential: 'bearer or key',
  tags,
  summary: 'Delete a monitor; its changes stay',
  description: 'Its slot becomes free.',
  request: { params: monitorId },
  responses: {
    200: enveloped(
      z
        .object({ monitor_id: z.string(), deleted: z.literal(true) })
        .openapi('MonitorDeletedResponse'),
      'The monitor is deleted.',
    ),
  },
  refuses: ['NOT_FOUND'],
})

export const checkMonitor = endpoint({
  method: 'post',
  path: '/monitors/{monitor_id}/check',
  operationId: 'checkMonitor',
  credential: 'bearer or key',
  idempotent: true,
  tags,
  summary: 'Analyze the domain of a monitor now, and compare its operator',
  description:
    'Starts a full analysis, which is charged like any other. Its result is compared with the ' +
    'baseline. The facts of the domain are read again soon, too.',
  request: { params: monitorId },
  responses: {
    202: {
      ...enveloped(
        z.object({ job_id: z.string() }).openapi('MonitorCheckResponse'),
        'The analysis is queued.',
      ),
      headers: POLLED,
    },
  },
  refuses: ['NOT_FOUND', 'QUOTA_EXCEEDED', 'DISPATCH_FAILED'],
})

const cursor = z
  .string()
  .refine((id) => isIdentifier('chg', id), 'must be a next_cursor of this list')
  .optional()
  .openapi({ maxLength: 30 })
const limit = queryNumber(1, 100, 20)

const ChangesResponse = z
  .object({ changes: z.array(Change), next_cursor: z.string().nullable() })
  .openapi('ChangesResponse')

export const monitorChanges = endpoint({
  method: 'get',
  path: '/monitors/{monitor_id}/changes',
  operationId: 'listMonitorChanges',
  credential: 'bearer or key',
  tags,
  summary: 'List the changes that a monitor found, newest first',
  description: 'Pass `next_cursor` as `before` to read the next page.',
  request: { params: anyId, query: z.object({ limit, before: cursor }) },
  responses: { 200: enveloped(ChangesResponse, 'A page of changes.') },
  refuses: ['NOT_FOUND'],
})

export const listChanges = endpoint({
  method: 'get',
  path: '/changes',
  operationId: 'listChanges',
  credential: 'bearer or key',
  tags,
  summary: 'List the changes that all monitors of the account found, newest first',
  description: 'A change is deleted after 400 days.',
  request: {
    query: z.object({
      limit,
      before: cursor,
      kind: z.enum(KINDS).optional(),
      severity: z.enum(SEVERITIES).optional(),
      label: z.string().min(1).max(1_000).optional(),
      domain: z.string().max(1_000).optional(),
      acknowledged: optionalQueryFlag(),
    }),
  },
  responses: { 200: enveloped(ChangesResponse, 'A page of changes.') },
  refuses: ['INVALID_DOMAIN'],
})

export const acknowledgeChange = endpoint({
  method: 'post',
  path: '/changes/{change_id}/acknowledge',
  operationId: 'acknowledgeChange',
  credential: 'bearer or key',
  tags,
  summary: 'Say if a change was expected',
  description:
    'An expected change silences the same kinds with the same values for 90 days. A wrong one ' +
    'also opens feedback on the analysis of the change. A second call replaces the first.',
  request: {
    params: z.object({
      change_id: idOf('chg', 'a change'),
    }),
    body: jsonBody(
      z
        .strictObject({ verdict: z.enum(VERDICTS), note: givenNote.optional() })
        .openapi('AcknowledgeRequest'),
    ),
  },
  responses: { 200: enveloped(Change, 'The change.') },
  refuses: ['NOT_FOUND'],
})

export const createFeed = endpoint({
  method: 'post',
  path: '/monitors/feed',
  operationId: 'createFeed',
  credential: 'bearer or key',
  tags,
  summary: 'Create the address of the Atom feed of changes; an earlier address stops working',
  description: 'Keep the address secret: whoever knows it can read the changes.',
  responses: {
    200: enveloped(
      z.object({ feed_url: WebAddress }).openapi('FeedResponse'),
      'The address. Only this response contains it; whoever knows it can read the changes.',
    ),
  },
})

export const deleteFeed = endpoint({
  method: 'delete',
  path: '/monitors/feed',
  operationId: 'deleteFeed',
  credential: 'bearer or key',
  tags,
  summary: 'Delete the address of the feed',
  description: 'Readers of the address get 404 from now on.',
  responses: {
    200: enveloped(
      z.object({ deleted: z.literal(true) }).openapi('FeedDeletedResponse'),
      'The feed is gone.',
    ),
  },
})

export const readFeed = endpoint({
  method: 'get',
  path: '/feeds/{file}',
  operationId: 'getFeed',
  credential: 'none',
  tags,
  summary: 'Read the newest 50 changes as an Atom feed (RFC 4287)',
  description: 'Send the `ETag` in `If-None-Match` to get 304 while nothing has changed.',
  request: {
    params: z.object({
      file: z
        .string()
        .openapi({ maxLength: 64, description: 'The token of the feed and `.atom`.' }),
    }),
    headers: z.object({ 'if-none-match': z.string().max(1_000).optional() }),
  },
  responses: {
    200: file('The feed.', { 'application/atom+xml': { schema: z.string() } }),
    304: { description: 'The feed has not changed.' },
  },
  refuses: ['NOT_FOUND'],
})
