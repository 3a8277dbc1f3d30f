/** One way to break the SQL of money that the sequences must catch. `change` is text of a function's definition and what replaces it. */
export type Mutant = {
  name: string
  /** Statements to run as they are, before the functions are changed. */
  statements?: string[]
  /** By function: every occurrence of the first text becomes the second. */
  functions?: Record<string, readonly (readonly [text: string, replacement: string])[]>
}

const LOCKED = 'for no key update'

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no row lock',
    functions: {
      cover_subject: [[LOCKED, '']],
      refund_subject: [[LOCKED, '']],
      post_ledger_entry: [[LOCKED, '']],
      apply_payment: [[LOCKED, '']],
    },
  },
  {
    name: 'no tombstone: a refund that overtakes its charge leaves no trace',
    functions: {
      refund_subject: [
        [
          "insert into charges (subject, account_id, coverage, amount, state, settled_at) values (p_subject, p_account, 'none', 0, 'void', clock_timestamp());",
          '',
        ],
      ],
    },
  },
  {
    name: 'grant by the event and not by the object',
    functions: {
      apply_payment: [
        ["'stripe:' || v_object, null", "'stripe:' || (p->>'reading'), null"],
        ['if s.granted_at is null then', 'if true then'],
      ],
    },
  },
  {
    name: 'no partial index: nothing but the reader stops a second open recharge',
    statements: ['drop index recharge_attempts_one_open_key'],
    functions: {
      open_recharge_when_due: [
        ["on conflict (account_id) where state in ('pending', 'processing', 'unknown') do nothing", ''],
      ],
    },
  },
  {
    name: 'a refund that ignores the state of its charge',
    functions: { refund_subject: [["if c.state <> 'charged' then", 'if false then']] },
  },
  {
    name: 'a cover that ignores the charge of its subject',
    functions: {
      cover_subject: [
        ['select * into c from charges where subject = p_subject;', 'select * into c from charges where false;'],
        [
          "values (p_subject, p_account, coverage, p_amount, v_period, p_counts, 'charged', v_entry);",
          "values (p_subject, p_account, coverage, p_amount, v_period, p_counts, 'charged', v_entry) on conflict do nothing;",
        ],
        ["'charge:' || p_subject", "'charge:' || p_subject || new_id('x')"],
      ],
    },
  },
  {
    name: 'the quota is one larger than it is',
    functions: { cover_subject: [['u.quota_used < p_quota', 'u.quota_used <= p_quota']] },
  },
  {
    name: 'a free account is billed overage',
    functions: {
      cover_subject: [
        [
          "a.tier <> 'free' and a.subscription_metered and a.subscription_status in ('active', 'trialing', 'past_due')",
          'a.subscription_metered',
        ],
      ],
    },
  },
  {
    name: 'a refund gives the credit back but not the count',
    functions: { refund_subject: [['used = used - 1', 'used = used']] },
  },
  {
    name: 'a refund of a payment takes what is not there any more',
    functions: {
      reverse_payment: [['-least(v_claim - s.credits_claimed, v_balance)', '-(v_claim - s.credits_claimed)']],
    },
  },
  {
    name: 'an older reading of a payment replaces a newer one',
    functions: { apply_payment: [["(p->>'reading')::bigint > s.reading", 'true']] },
  },
  {
    name: 'a payment for a closed account is kept',
    functions: {
      apply_payment: [
        [
          'on conflict (dedupe) do nothing;',
          "on conflict (dedupe) do nothing; delete from outbox where topic = 'stripe_refund';",
        ],
      ],
    },
  },
  {
    name: 'the monthly limit of recharges does not count what is paid already',
    functions: { recharged_this_month: [["state <> 'failed'", "state = 'pending'"]] },
  },
  {
    name: 'a recharge that ended is charged again',
    functions: {
      begin_recharge: [["r.state in ('succeeded', 'failed')", "r.state = 'succeeded' and false"]],
      fail_recharge: [["and state in ('pending', 'processing', 'unknown') returning", 'returning']],
    },
  },
]
