-- Keeps a signed event, once. outcome: handle (new, or stored and not handled yet), handled. reading orders what is then asked of Stripe.
create or replace function store_stripe_event(p jsonb) returns jsonb language plpgsql as $$
declare
  e stripe_events;
begin
  insert into stripe_events (id, type, subject_kind, subject_id, created, not_before)
    values (p->>'event_id', p->>'type', p->>'subject_kind', p->>'subject_id', (p->>'created')::bigint, clock_timestamp() + interval '30 seconds')
    on conflict (id) do nothing;
  select * into e from stripe_events where id = p->>'event_id';
  return jsonb_build_object('outcome', case when e.handled_at is null then 'handle' else 'handled' end, 'reading', nextval('stripe_readings'));
end $$;

-- Events whose handling failed, oldest due first, each handed out once in a while that doubles up to an hour.
create or replace function take_stripe_events(p_limit integer)
  returns table (event_id text, subject_kind text, subject_id text, attempts integer, reading bigint) language sql as $$
  update stripe_events e set
      attempts = e.attempts + 1,
      not_before = clock_timestamp() + least(interval '1 hour', interval '30 seconds' * power(2, least(e.attempts, 10)))
    where e.id in (
      select s.id from stripe_events s where s.handled_at is null and s.not_before <= clock_timestamp()
        order by s.not_before limit p_limit for update skip locked)
    returning e.id, e.subject_kind, e.subject_id, e.attempts, nextval('stripe_readings')
$$;

-- Notes what became of an event: handled with an outcome, or (outcome null) what went wrong.
create or replace function record_stripe_outcome(p jsonb) returns jsonb language plpgsql as $$
begin
  update stripe_events set
      handled_at = case when p->>'outcome' is null then null else clock_timestamp() end, outcome = p->>'outcome', last_error = p->>'error'
    where id = p->>'event_id' and handled_at is null;
  return jsonb_build_object('noted', found);
end $$;

-- Ties the account to its Stripe customer; the first one stays. Returns the customer that counts, null for a closed account.
create or replace function set_stripe_customer(p jsonb) returns jsonb language plpgsql as $$
declare
  v_customer text;
begin
  update accounts set stripe_customer_id = coalesce(stripe_customer_id, p->>'customer_id')
    where id = p->>'account_id' and closed_at is null returning stripe_customer_id into v_customer;
  return jsonb_build_object('customer_id', v_customer);
end $$;

-- Takes back, or gives back, what refunds and disputes of a payment claim since the last reading. The caller holds the account's row
-- and the payment is granted. What is not there any more is not taken, and never will be: it is noted.
create or replace function reverse_payment(p_object text) returns void language plpgsql as $$
declare
  s stripe_payments;
  v_claim integer;
  v_change integer;
  v_balance bigint;
begin
  select * into s from stripe_payments where object_id = p_object for update;
  v_claim := case when s.amount_cents = 0 then 0
    else (s.credits::bigint * least(s.amount_cents, s.refunded_cents::bigint + s.disputed_cents) / s.amount_cents)::integer end;
  if v_claim = s.credits_claimed then
    return;
  end if;
  select balance into v_balance from accounts where id = s.account_id;
  v_change := case when v_claim > s.credits_claimed then -least(v_claim - s.credits_claimed, v_balance)
    else greatest(s.credits_taken - v_claim, 0) end;
  if v_change <> 0 then
    perform post_ledger_entry(s.account_id, v_change, 'adjustment', 'takeback:' || s.object_id || ':' || s.movements + 1, null, null,
      format('%s of %s credits of %s are claimed back', v_claim, s.credits, s.object_id));
  end if;
  update stripe_payments set credits_claimed = v_claim, credits_taken = s.credits_taken - v_change, movements = s.movements + 1
    where object_id = p_object;
  insert into audit_entries (id, account_id, action, subject, detail)
    values (new_id('aud'), s.account_id, 'payment.reversed', s.object_id, jsonb_build_object(
      'credits_claimed', v_claim, 'credits_taken', s.credits_taken - v_change, 'credits_already_used', v_claim - (s.credits_taken - v_change)));
