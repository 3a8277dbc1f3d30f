import { describe, expect, test } from 'vitest'
import { emailContentOf } from '../../../shared/emails/email-contents.ts'
import { escapeHtml, oneLine } from '../../../shared/emails/email-layout.ts'
import { EmailPayload, preferenceOf } from '../../../shared/emails/email-payload.ts'
import { composed } from '../../../shared/emails/send-email.ts'

const settings = { PUBLIC_URL: 'https://api.example', EXPORT_LINK_KEY: 'k'.repeat(32) }
const ACCOUNT = 'usr_01jz3c9m4wf5h8x2q6t7v0n1ke'
const counts = {
  total: 10_000,
  completed: 9_000,
  partial: 500,
  failed: 300,
  rejected: 200,
  stopped: 0,
}
const quota = { used: 40, quota: 50, period_start: '2026-01-01' }

const WATCHED = {
  change_id: 'chg_1',
  domain: 'd.com',
  kinds: ['operator_changed', 'registrar_changed'],
  diff: { operator: { from: 'Old\r\nBcc: x@y.z', to: '<i>New</i>' } },
}

const IMITATION = {
  kind: 'imitates' as const,
  severity: 'high' as const,
  entity: 'Brand, Inc.',
  detail: 'It imitates Brand, Inc.',
}

const PAYLOADS: EmailPayload[] = [
  { template: 'monitor_change', changes: [WATCHED] },
  {
    template: 'monitor_changes',
    changes: [WATCHED, { ...WATCHED, kinds: ['parked'], diff: { operator: null } }],
  },
  { template: 'bulk_ready', bulk_job_id: 'blk_1', expires: 1_900_000_000, worst: [], ...counts },
  {
    template: 'bulk_ready',
    bulk_job_id: 'blk_1',
    expires: 1_900_000_000,
    ...counts,
    reliability: {
      verified: 1_200,
      corroborated: 1,
      stated: 0,
      warnings: { parked: 1, imitates: 2 },
    },
    worst: [
      { domain: 'brand-refund.top', entity: null, basis: null, warnings: [IMITATION] },
      { domain: 'cafe.example', entity: null },
    ],
  },
  {
    template: 'bulk_ready',
    bulk_job_id: 'blk_1',
    name: 'Suppliers <b>2026</b>',
    expires: 1_900_000_000,
    worst: [],
    ...counts,
    stopped: 7,
  },
  { template: 'bulk_failed', bulk_job_id: 'blk_1', name: null, ...counts },
  {
    template: 'recharge_failed',
    pack: 'pack_100',
    amount_cents: 1_000,
    currency: 'usd',
    message: 'Declined.',
  },
  {
    template: 'recharge_raised',
    enabled: true,
    threshold: 20,
    pack: 'pack_500',
    amount_cents: 4_500,
    currency: 'usd',
    monthly_limit_cents: null,
  },
  { template: 'welcome' },
  { template: 'quota_80', ...quota },
  { template: 'quota_100', ...quota },
  {
    template: 'digest',
    week: '2026-01-05',
    analyzed: 3,
    attributed: 2,
    domains: [
      { domain: 'a.com', entity: '<b>Evil & Sons</b>\r\nBcc: x@y.z' },
      { domain: 'b.com', entity: null },
    ],
    changes: [{ domain: 'c.com', from: 'Old "Co"', to: '<script>alert(1)</script>' }],
    watched: { total: 25, changes: [WATCHED] },
  },
]

const mailOf = async (payload: EmailPayload) =>
  composed(await emailContentOf(ACCOUNT, payload, settings), 'Us <us@example>', 'you@example')

describe.each(PAYLOADS)('the email "$template"', (payload) => {
  test('every email has a one-line subject, the same links as text and HTML, and a light and dark style', async () => {
    const { subject, text, html } = await mailOf(payload)
    expect(subject).toMatch(/^[^\r\n]{5,200}$/)
    expect(text).not.toContain('undefined')
    expect(html).not.toContain('undefined')
    expect(html).toContain(`<title>${escapeHtml(subject)}</title>`)
    expect(html).toContain('name="color-scheme" content="light dark"')
    for (const url of text.match(/https:\/\/\S+/g) ?? []) expect(html).toContain(escapeHtml(url))
  })

  test('every optional email has a one-click unsubscribe link, and no other email has one', async () => {
    const { headers, text } = await mailOf(payload)
    const optional = preferenceOf(payload.template) !== null
    expect('List-Unsubscribe' in headers).toBe(optional)
    expect(text.includes('Unsubscribe: https://api.example/email/unsubscribe?token=usr_')).toBe(
      optional,
    )
  })

  test('rendering an email twice gives the same content, so that it can be resent under its idempotency key', async () => {
    expect(await mailOf(payload)).toEqual(await mailOf(payload))
  })
})

test('names from third parties are escaped in HTML and cannot add email headers', async () => {
  const { html, text } = await mailOf(PAYLOADS.at(-1) as EmailPayload)
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>')
  expect(html).not.toContain('<i>')
  expect(html).toContain('&lt;script&gt;')
  expect(text).not.toMatch(/^Bcc:/m)
})

test('the digest names the first changes of monitors, and how many more there are', async () => {
  const { text } = await mailOf(PAYLOADS.at(-1) as EmailPayload)
  expect(text).toMatch(/ - d\.com\n {4}The operator changed: Old Bcc: x@y\.z → <i>New<\/i>\n/)
  expect(text).toContain('and 24 more')
  expect(text).toContain('https://api.example/app/changes')
})

