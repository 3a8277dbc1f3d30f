-- State machine of the table charges, and the usage counters that a charge changes.
-- The trigger allows only these changes of the state: a billable item is charged at most once and
-- refunded at most once.

create or replace trigger charges_transitions before update of state on charges
  for each row when (old.state is distinct from new.state)
  execute function refuse_transition('state',
    'charged>refunded',
    'charged>partly_refunded');

create or replace function open_usage_period(p_account text, p_period date, p_quota integer)
returns usage_periods language plpgsql as $$
declare
  u usage_periods;
begin
  insert into usage_periods (account_id, period_start, quota) values (p_account, p_period, p_quota)
    on conflict do nothing;
  select * into u from usage_periods where account_id = p_account and period_start = p_period;
  return u;
end $$;

-- Counts one analysis in the billing period. The column "quota" keeps the largest p_quota of the
-- period. This column is null if the quota is unlimited, and may be null before the first counted
-- analysis.
create or replace function count_analysis(u usage_periods, p_coverage text, p_quota integer)
returns void language plpgsql as $$
declare
  v_quota_used_before constant integer := u.quota_used;
begin
  update usage_periods set
      used = used + 1,
      quota_used = quota_used + (p_coverage = 'quota')::integer,
      overage = overage + (p_coverage = 'overage')::integer,
      quota = case
        when p_quota is null then null
        when used = carried or quota is not null then greatest(quota, p_quota)
      end
    where account_id = u.account_id and period_start = u.period_start returning * into u;
  perform create_quota_email(v_quota_used_before, u);
end $$;

-- All free accounts of a mailbox share its quota. Returns false and counts nothing if one of the
-- account's mailboxes has no quota left. To avoid deadlocks, rows are locked in the order of their
-- digests.
create or replace function take_mailbox_quota(p_account text, p_quota integer) returns boolean
language plpgsql as $$
declare
  v_used integer;
begin
  with counted as (
    insert into mailbox_usage as m (mailbox_digest, period_start, quota_used)
      select mailbox_digest, current_month(), 1 from account_mailboxes
        where account_id = p_account order by mailbox_digest
      on conflict (mailbox_digest, period_start) do update set quota_used = m.quota_used + 1
      returning quota_used
  )
  select coalesce(max(quota_used), 0) into v_used from counted;
  if v_used <= p_quota then
    return true;
  end if;
  update mailbox_usage set quota_used = quota_used - 1
    where period_start = current_month()
      and mailbox_digest in (
        select mailbox_digest from account_mailboxes where account_id = p_account);
  return false;
end $$;

-- Charges a subject, for example an analysis, at most once. Charges the quota first (unlimited if
-- p_quota is null). Without quota left, charges overage, which Stripe bills per analysis, or else
-- credits. If p_counts is false, charges only credits. Outcome "void": the subject was refunded
-- before this charge, so it costs nothing.
create or replace function cover_subject(
  p_subject text, p_account text, p_amount bigint, p_reason text, p_quota integer,
  p_counts boolean default true, p_job text default null,
  out outcome text, out coverage text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  c charges;
  u usage_periods;
  v_period date;
  v_mailbox_period date;
  v_posted record;
  v_entry text;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  balance := a.balance;
  select * into c from charges where subject = p_subject;
  if found then
    if c.account_id <> p_account then
      raise exception 'subject % belongs to another account', p_subject using errcode = '23505';
    end if;
    coverage := c.coverage; outcome := 'duplicate';
    if c.state = 'void' then
      outcome := 'void';
    end if;
    return;
  end if;
  coverage := 'credit';
  if p_counts then
    v_period := current_period(a);
    u := open_usage_period(p_account, v_period, p_quota);
    if a.tier = 'free' and u.quota_used < p_quota and take_mailbox_quota(p_account, p_quota) then
      coverage := 'quota'; v_mailbox_period := current_month();
    elsif p_quota is null or (a.tier <> 'free' and u.quota_used < p_quota) then
      coverage := 'quota';
    elsif a.tier <> 'free' and a.subscription_metered and is_live_status(a.subscription_status) then
      coverage := 'overage';
    end if;
  end if;
  if p_amount = 0 and coverage = 'credit' then
    coverage := 'none';
  end if;
  if coverage = 'credit' then
    select * into v_posted from post_ledger_entry(
      p_account, -p_amount, p_reason, 'charge:' || p_subject, null, p_job);
    balance := v_posted.balance;
    if v_posted.outcome = 'insufficient' then
      outcome := 'refused'; coverage := null;
      return;
    end if;
    v_entry := v_posted.entry_id;
  end if;
  if p_counts then
    perform count_analysis(u, coverage, p_quota);
  end if;
  insert into charges (subject, account_id, coverage, amount, period_start, mailbox_period,
      counted, state, charge_entry)
    values (p_subject, p_account, coverage, p_amount, v_period, v_mailbox_period,
      p_counts, 'charged', v_entry);
  if coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter', 'meter:' || p_subject, p_account,
        jsonb_build_object('subject', p_subject, 'at', clock_timestamp()));
  end if;
  outcome := 'covered';