end $$;

-- Brings the books to what Stripe says of one payment, however often and in whatever order it is told: granted once, by the object;
-- refunds and disputes taken back. Paid for a closed account: the money goes back. outcome: settled, unpaid, closed, unknown.
create or replace function apply_payment(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  s stripe_payments;
  v_object constant text := p->>'object_id';
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  insert into stripe_payments (object_id, account_id, reason, pack, credits, amount_cents, currency, recharge_id)
    values (v_object, a.id, p->>'reason', p->>'pack', (p->>'credits')::integer, (p->>'amount_cents')::integer, p->>'currency', p->>'recharge_id')
    on conflict (object_id) do nothing;
  select * into s from stripe_payments where object_id = v_object for update;
  if s.account_id <> a.id then
    raise exception 'payment % belongs to another account', v_object using errcode = '23505';
  end if;
  if (p->>'reading')::bigint > s.reading then
    update stripe_payments set refunded_cents = (p->>'refunded_cents')::integer, disputed_cents = (p->>'disputed_cents')::integer,
        reading = (p->>'reading')::bigint
      where object_id = v_object;
  end if;
  if not (p->>'paid')::boolean and s.granted_at is null then
    return jsonb_build_object('outcome', 'unpaid');
  end if;
  if s.granted_at is null then
    if a.closed_at is not null then
      insert into outbox (topic, dedupe, account_id, payload)
        values ('stripe_refund', 'stripe_refund:' || v_object, a.id, jsonb_build_object('object_id', v_object))
        on conflict (dedupe) do nothing;
      update recharge_attempts set state = 'failed', payment_intent_id = v_object, last_error = 'account_closed', payment_method_id = null,
          updated_at = clock_timestamp()
        where id = s.recharge_id and state in ('pending', 'processing', 'unknown');
      return jsonb_build_object('outcome', 'closed');
    end if;
    perform post_ledger_entry(a.id, s.credits, s.reason, 'stripe:' || v_object, null, null, s.pack);
    update stripe_payments set granted_at = clock_timestamp() where object_id = v_object;
    update accounts set has_purchased = true where id = a.id;
    update recharge_attempts set state = 'succeeded', payment_intent_id = v_object, last_error = null, updated_at = clock_timestamp()
      where id = s.recharge_id;
    if s.recharge_id is not null then
      update accounts set recharge_last_error = null, recharge_cooldown_until = null where id = a.id;
    end if;
  end if;
  perform reverse_payment(v_object);
  if (p->>'disputed_cents')::integer > 0 and s.recharge_id is not null then
    update accounts set recharge_enabled = false, recharge_last_error = 'A recharge was disputed.' where id = a.id;
  end if;
  return jsonb_build_object('outcome', 'settled');
end $$;

-- Keeps one reading of a subscription and lets the account carry the one that counts: a live one before an ended one, then the newest.
-- A live subscription of a closed account is ended; so is every other one when a new plan has begun in the place of one, however many
-- pages for a new plan were open. outcome: applied, stale, closed, unknown.
create or replace function apply_subscription(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  s stripe_subscriptions;
  v_live constant text[] := array['active', 'trialing', 'past_due'];
  v_was_live boolean;
  v_used usage_periods;
  v_borrowed integer := 0;
begin
  select * into a from accounts where stripe_customer_id = p->>'customer_id' for no key update;
  if not found then
    select * into a from accounts
      where id = (select account_id from stripe_subscriptions where id = p->>'subscription_id')
        or (id = p->>'account_id' and stripe_customer_id is null)
      for no key update;
    if not found then
      return jsonb_build_object('outcome', 'unknown');
    end if;
  end if;
  insert into stripe_subscriptions (id, account_id, status, tier, metered, period_start, period_end, cancel_at_period_end, created, reading)
    values (p->>'subscription_id', a.id, p->>'status', p->>'tier', (p->>'metered')::boolean, to_timestamp((p->>'period_start')::bigint),
      to_timestamp((p->>'period_end')::bigint), (p->>'cancel_at_period_end')::boolean, (p->>'created')::bigint, (p->>'reading')::bigint)
    on conflict (id) do update set status = excluded.status, tier = excluded.tier, metered = excluded.metered, period_start = excluded.period_start,
        period_end = excluded.period_end, cancel_at_period_end = excluded.cancel_at_period_end, reading = excluded.reading
      where stripe_subscriptions.reading < excluded.reading and stripe_subscriptions.account_id = excluded.account_id;
  if not found then
    return jsonb_build_object('outcome', 'stale');
  end if;
  select * into s from stripe_subscriptions where account_id = a.id order by (status = any(v_live)) desc, created desc, id desc limit 1;
  if p->>'status' = any(v_live) and (a.closed_at is not null or p->>'replaces' is not null) then
    insert into outbox (topic, dedupe, account_id, payload)
      select 'stripe_cancel', 'stripe_cancel:' || ended, a.id, jsonb_build_object('subscription_id', ended, 'prorate', a.closed_at is null)
        from (
          select p->>'subscription_id' where a.closed_at is not null
          union select p->>'replaces' where a.closed_at is null
          union select id from stripe_subscriptions where a.closed_at is null and account_id = a.id and status = any(v_live)
            and tier is not null and (s.id = p->>'subscription_id' or s.tier is not null)
        ) which (ended)
        where ended is not null and (a.closed_at is not null or ended <> s.id)
      on conflict (dedupe) do nothing;
  end if;
  if a.closed_at is not null and s.status = any(v_live) then
    return jsonb_build_object('outcome', 'closed');
  end if;
  v_was_live := a.subscription_status = any(v_live);
  -- The account's own subscription was never read: what is known of others does not end it.
  if s.status <> all(v_live) and v_was_live and not exists (select 1 from stripe_subscriptions where id = a.stripe_subscription_id) then
    return jsonb_build_object('outcome', 'applied');
  end if;
  -- One plan in the place of another: the rest of the old period is credited, and with it goes what was used of it ahead of time.
  if v_was_live and s.status = any(v_live) and s.id <> a.stripe_subscription_id and a.period_start < a.period_end then
    select * into v_used from usage_periods where account_id = a.id and period_start = current_period(a);
    v_borrowed := greatest(0, v_used.quota_used - ceil(coalesce(v_used.quota, 0) * least(1, greatest(0,
      extract(epoch from clock_timestamp() - a.period_start) / extract(epoch from a.period_end - a.period_start)))))::integer;
    -- No quota was noted where nothing was analysed since the last change: then all of it was brought along.
    if v_used.quota is null then
      v_borrowed := case when v_used.used = v_used.carried then coalesce(v_used.carried, 0) else 0 end;
    end if;
  end if;
  update accounts set
      stripe_customer_id = case when closed_at is null then coalesce(stripe_customer_id, p->>'customer_id') else stripe_customer_id end,
      stripe_subscription_id = s.id, subscription_status = s.status, subscription_metered = s.metered, period_start = s.period_start,
      period_end = s.period_end, cancel_at_period_end = s.cancel_at_period_end,
      -- Enterprise is given by hand, and then no subscription takes it away.
      tier = case
        when tier = 'enterprise' and not exists (select 1 from stripe_subscriptions e where e.account_id = a.id and e.tier = 'enterprise') then tier
        when s.status = any(v_live) then coalesce(s.tier, tier)
        when s.status = 'canceled' then 'free'
        else tier
      end
    where id = a.id
    returning * into a;
  if v_borrowed > 0 then
    insert into usage_periods (account_id, period_start, used, quota_used, carried)
      values (a.id, current_period(a), v_borrowed, v_borrowed, v_borrowed)
      on conflict do nothing;
  end if;
  return jsonb_build_object('outcome', 'applied');
end $$;
