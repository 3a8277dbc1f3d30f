-- Each request to Stripe first takes a number, its "reading", from the sequence stripe_readings. Of
-- two responses about one object, that with the higher reading is newer.

-- Stores an event of Stripe. Outcomes: handle, handled (an earlier call has already handled it).
create or replace function store_stripe_event(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  e stripe_events;
begin
  select * into p from jsonb_to_record(input)
    as fields(event_id text, type text, subject_kind text, subject_id text, created bigint);
  insert into stripe_events (id, type, subject_kind, subject_id, created, not_before)
    values (p.event_id, p.type, p.subject_kind, p.subject_id, p.created,
      clock_timestamp() + interval '30 seconds')
    on conflict (id) do nothing;
  select * into e from stripe_events where id = p.event_id;
  return jsonb_build_object(
    'outcome', case when e.handled_at is null then 'handle' else 'handled' end,
    'reading', nextval('stripe_readings'));
end $$;

-- Returns due events. A returned event becomes due again after 30 seconds. The time doubles with
-- each attempt, to at most one hour.
create or replace function take_stripe_events(p_limit integer) returns table (
  event_id text, subject_kind text, subject_id text, attempts integer, reading bigint
) language sql as $$
  update stripe_events e set
      attempts = e.attempts + 1,
      not_before = clock_timestamp()
        + least(interval '1 hour', interval '30 seconds' * power(2, least(e.attempts, 10)))
    where e.id in (
      select s.id from stripe_events s
        where s.handled_at is null and s.not_before <= clock_timestamp()
        order by s.not_before limit p_limit for update skip locked)
    returning e.id, e.subject_kind, e.subject_id, e.attempts, nextval('stripe_readings')
$$;

-- Removes credits when part of a payment is refunded or disputed, and restores them when this part
-- becomes smaller, for example after a won dispute. Credits that were already used are not removed,
-- so the balance is never negative. The caller has locked the account's row.
create or replace function reverse_payment(p_object text) returns void language plpgsql as $$
declare
  s stripe_payments;
  v_claim integer := 0;
  v_change integer;
  v_balance bigint;
begin
  select * into s from stripe_payments where object_id = p_object for update;
  if s.amount_cents > 0 then
    v_claim := s.credits::bigint
      * least(s.amount_cents, s.refunded_cents::bigint + s.disputed_cents) / s.amount_cents;
  end if;
  if v_claim = s.credits_claimed then
    return;
  end if;
  select balance into v_balance from accounts where id = s.account_id;
  if v_claim > s.credits_claimed then
    v_change := -least(v_claim - s.credits_claimed, v_balance);
  else
    v_change := greatest(s.credits_taken - v_claim, 0);
  end if;
  if v_change <> 0 then
    perform post_ledger_entry(s.account_id, v_change, 'adjustment',
      'takeback:' || s.object_id || ':' || s.movements + 1, null, null,
      format('%s of %s credits of %s are claimed back', v_claim, s.credits, s.object_id));
  end if;
  update stripe_payments set
      credits_claimed = v_claim, credits_taken = s.credits_taken - v_change,
      movements = s.movements + 1
    where object_id = p_object;
  -- An account keeps its higher maximum of API keys only while at least one of its payments is not
  -- completely refunded or disputed.
  update accounts set has_purchased = exists (
      select 1 from stripe_payments
        where account_id = s.account_id and granted_at is not null and credits_claimed < credits)
    where id = s.account_id;
  insert into audit_entries (id, account_id, action, subject, detail)
    values (new_id('aud'), s.account_id, 'payment.reversed', s.object_id, jsonb_build_object(
      'credits_claimed', v_claim, 'credits_taken', s.credits_taken - v_change,
      'credits_already_used', v_claim - (s.credits_taken - v_change)));
end $$;

-- Returns true if the payment is what the service asked for. p_pays_pack is true if the caller has
-- found that a purchase pays the price of its pack. For a recharge, this function compares the
-- payment itself.
create or replace function is_expected_payment(
  s stripe_payments, p_pays_pack boolean
) returns boolean language sql stable as $$
  select case s.reason
    when 'purchase' then p_pays_pack and s.recharge_id is null
    else exists (
      select 1 from recharge_attempts r
        where r.id = s.recharge_id and r.account_id = s.account_id and r.credits = s.credits
          and r.currency = s.currency and r.amount_cents <= s.amount_cents)
  end
$$;

-- Grants the credits of a payment once, and removes credits for refunds and disputes. The calls may
-- come in any order. The payment of a closed account is refunded.
-- Outcomes: settled (the credits are granted), unpaid, closed, unknown (no such account), mismatch
-- (not the price of the pack or of the recharge, so no credits are granted).
create or replace function apply_payment(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  s stripe_payments;
begin
  select * into p from jsonb_to_record(input)
    as fields(object_id text, account_id text, reason text, pack text, credits integer,
      amount_cents integer, currency text, recharge_id text, paid boolean, pays_pack boolean,
      refunded_cents integer, disputed_cents integer, reading bigint);
  select * into a from accounts where id = p.account_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  insert into stripe_payments
      (object_id, account_id, reason, pack, credits, amount_cents, currency, recharge_id)
    values (p.object_id, a.id, p.reason, p.pack, p.credits, p.amount_cents, p.currency,
      p.recharge_id)
    on conflict (object_id) do nothing;
  select * into s from stripe_payments where object_id = p.object_id for update;
  if s.account_id <> a.id then
    raise exception 'payment % belongs to another account', p.object_id using errcode = '23505';
  end if;
  if p.reading > s.reading then
    update stripe_payments set
        refunded_cents = p.refunded_cents, disputed_cents = p.disputed_cents, reading = p.reading
      where object_id = p.object_id;
  end if;
  if not p.paid and s.granted_at is null then
    return jsonb_build_object('outcome', 'unpaid');
  end if;
  if s.granted_at is null then
    if a.closed_at is not null then
      insert into outbox (topic, dedupe, account_id, payload)
        values ('stripe_refund', 'stripe_refund:' || p.object_id, a.id,
          jsonb_build_object('object_id', p.object_id))
        on conflict (dedupe) do nothing;
      perform fail_recharge(jsonb_build_object('recharge_id', s.recharge_id,
        'code', 'account_closed', 'payment_intent_id', p.object_id, 'cooldown_seconds', 0));
      return jsonb_build_object('outcome', 'closed');
    end if;
    -- The metadata of a payment could be wrong or forged. So metadata alone never grants credits.
    if not is_expected_payment(s, p.pays_pack) then
      return jsonb_build_object('outcome', 'mismatch');
    end if;
    perform post_ledger_entry(
      a.id, s.credits, s.reason, 'stripe:' || p.object_id, null, null, s.pack);
    update stripe_payments set granted_at = clock_timestamp() where object_id = p.object_id;
    update accounts set has_purchased = true where id = a.id;
    perform succeed_recharge(s.recharge_id, p.object_id);
  end if;
  perform reverse_payment(p.object_id);
  if p.disputed_cents > 0 and s.recharge_id is not null then
    update accounts
      set recharge_enabled = false, recharge_last_error = 'A recharge was disputed.'
      where id = a.id;
  end if;
  return jsonb_build_object('outcome', 'settled');
end $$;

create or replace function is_live_status(p_status text) returns boolean
language sql immutable parallel safe as $$
  select p_status in ('active', 'trialing', 'past_due')
$$;

-- Creates outbox rows that cancel subscriptions at Stripe. With p_prorate, Stripe gives the
-- customer a credit for the unused time.
create or replace function cancel_subscriptions(p_account text, p_ids text[], p_prorate boolean)
returns void language sql as $$
  insert into outbox (topic, dedupe, account_id, payload)
    select 'stripe_cancel', 'stripe_cancel:' || id, p_account,
        jsonb_build_object('subscription_id', id, 'prorate', p_prorate)
      from unnest(p_ids) id
    on conflict (dedupe) do nothing
$$;

-- Returns the number of analyses that were used ahead of time. After half of the period, for
-- example, this is the number of used analyses minus half of the quota. After a change of plan,
-- these analyses count in the period of the new plan.
create or replace function quota_used_ahead(a accounts) returns integer language plpgsql as $$
declare
  u usage_periods;
  v_passed numeric;
begin
  select * into u from usage_periods where account_id = a.id and period_start = current_period(a);
  if u.quota is null then
    return case when u.used = u.carried then u.carried else 0 end;
  end if;
  v_passed := extract(epoch from clock_timestamp() - a.period_start)
    / extract(epoch from a.period_end - a.period_start);
  return greatest(0, u.quota_used - ceil(u.quota * least(1, greatest(0, v_passed))))::integer;
end $$;

-- Copies the subscription that decides the tier to the account. The tier enterprise, which an
-- administrator sets, is never changed by a subscription. p_carried: analyses of the old billing
-- period that count in the new one.
create or replace function copy_subscription(
  a accounts, s stripe_subscriptions, p_customer text, p_carried integer
) returns void language plpgsql as $$
begin
  update accounts set
      stripe_customer_id = case
        when closed_at is null then coalesce(stripe_customer_id, p_customer)
        else stripe_customer_id
      end,
      stripe_subscription_id = s.id, subscription_status = s.status,
      subscription_metered = s.metered, period_start = s.period_start,
      period_end = s.period_end, cancel_at_period_end = s.cancel_at_period_end,
      tier = case
        when tier = 'enterprise' and not exists (
          select 1 from stripe_subscriptions e
            where e.account_id = a.id and e.tier = 'enterprise') then tier
        when is_live_status(s.status) then coalesce(s.tier, tier)
        when s.status = 'canceled' then 'free'
        else tier
      end
    where id = a.id returning * into a;
  if p_carried > 0 then
    insert into usage_periods (account_id, period_start, used, quota_used, carried)
      values (a.id, current_period(a), p_carried, p_carried, p_carried)
      on conflict do nothing;
  end if;
end $$;

-- The newest active subscription decides the tier. Replaced subscriptions and subscriptions of a
-- closed account are canceled. Outcomes: applied, stale (a newer response is stored), closed (the
-- account is closed), unknown (no such account).
create or replace function apply_subscription(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  s stripe_subscriptions;
  v_was_live boolean;
  v_carried integer := 0;
begin
  select * into p from jsonb_to_record(input)
    as fields(subscription_id text, customer_id text, account_id text, status text, tier text,
      metered boolean, period_start bigint, period_end bigint, cancel_at_period_end boolean,
      created bigint, replaces text, reading bigint);
  select * into a from accounts where stripe_customer_id = p.customer_id for no key update;
  if not found then
    select * into a from accounts
      where id = (select account_id from stripe_subscriptions where id = p.subscription_id)
        or (id = p.account_id and stripe_customer_id is null)
      for no key update;
    if not found then
      return jsonb_build_object('outcome', 'unknown');
    end if;
  end if;
  insert into stripe_subscriptions (id, account_id, status, tier, metered, period_start, period_end,
      cancel_at_period_end, created, reading)
    values (p.subscription_id, a.id, p.status, p.tier, p.metered, to_timestamp(p.period_start),
      to_timestamp(p.period_end), p.cancel_at_period_end, p.created, p.reading)
    on conflict (id) do update set
        status = excluded.status, tier = excluded.tier, metered = excluded.metered,
        period_start = excluded.period_start, period_end = excluded.period_end,
        cancel_at_period_end = excluded.cancel_at_period_end, reading = excluded.reading
      where stripe_subscriptions.reading < excluded.reading
        and stripe_subscriptions.account_id = excluded.account_id;
  if not found then
    return jsonb_build_object('outcome', 'stale');
  end if;
  select * into s from stripe_subscriptions where account_id = a.id
    order by is_live_status(status) desc, created desc, id desc limit 1;
  if a.closed_at is not null and is_live_status(p.status) then
    perform cancel_subscriptions(a.id, array[p.subscription_id], false);
  elsif p.replaces is not null and is_live_status(p.status) then
    perform cancel_subscriptions(a.id, array(
      select p.replaces where p.replaces <> s.id
      union
      select id from stripe_subscriptions
        where account_id = a.id and id <> s.id and is_live_status(status) and tier is not null
          and (s.id = p.subscription_id or s.tier is not null)), true);
  end if;
  if a.closed_at is not null and is_live_status(s.status) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  v_was_live := is_live_status(a.subscription_status);
  -- The account's row may name a subscription whose data was never read from Stripe. In this case,
  -- the end of another subscription must not change the account's tier.
  if v_was_live and not is_live_status(s.status)
      and not exists (select 1 from stripe_subscriptions where id = a.stripe_subscription_id) then
    return jsonb_build_object('outcome', 'applied');
  end if;
  if v_was_live and is_live_status(s.status) and s.id <> a.stripe_subscription_id
      and a.period_start < a.period_end then
    v_carried := quota_used_ahead(a);
  end if;
  perform copy_subscription(a, s, p.customer_id, v_carried);
  return jsonb_build_object('outcome', 'applied');
end $$;
