/** A deliberate bug in the SQL. The billing tests must detect every such bug. */
export type Mutant = {
  name: string
  statements?: string[]
  /**
   * Keys are names of functions. In the source of the function, every occurrence of `text` is
   * replaced.
   */
  functions?: Record<string, readonly (readonly [text: string, replacement: string])[]>
}

const LOCKED = 'for no key update'

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no row lock is taken',
    functions: {
      cover_subject: [[LOCKED, '']],
      refund_subject: [[LOCKED, '']],
      post_ledger_entry: [[LOCKED, '']],
      apply_payment: [[LOCKED, '']],
    },
  },
  {
    name: 'a refund before its charge stores no void charge',
    functions: {
      refund_subject: [
        [
          "insert into charges (subject, account_id, coverage, amount, state, settled_at)\n      values (p_subject, p_account, 'none', 0, 'void', clock_timestamp());",
          '',
        ],
      ],
    },
  },
  {
    name: 'credits are granted per event instead of per object',
    functions: {
      apply_payment: [
        ["'stripe:' || p.object_id, null", "'stripe:' || p.reading, null"],
        ['if s.granted_at is null then', 'if true then'],
      ],
    },
  },
  {
    name: 'without the partial index an account can have two open recharges',
    statements: ['drop index recharge_attempts_one_open_key'],
    functions: {
      open_recharge_when_due: [
        ["on conflict (account_id) where state in ('pending', 'processing') do nothing", ''],
      ],
    },
  },
  {
    name: 'a refund ignores the state of its charge',
    functions: { refund_subject: [["if c.state <> 'charged' then", 'if false then']] },
  },
  {
    name: 'a cover ignores the existing charge of its subject',
    functions: {
      cover_subject: [
        [
          'select * into c from charges where subject = p_subject;',
          'select * into c from charges where false;',
        ],
        ["p_counts, 'charged', v_entry);", "p_counts, 'charged', v_entry) on conflict do nothing;"],
        ["'charge:' || p_subject", "'charge:' || p_subject || new_id('x')"],
      ],
    },
  },
  {
    name: 'the quota is one too large',
    functions: { cover_subject: [['u.quota_used < p_quota', 'u.quota_used <= p_quota']] },
  },
  {
    name: 'a free account is billed for overage',
    functions: {
      cover_subject: [
        [
          "a.tier <> 'free' and a.subscription_metered and is_live_status(a.subscription_status)",
          'a.subscription_metered',
        ],
      ],
    },
  },
  {
    name: 'a refund returns the credit but not the usage',
    functions: { refund_subject: [['used = used - 1', 'used = used']] },
  },
  {
    name: 'a refund of a payment takes more credits than the balance',
    functions: {
      reverse_payment: [
        ['-least(v_claim - s.credits_claimed, v_balance)', '-(v_claim - s.credits_claimed)'],
      ],
    },
  },
  {
    name: 'an older reading of a payment replaces a newer reading',
    functions: { apply_payment: [['p.reading > s.reading', 'true']] },
  },
  {
    name: 'a payment for a closed account is not refunded',
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
    name: 'the monthly recharge limit ignores paid recharges',
    functions: { recharged_this_month: [["state <> 'failed'", "state = 'pending'"]] },
  },
  {
    name: 'an ended recharge is charged again',
    functions: {
      begin_recharge: [["r.state in ('succeeded', 'failed')", "r.state = 'succeeded' and false"]],
      fail_recharge: [["and state = 'processing' returning", 'returning']],
    },
  },
]
