-- Covers one subject in the decided order: quota, overage, credits, refusal. p_quota null: the tier has no quota to run out of.
-- p_counts false: not an analysis, so credits only and no counter. outcome: covered, duplicate, void, refused.
create or replace function cover_subject(
  p_subject text, p_account text, p_amount bigint, p_reason text, p_quota integer, p_counts boolean default true, p_job text default null,
  out outcome text, out coverage text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  c charges;
  u usage_periods;
  v_quota_used_before integer;
  v_period date;
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
    outcome := case c.state when 'void' then 'void' else 'duplicate' end; coverage := c.coverage;
    return;
  end if;
  coverage := 'credit';
  if p_counts then
    v_period := current_period(a);
    insert into usage_periods (account_id, period_start, quota) values (p_account, v_period, p_quota) on conflict do nothing;
    select * into u from usage_periods where account_id = p_account and period_start = v_period;
    if p_quota is null or u.quota_used < p_quota then
      coverage := 'quota';
    elsif a.tier <> 'free' and a.subscription_metered and a.subscription_status in ('active', 'trialing', 'past_due') then
      coverage := 'overage';
    end if;
  end if;
  if p_amount = 0 and coverage = 'credit' then
    coverage := 'none';
  end if;
  if coverage = 'credit' then
    select * into v_posted from post_ledger_entry(p_account, -p_amount, p_reason, 'charge:' || p_subject, null, p_job);
    balance := v_posted.balance;
    if v_posted.outcome = 'insufficient' then
      outcome := 'refused'; coverage := null;
      return;
    end if;
    v_entry := v_posted.entry_id;
  end if;
  if p_counts then
    v_quota_used_before := u.quota_used;
    update usage_periods set
        used = used + 1,
        quota_used = quota_used + (coverage = 'quota')::integer,
        overage = usage_periods.overage + (coverage = 'overage')::integer,
        -- The most that held while it was used: null is a tier without end, but in an unused month only that nobody has said it yet.
        quota = case
          when p_quota is null then null
          when usage_periods.used = usage_periods.carried then greatest(usage_periods.quota, p_quota)
          when usage_periods.quota is not null then greatest(usage_periods.quota, p_quota)
        end
      where account_id = p_account and period_start = v_period returning * into u;
    perform create_quota_email(v_quota_used_before, u);
  end if;
  insert into charges (subject, account_id, coverage, amount, period_start, counted, state, charge_entry)
    values (p_subject, p_account, coverage, p_amount, v_period, p_counts, 'charged', v_entry);
  if coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter', 'meter:' || p_subject, p_account, jsonb_build_object('subject', p_subject, 'at', clock_timestamp()));
  end if;
  outcome := 'covered';
end $$;

-- Gives back exactly what the subject's charge took, once. A charge never seen leaves a tombstone, so that a late one does nothing.
-- outcome: refunded, void, duplicate.
create or replace function refund_subject(p_subject text, p_account text, p_job text default null, out outcome text, out balance bigint) language plpgsql as $$
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
    insert into charges (subject, account_id, coverage, amount, state, settled_at) values (p_subject, p_account, 'none', 0, 'void', clock_timestamp());
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
    select * into v_posted from post_ledger_entry(p_account, c.amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
    balance := v_posted.balance; v_entry := v_posted.entry_id;
  end if;
  if c.counted then
    update usage_periods set
        used = used - 1,
        quota_used = quota_used - (c.coverage = 'quota')::integer,
        overage = overage - (c.coverage = 'overage')::integer
      where account_id = p_account and period_start = c.period_start;
  end if;
  if c.coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter_cancel', 'meter_cancel:' || p_subject, p_account, jsonb_build_object('subject', p_subject));
  end if;
  update charges set state = 'refunded', settled_at = clock_timestamp(), refund_entry = v_entry where subject = p_subject;
  outcome := 'refunded';
end $$;

-- Gives back a part of a charge that stands, once: the work that could not be done of what was paid for.
create or replace function refund_part(p_subject text, p_account text, p_amount bigint, p_job text) returns void language plpgsql as $$
declare
  c charges;
  v_posted record;
begin
  perform 1 from accounts where id = p_account for no key update;
  select * into c from charges where subject = p_subject and account_id = p_account;
  if not found or c.state <> 'charged' or c.coverage <> 'credit' or c.returned > 0 or p_amount <= 0 then
    return;
  end if;
  if p_amount >= c.amount then
    raise exception 'a part of % must be less than its charge', p_subject;
  end if;
  select * into v_posted from post_ledger_entry(p_account, p_amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
  update charges set returned = p_amount, refund_entry = v_posted.entry_id, settled_at = clock_timestamp() where subject = p_subject;
end $$;