test.each([
  ['a\r\nBcc: b', 'a Bcc: b'],
  ['\u0000x\u2028y', 'x y'],
  ['z'.repeat(500), 'z'.repeat(200)],
])('oneLine turns %j into %j', (given, expected) => {
  expect(oneLine(given)).toBe(expected)
})

const LIST: Extract<EmailPayload, { template: 'bulk_ready' }> = {
  template: 'bulk_ready',
  bulk_job_id: 'blk_1',
  expires: 1_900_000_000,
  worst: [] as never[],
  ...counts,
}
const textOf = async (payload: EmailPayload) => (await mailOf(EmailPayload.parse(payload))).text

describe('the mail of a list', () => {
  const reliability = {
    verified: 1_200,
    corroborated: 1,
    stated: 0,
    warnings: { parked: 1, imitates: 2 },
  }

  test('says first how many operators are named, and then each basis and warning', async () => {
    const { subject, text } = await mailOf({ ...LIST, reliability })
    expect(subject).toBe(
      'Your list of 10,000 lines is ready: 1,201 operators named, 8,297 unclear, 2 imitations',
    )
    expect(text).toMatch(/^1,201 operators named, 8,297 unclear, 2 imitations\n/)
    expect(text).toContain(
      '1,200 verified, 1 confirmed by a third party, 0 stated by the site only.',
    )
    expect(text).toContain('Warnings: Imitates another company (2 lines), Parked (1 line).')
    const calm = { verified: 1, corroborated: 0, stated: 0, warnings: {} }
    expect(await textOf({ ...LIST, reliability: calm })).not.toContain('Warnings')
    expect(await textOf(LIST)).not.toContain('Named operators')
  })

  test('has one button, to the page of the list, and shows the worst lines', async () => {
    const { html, text } = await mailOf(PAYLOADS[3] as EmailPayload)
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain('class="button" href="https://api.example/app/bulk/blk_1"')
    expect(text).toContain(
      '  - ! brand-refund[.]top\n    Nobody could be named\n    Imitates Brand, Inc.\n',
    )
    expect(html).not.toContain('brand-refund.top')
  })

  test('says its name and its stopped lines only if it has them', async () => {
    const named = await mailOf({ ...LIST, name: 'Suppliers\r\nBcc: x', stopped: 1_234 })
    expect(named.subject).toBe('Your list “Suppliers Bcc: x” is ready')
    expect(named.text).toContain('Stopped (not charged): 1,234')
    const plain = await mailOf(LIST)
    expect(plain.subject).toBe('Your list of 10,000 lines is ready')
    expect(plain.text).not.toMatch(/Stopped/m)
  })
})

describe('the mail of a change', () => {
  test.each([
    [
      { operator: { from: 'Old Ltd', to: null } },
      'operator_lost',
      'Old Ltd → nobody could be named',
    ],
    [{ registrar: { from: null, to: 'New Inc.' } }, 'registrar_changed', 'unknown → New Inc.'],
    [
      { nameservers: { removed: ['ns1.old.example'], added: ['ns1.new.example'] } },
      'nameservers_changed',
      'ns1[.]old[.]example → ns1[.]new[.]example',
    ],
    [
      { status: { removed: ['client transfer prohibited'], added: [] } },
      'transfer_lock_removed',
      'removed client transfer prohibited',
    ],
    [
      { expires_at: { from: '2026-12-01T00:00:00Z', to: '2027-12-01T00:00:00Z' } },
      'renewed',
      '2026-12-01 → 2027-12-01',
    ],
  ])('shows of the facts %j what was before and after', async (diff, kind, expected) => {
    const change = { ...WATCHED, kinds: [kind], diff }
    const { subject, text } = await mailOf({ template: 'monitor_change', changes: [change] })
    expect(subject).toContain(expected)
    expect(text).toContain(`: ${expected}\n`)
  })

  test('says basis and warnings, and writes a deceiving domain so that nobody opens it', async () => {
    const young = { kind: 'very_young', severity: 'medium', entity: null, detail: '' } as const
    const change = { ...WATCHED, basis: 'stated' as const, warnings: [IMITATION, young] }
    const { subject, text } = await mailOf({ template: 'monitor_change', changes: [change] })
    expect(subject).toMatch(/^d\[\.\]com: the operator changed/)
    expect(text).toContain('    Basis: stated by the site only\n    Imitates Brand, Inc.\n')
    expect(await textOf({ template: 'monitor_change', changes: [WATCHED] })).not.toContain('Basis')
  })
})

test('the digest says the basis of each answer', async () => {
  const digest = PAYLOADS.at(-1) as Extract<EmailPayload, { template: 'digest' }>
  const domains = [{ domain: 'a.com', entity: 'Acme', basis: 'verified' as const, warnings: [] }]
  expect(await textOf({ ...digest, domains })).toContain('  - a.com\n    Acme (verified)\n')
})

test('invisible characters of a name are visible, and Hebrew cannot turn the words around it', async () => {
  const digest = PAYLOADS.at(-1) as Extract<EmailPayload, { template: 'digest' }>
  const domains = ['A\u202eB', 'חברה'].map((entity) => ({ domain: 'a.com', entity }))
  const text = await textOf({ ...digest, domains })
  expect(text).toContain('A\\u202eB')
  expect(text).toContain('\u2068חברה\u2069')
})

test('no email has words of programs, or a blank before %', async () => {
  for (const payload of PAYLOADS) {
    const { html, subject } = await mailOf(payload)
    const shown = `${subject} ${html.replace(/<style>.*?<\/style>|<[^>]+>/gs, ' ')}`
    expect(shown).not.toMatch(/\d %|analys(?:ed|e )|\bjobs?\b|\bentity\b|\bPOST\b|\bbulk\b/i)
  }
})
