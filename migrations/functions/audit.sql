-- Each row of a view in this file is a violated rule of the books (credits, charges and payments).
-- So the views must always be empty.

create or replace view charge_audit as
  select 'balance is not the sum of the ledger' as broken, a.id as who
    from accounts a left join (
      select account_id, sum(delta) total, count(*) entries, max(sequence) last_sequence
        from ledger_entries group by 1
    ) l on l.account_id = a.id
    where a.balance <> coalesce(l.total, 0) or a.ledger_sequence <> coalesce(l.entries, 0)
      or a.ledger_sequence <> coalesce(l.last_sequence, 0)
  union all
  select 'ledger entries do not continue each other', x.account_id
    from (
      select account_id, sequence, delta, balance_after,
        lag(balance_after, 1, 0::bigint) over w as balance_before,
        lag(sequence, 1, 0::bigint) over w as sequence_before
      from ledger_entries window w as (partition by account_id order by sequence)
    ) x
    where x.balance_after <> x.balance_before + x.delta or x.sequence <> x.sequence_before + 1
  union all
  select 'charge and refund do not match', c.subject
    from charges c
      left join ledger_entries charged on charged.id = c.charge_entry
      left join ledger_entries refunded on refunded.id = c.refund_entry
    where (c.coverage = 'credit'
        and (charged.delta <> -c.amount or charged.account_id <> c.account_id))
      or (c.coverage = 'credit' and c.state = 'refunded'
        and (refunded.id is null or refunded.reverses <> charged.id or refunded.delta <> c.amount))
      or (c.state = 'charged' and c.refund_entry is not null)
      or (c.state = 'partly_refunded' and (refunded.id is null
        or refunded.reverses <> charged.id or refunded.delta <> c.returned))
  union all
  select 'ledger entry of a charge without its subject', l.operation_key
    from ledger_entries l
    where l.operation_key like 'charge:%'
      and not exists (select 1 from charges c where c.charge_entry = l.id)
  union all
  select 'counter is not the number of live charges', u.account_id || ' ' || u.period_start
    from usage_periods u left join (
      select account_id, period_start,
        count(*) filter (where counted and state = 'charged') counted_live,
        count(*) filter (where coverage = 'quota' and state = 'charged') quota_live,
        count(*) filter (where coverage = 'overage' and state = 'charged') overage_live
      from charges group by 1, 2
    ) c using (account_id, period_start)
    where u.used <> u.carried + coalesce(c.counted_live, 0)
      or u.quota_used <> u.carried + coalesce(c.quota_live, 0)
      or u.overage <> coalesce(c.overage_live, 0)
  union all
  select 'used quota exceeds the quota', u.account_id || ' ' || u.period_start
    from usage_periods u
    where u.quota is not null and u.quota_used - u.carried > greatest(u.quota - u.carried, 0)
  union all
  select 'mailbox has used less than its accounts', m.mailbox_digest || ' ' || c.mailbox_period
    from charges c
      join account_mailboxes m on m.account_id = c.account_id and m.added_at <= c.created_at
      left join mailbox_usage u
        on u.mailbox_digest = m.mailbox_digest and u.period_start = c.mailbox_period
    where c.state = 'charged' and c.mailbox_period = current_month()
    group by m.mailbox_digest, c.mailbox_period, u.quota_used
    having count(*) > coalesce(u.quota_used, 0)
  union all
  select 'charge of a failed job is not refunded', j.id
    from jobs j join charges c on c.subject = 'job:' || j.id
    where j.status = 'failed' and c.state = 'charged'
  union all
  select 'job without a live charge', j.id
    from jobs j left join charges c on c.subject = 'job:' || j.id
    where j.status <> 'failed' and not j.sandbox and j.correlation_id is null
      and c.state is distinct from 'charged'
  union all
  select 'recharge succeeded without a grant', r.id
    from recharge_attempts r
      left join ledger_entries l on l.operation_key = 'stripe:' || r.payment_intent_id
    where r.state = 'succeeded' and (l.id is null or l.delta <> r.credits)
  union all
  select 'several open recharges', account_id
    from recharge_attempts where state in ('pending', 'processing')
    group by account_id having count(*) > 1
  union all
  select 'correlation and its charge do not match', k.id
    from correlations k left join charges c on c.subject = 'correlation:' || k.id
    where c.subject is null or c.amount <> k.credits_charged
      or (k.status = 'failed') <> (c.state = 'refunded')
      or c.returned <> case k.status when 'completed' then cardinality(k.unanalyzed) else 0 end;

create or replace view payment_audit as
  select 'payment and grant do not match' as broken, s.object_id as who
    from stripe_payments s left join ledger_entries l on l.operation_key = 'stripe:' || s.object_id
    where (s.granted_at is not null) <> (l.id is not null)
      or (l.id is not null
        and (l.delta <> s.credits or l.account_id <> s.account_id or l.reason <> s.reason))
  union all
  select 'grant without a payment', l.operation_key
    from ledger_entries l
    where l.reason in ('purchase', 'auto_recharge') and l.operation_key like 'stripe:%'
      and not exists (select 1 from stripe_payments s
        where l.operation_key = 'stripe:' || s.object_id and s.granted_at is not null)
  union all
  select 'removed credits do not match', s.object_id
    from stripe_payments s left join (
      select split_part(operation_key, ':', 2) as object_id, -sum(delta) as taken
        from ledger_entries where operation_key like 'takeback:%' group by 1
    ) l using (object_id)
    where s.credits_taken <> coalesce(l.taken, 0)
  union all
  select 'recharge granted more than once', recharge_id
    from stripe_payments where recharge_id is not null and granted_at is not null
    group by recharge_id having count(*) > 1;

create or replace view money_audit as
  select * from charge_audit union all select * from payment_audit;