end $$;

-- Answer for an account that cannot pay p_required credits. New quota begins at period_end.
create or replace function not_covered(a accounts, p_required bigint, p_balance bigint)
returns jsonb language plpgsql as $$
begin
  return jsonb_build_object('outcome', 'refused', 'required', p_required, 'balance', p_balance,
    'period_end', current_period_end(a), 'hints', recharge_hints(a.id));
end $$;

-- Gives back the credits or the quota, or cancels the report of overage to Stripe. If the refund
-- comes before its charge, it stores a charge in state "void", so that the later charge costs
-- nothing.
create or replace function refund_subject(
  p_subject text, p_account text, p_job text default null, out outcome text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  c charges;
  v_posted record;
  v_entry text;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  balance := a.balance;
  select * into c from charges where subject = p_subject;
  if not found then
    insert into charges (subject, account_id, coverage, amount, state, settled_at)
      values (p_subject, p_account, 'none', 0, 'void', clock_timestamp());
    outcome := 'void';
    return;
  end if;
  if c.account_id <> p_account then
    raise exception 'subject % belongs to another account', p_subject using errcode = '23505';
  end if;
  if c.state <> 'charged' then
    outcome := 'duplicate';
    return;
  end if;
  if c.coverage = 'credit' then
    select * into v_posted from post_ledger_entry(
      p_account, c.amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
    balance := v_posted.balance; v_entry := v_posted.entry_id;
  end if;
  if c.counted then
    update usage_periods set
        used = used - 1,
        quota_used = quota_used - (c.coverage = 'quota')::integer,
        overage = overage - (c.coverage = 'overage')::integer
      where account_id = p_account and period_start = c.period_start;
  end if;
  -- A mailbox that was added to the account after the charge did not count it, so nothing is
  -- subtracted there.
  update mailbox_usage set quota_used = greatest(0, quota_used - 1)
    where period_start = c.mailbox_period and mailbox_digest in (
      select mailbox_digest from account_mailboxes
        where account_id = p_account and added_at <= c.created_at);
  if c.coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter_cancel', 'meter_cancel:' || p_subject, p_account,
        jsonb_build_object('subject', p_subject));
  end if;
  update charges set state = 'refunded', settled_at = clock_timestamp(), refund_entry = v_entry
    where subject = p_subject;
  outcome := 'refunded';
end $$;

-- Refunds p_amount credits of paid work, for the part that could not be done. If the charge was
-- already refunded, nothing changes.
create or replace function refund_part(p_subject text, p_account text, p_amount bigint, p_job text)
returns void language plpgsql as $$
declare
  c charges;
  v_posted record;
begin
  perform 1 from accounts where id = p_account for no key update;
  select * into c from charges where subject = p_subject and account_id = p_account;
  if not found or c.state <> 'charged' or c.coverage <> 'credit' or p_amount <= 0 then
    return;
  end if;
  if p_amount >= c.amount then
    raise exception 'a partial refund of % must be less than its charge', p_subject;
  end if;
  select * into v_posted from post_ledger_entry(
    p_account, p_amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
  update charges set
      state = 'partly_refunded', returned = p_amount, refund_entry = v_posted.entry_id,
      settled_at = clock_timestamp()
    where subject = p_subject;
end $$;
