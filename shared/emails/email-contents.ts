import { z } from 'zod'
import { BASES } from '../attribution/basis.ts'
import { Warning } from '../attribution/scoring/scoring-result.ts'
import { exportLink } from '../bulk/export-links.ts'
import { type EmailContent, oneLine } from './email-layout.ts'
import { ListReliability, listReliability, reliabilitySentence } from './reliability-words.ts'
import { type LinkEnvironment, unsubscribeUrl } from './unsubscribe.ts'

const count = z.number().int().nonnegative()
const counts = {
  total: count,
  completed: count,
  partial: count,
  failed: count,
  rejected: count,
  stopped: count.default(0),
}
const list = { bulk_job_id: z.string(), name: z.string().nullish(), ...counts }
const answer = { basis: z.enum(BASES).nullish(), warnings: z.array(Warning).nullish() }
const MonitorChange = z.object({
  change_id: z.string(),
  domain: z.string(),
  kinds: z.array(z.string()),
  ...answer,
  diff: z.object({
    operator: z.object({ from: z.string().nullable(), to: z.string().nullable() }).nullable(),
  }),
})
type MonitorChange = z.infer<typeof MonitorChange>
const quota = { used: count, quota: count, period_start: z.string() }

export const EmailPayload = z.discriminatedUnion('template', [
  z.object({
    template: z.literal('bulk_ready'),
    ...list,
    expires: count,
    reliability: ListReliability.optional(),
  }),
  z.object({ template: z.literal('bulk_failed'), ...list }),
  z.object({
    template: z.literal('recharge_failed'),
    pack: z.string(),
    amount_cents: count,
    currency: z.string(),
    message: z.string().nullish(),
  }),
  z.object({
    template: z.literal('recharge_raised'),
    enabled: z.boolean(),
    threshold: count,
    pack: z.string(),
    amount_cents: count,
    currency: z.string(),
    monthly_limit_cents: count.nullable(),
  }),
  z.object({ template: z.literal('monitor_change'), changes: z.array(MonitorChange).min(1) }),
  z.object({ template: z.literal('monitor_changes'), changes: z.array(MonitorChange).min(1) }),
  z.object({ template: z.literal('welcome') }),
  z.object({ template: z.literal('quota_80'), ...quota }),
  z.object({ template: z.literal('quota_100'), ...quota }),
  z.object({
    template: z.literal('digest'),
    week: z.string(),
    analyzed: count,
    attributed: count,
    domains: z.array(z.object({ domain: z.string(), entity: z.string().nullable(), ...answer })),
    changes: z.array(z.object({ domain: z.string(), from: z.string(), to: z.string() })),
    // Changes that monitors found. `total` is their number; `changes` lists only the first ones.
    watched: z
      .object({ total: count, changes: z.array(MonitorChange) })
      .default({ total: 0, changes: [] }),
  }),
])
export type EmailPayload = z.infer<typeof EmailPayload>

/**
 * The setting that switches an email off, or null if no setting can. Null is for emails about the
 * outcome of a customer's request or payment, and about a change that an attacker could have made.
 */
export function preferenceOf(template: EmailPayload['template']): 'digest' | 'lifecycle' | null {
  switch (template) {
    case 'digest':
      return 'digest'
    case 'welcome':
    case 'quota_80':
    case 'quota_100':
      return 'lifecycle'
    case 'bulk_ready':
    case 'bulk_failed':
    case 'recharge_failed':
    case 'recharge_raised':
    // No setting of the account applies, because each monitor has its own setting for emails.
    case 'monitor_change':
    case 'monitor_changes':
      return null
    default:
      return template satisfies never
  }
}

type Of<Template extends EmailPayload['template']> = Extract<EmailPayload, { template: Template }>

const BULK_REASON = 'You get this because a list was analysed with an API key of your account.'
const ACCOUNT_REASON = 'You get this because of your account with the Domain Attribution Service.'

const shownNumber = (value: number) => value.toLocaleString('en-US')

const lineFacts = (payload: Of<'bulk_ready' | 'bulk_failed'>) =>
  [
    ...(payload.name ? [['List', oneLine(payload.name)] as const] : []),
    ['Lines', shownNumber(payload.total)],
    ['Completed', shownNumber(payload.completed)],
    ['Partial', shownNumber(payload.partial)],
    ['Failed (not charged)', shownNumber(payload.failed)],
    ['Rejected (not charged)', shownNumber(payload.rejected)],
    ...(payload.stopped === 0
      ? []
      : [['Stopped (not charged)', shownNumber(payload.stopped)] as const]),
  ] as const

/** Depends only on the arguments, so a second attempt to send the email has the same content. */
export async function emailContentOf(
  accountId: string,
  payload: EmailPayload,
  env: LinkEnvironment,
): Promise<EmailContent> {
  const kind = preferenceOf(payload.template)
  const content = await contentOf(payload, env)
  if (kind === null) return content
  return { ...content, unsubscribeUrl: await unsubscribeUrl(env, accountId, kind) }
}

async function contentOf(payload: EmailPayload, env: LinkEnvironment): Promise<EmailContent> {
  switch (payload.template) {
    case 'bulk_ready':
      return bulkReady(payload, env)
    case 'bulk_failed':
      return bulkFailed(payload, env)
    case 'recharge_failed':
      return rechargeFailed(payload)
    case 'recharge_raised':
      return rechargeRaised(payload)
    case 'monitor_change':
    case 'monitor_changes':
      return monitorChanges(payload, env)
    case 'welcome':
      return welcome(env)
    case 'quota_80':
    case 'quota_100':
      return quotaUsed(payload)
    case 'digest':
      return digest(payload, env)
    default:
      return payload satisfies never
  }
}

async function bulkReady(payload: Of<'bulk_ready'>, env: LinkEnvironment): Promise<EmailContent> {
  const { bulk_job_id: id, name, expires, total } = payload
  const until = new Date(expires * 1_000).toISOString().replace('T', ' ').slice(0, 16)
  const lines = `${shownNumber(total)} ${total === 1 ? 'line' : 'lines'}`
  return {
    subject: name ? `Your list “${oneLine(name)}” is ready` : `Your list of ${lines} is ready`,
    preview: `${shownNumber(payload.completed + payload.partial)} domains have a result.`,
    paragraphs: [
      `The analysis of your list ${id} has ended. The results are ready as CSV and as JSON, ` +
        'one record for each line, and as a STIX 2.1 bundle.',
      ...(payload.reliability === undefined ? [] : listReliability(payload.reliability)),
      `The links work until ${until} UTC.`,
    ],
    facts: lineFacts(payload),
    links: [
      { label: 'Download CSV', url: await exportLink(env, id, 'csv', expires) },
      { label: 'Download JSON', url: await exportLink(env, id, 'json', expires) },
      { label: 'Download STIX', url: await exportLink(env, id, 'stix', expires) },
      { label: 'Download summary', url: await exportLink(env, id, 'summary.json', expires) },
    ],
    reason: BULK_REASON,
  }
}

function bulkFailed(payload: Of<'bulk_failed'>, env: LinkEnvironment): EmailContent {
  const { bulk_job_id: id } = payload
  return {
    subject: 'The results of your list could not be exported',
    preview: 'The analyses themselves are kept.',
    paragraphs: [
      `The analyses of your list ${id} have ended, but their files could not be written, ` +
        'although it was tried several times.',
      'Every result is kept and can be read line by line at the address below. What failed was ' +
        'not charged.',
    ],
    facts: lineFacts(payload),
    links: [
      { label: 'Lines of the list (API)', url: `${env.PUBLIC_URL}/analyze/bulk/${id}/items` },
    ],
    reason: BULK_REASON,
  }
}

const shownMoney = (cents: number, currency: string) =>
  `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`

function rechargeFailed({
  pack,
  amount_cents: cents,
  currency,
  message,
}: Of<'recharge_failed'>): EmailContent {
  const amount = shownMoney(cents, currency)
  return {
    subject: 'Your automatic recharge failed',
    preview: `${amount} could not be charged.`,
    paragraphs: [
      `Your credits ran low, and the card on file could not be charged ${amount} for ` +
        `${oneLine(pack)}.`,
      ...(message === null || message === undefined || message === ''
        ? []
        : [`The bank said: ${oneLine(message)}`]),
      'No money was taken. Analyses go on while your quota or credits last; check the card in ' +
        'the billing settings, or buy a pack by hand.',
    ],
    reason: ACCOUNT_REASON,
  }
}

function rechargeRaised(payload: Of<'recharge_raised'>): EmailContent {
  const {
    enabled,
    threshold,
    pack,
    amount_cents: cents,
    currency,
    monthly_limit_cents: limit,
  } = payload
  return {
    subject: 'Auto-recharge may now spend more',
    preview: 'Somebody who is signed in to your account changed the settings.',
    paragraphs: [
      'The auto-recharge settings of your account were changed, so that your saved card may be ' +
        'charged more than before.',
      'If this was not you, turn auto-recharge off, and sign out all sessions of your account.',
    ],
    facts: [
      ['Auto-recharge', enabled ? 'on' : 'off'],
      ['Pack', `${oneLine(pack)}, ${shownMoney(cents, currency)}`],
      ['Buys when credits fall to', shownNumber(threshold)],
      ['Limit per month', limit === null ? 'none' : shownMoney(limit, currency)],
    ],
    reason: ACCOUNT_REASON,
  }
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  operator_changed: 'the operator changed',
  operator_lost: 'the operator is not known any more',
  operator_found: 'an operator was found',
  registrant_changed: 'the registrant changed',
  registration_ending: 'the registration is ending or on hold',
  domain_dropped: 'the domain is not registered any more',
  domain_reregistered: 'the domain was registered anew',
  transfer_lock_removed: 'the transfer lock was removed',
  registrar_changed: 'the registrar changed',
  nameservers_changed: 'the name servers changed',
  redirect_changed: 'the redirect changed',
  parked: 'the domain was parked',
  expires_soon: 'the registration expires soon',
  renewed: 'the registration was renewed',
}

function changeLine({ domain, kinds, diff, ...reliability }: MonitorChange): string {
  const words = kinds.map((kind) => KIND_WORDS[kind] ?? kind.replaceAll('_', ' ')).join(', ')
  const name = (entity: string | null) => (entity === null ? 'no clear operator' : oneLine(entity))
  const operator =
    diff.operator === null ? '' : ` (${name(diff.operator.from)} → ${name(diff.operator.to)})`
  return `${domain}: ${words}${operator}${reliabilitySentence(reliability)}`
}

function monitorChanges(
  { changes }: Of<'monitor_change' | 'monitor_changes'>,
  env: LinkEnvironment,
): EmailContent {
  const first = changes[0]
  const words =
    first === undefined ? '' : (KIND_WORDS[first.kinds[0] ?? ''] ?? 'a watched fact changed')
  const isOne = changes.length === 1 && first !== undefined
  return {
    subject: isOne
      ? `${first.domain}: ${words}`
      : `${shownNumber(changes.length)} changes of watched domains`,
    preview: isOne ? changeLine(first) : 'Changes that your monitors found since the last email.',
    paragraphs: ['Your monitors found this. Each change was read twice, by two DNS services.'],
    lists: [{ title: isOne ? 'Change' : 'Changes', items: changes.map(changeLine) }],
    links: [{ label: 'See the changes', url: `${env.PUBLIC_URL}/app/changes` }],
    reason:
      'You get this because you watch these domains. Each monitor has a setting for its emails.',
  }
}

function welcome({ PUBLIC_URL }: LinkEnvironment): EmailContent {
  return {
    subject: 'Welcome to the Domain Attribution Service',
    preview: 'Make an API key and ask for your first domain.',
    paragraphs: [
      'Your account is open. Make an API key, then ask who operates a domain: POST /analyze ' +
        'with the domain answers with a job, and the job with ranked operators, each with its ' +
        'evidence.',
      'The names test-corp, test-unknown, test-changing and test-imitation of the sandbox ' +
        'domain have invented answers and cost nothing.',
    ],
    links: [{ label: 'Read the documentation', url: `${PUBLIC_URL}/docs` }],
    reason: ACCOUNT_REASON,
  }
}

function quotaUsed({
  template,
  used,
  quota: limit,
  period_start: start,
}: Of<'quota_80' | 'quota_100'>): EmailContent {
  const all = template === 'quota_100'
  return {
    subject: all ? 'Your monthly quota is used up' : 'You have used 80 % of your monthly quota',
    preview: `${shownNumber(used)} of ${shownNumber(limit)} analyses.`,
    paragraphs: [
      `Of the ${shownNumber(limit)} analyses that your plan includes in the period from ` +
        `${start}, ${shownNumber(used)} are used.`,
      all
        ? 'Further analyses are covered by overage or credits where your account has them, and ' +
          'refused where it has neither.'
        : 'When all are used, further analyses are covered by overage or credits where your ' +
          'account has them.',
    ],
    reason: ACCOUNT_REASON,
  }
}

function digest(
  { week, analyzed, attributed, domains, changes, watched }: Of<'digest'>,
  { PUBLIC_URL }: LinkEnvironment,
): EmailContent {
  const title = (entity: string | null) => (entity === null ? 'no clear operator' : oneLine(entity))
  const further = watched.total - watched.changes.length
  return {
    subject: `Your week in domains: ${shownNumber(analyzed)} analysed`,
    preview: previewOf(changes.length, watched.total),
    paragraphs: [
      `In the week until ${week} you analysed ${shownNumber(analyzed)} domains, and ` +
        `${shownNumber(attributed)} of them have a clear operator.`,
      changes.length === 0
        ? 'None of the domains that you analysed before was seen with another operator.'
        : '',
    ].filter((text) => text !== ''),
    lists: [
      ...(watched.total === 0
        ? []
        : [
            {
              title: 'Found by your monitors',
              items: [
                ...watched.changes.map(changeLine),
                ...(further === 0 ? [] : [`and ${shownNumber(further)} more`]),
              ],
            },
          ]),
      ...(changes.length === 0
        ? []
        : [
            {
              title: 'Operator changed since you last looked',
              items: changes.map(
                ({ domain, from, to }) => `${domain}: ${oneLine(from)} → ${oneLine(to)}`,
              ),
            },
          ]),
      ...(domains.length === 0
        ? []
        : [
            {
              title: 'Latest analyses',
              items: domains.map(
                ({ domain, entity, ...reliability }) =>
                  `${domain}: ${title(entity)}${reliabilitySentence(reliability)}`,
              ),
            },
          ]),
    ],
    ...(watched.total === 0
      ? {}
      : { links: [{ label: 'See the changes', url: `${PUBLIC_URL}/app/changes` }] }),
    reason:
      'You get this every week in which you analysed something, or one of your domains changed.',
  }
}

function previewOf(operators: number, watched: number): string {
  if (watched > 0)
    return `Your monitors found ${shownNumber(watched)} ${watched === 1 ? 'change' : 'changes'}.`
  return operators === 0 ? 'No operator has changed.' : `${operators} changes of operator.`
}
