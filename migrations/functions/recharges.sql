-- Hands an open recharge to a call to Stripe. outcome: call (Stripe may be asked to charge), look_up (only whether it did), done, abandoned.
-- calls: how many calls were made before; after the first one Stripe must be asked what became of it before it is asked again.
create or replace function begin_recharge(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  r recharge_attempts;
  v_wanted boolean;
  v_calls integer;
begin
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p->>'recharge_id' for no key update of accounts;
  select * into r from recharge_attempts where id = p->>'recharge_id' for update;
  if not found or r.state in ('succeeded', 'failed') then
    return jsonb_build_object('outcome', 'done');
  end if;
  v_wanted := a.closed_at is null and a.recharge_enabled and a.payment_method_id is not null and a.stripe_customer_id is not null;
  if not v_wanted and r.calls = 0 then
    update recharge_attempts set state = 'failed', last_error = 'not_wanted', updated_at = clock_timestamp() where id = r.id;
    return jsonb_build_object('outcome', 'abandoned');
  end if;
  v_calls := r.calls;
  update recharge_attempts set
      state = case when calls = 0 then 'processing' else 'unknown' end, calls = calls + 1,
      first_called_at = coalesce(first_called_at, clock_timestamp()),
      payment_method_id = coalesce(payment_method_id, a.payment_method_id), updated_at = clock_timestamp()
    where id = r.id returning * into r;
  return jsonb_build_object('outcome', case when v_wanted then 'call' else 'look_up' end, 'calls', v_calls, 'account_id', a.id,
    'customer_id', a.stripe_customer_id, 'payment_method_id', r.payment_method_id, 'pack', r.pack, 'credits', r.credits,
    'amount_cents', r.amount_cents, 'currency', r.currency, 'created', floor(extract(epoch from r.created_at))::bigint,
    'age_seconds', floor(extract(epoch from clock_timestamp() - r.first_called_at))::bigint, 'reading', nextval('stripe_readings'));
end $$;

-- Ends an open recharge without credits. A decline rests for p.cooldown_seconds and is sent to the customer by email, once.
create or replace function fail_recharge(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  r recharge_attempts;
begin
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p->>'recharge_id' for no key update of accounts;
  update recharge_attempts set state = 'failed', last_error = p->>'code', payment_intent_id = p->>'payment_intent_id', updated_at = clock_timestamp(),
      payment_method_id = case when a.closed_at is null then payment_method_id end
    where id = p->>'recharge_id' and state in ('pending', 'processing', 'unknown') returning * into r;
  if not found then
    return jsonb_build_object('outcome', 'already', 'hints', email_hints('email:recharge_failed:' || (p->>'recharge_id')));
  end if;
  update accounts set
      recharge_last_error = case when closed_at is null then p->>'message' end, recharge_cooldown_until = clock_timestamp() + make_interval(secs => (p->>'cooldown_seconds')::integer)
    where id = a.id;
  if a.closed_at is null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('email', 'email:recharge_failed:' || r.id, a.id, jsonb_build_object('template', 'recharge_failed', 'recharge_id', r.id,
        'pack', r.pack, 'amount_cents', r.amount_cents, 'currency', r.currency, 'code', p->>'code', 'message', p->>'message'));
  end if;
  return jsonb_build_object('outcome', 'failed', 'hints', email_hints('email:recharge_failed:' || r.id));
end $$;

-- Keeps the card of a finished setup; a card of an older checkout never replaces a newer one. outcome: saved, older, unknown.
create or replace function save_payment_method(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.payment_method_created > (p->>'created')::bigint and a.payment_method_id is distinct from p->>'payment_method_id' then
    return jsonb_build_object('outcome', 'older');
  end if;
  update accounts set
      payment_method_id = p->>'payment_method_id', payment_method_brand = p->>'brand', payment_method_last4 = p->>'last4',
      payment_method_created = (p->>'created')::bigint,
      recharge_cooldown_until = case when payment_method_id = p->>'payment_method_id' then recharge_cooldown_until end,
      recharge_last_error = case when payment_method_id = p->>'payment_method_id' then recharge_last_error end
    where id = a.id;
  return jsonb_build_object('outcome', 'saved');
end $$;

-- Changes what p names of the auto-recharge. p.pack is a whole pack; p.default_pack is taken when none was ever chosen.
-- outcome: saved, no_payment_method, closed.
create or replace function set_auto_recharge(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_pack jsonb;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if (p->>'enabled')::boolean and a.payment_method_id is null then
    return jsonb_build_object('outcome', 'no_payment_method');
  end if;
  v_pack := coalesce(p->'pack', case when a.recharge_pack is null then p->'default_pack' end);
  update accounts set
      recharge_enabled = coalesce((p->>'enabled')::boolean, recharge_enabled),
      recharge_threshold = coalesce((p->>'threshold')::integer, recharge_threshold),
      recharge_monthly_limit_cents = case when p ? 'monthly_limit_cents' then (p->>'monthly_limit_cents')::integer else recharge_monthly_limit_cents end,
      recharge_pack = coalesce(v_pack->>'id', recharge_pack),
      recharge_credits = coalesce((v_pack->>'credits')::integer, recharge_credits),
      recharge_amount_cents = coalesce((v_pack->>'unit_amount')::integer, recharge_amount_cents),
      recharge_currency = coalesce(v_pack->>'currency', recharge_currency)
    where id = a.id;
  return jsonb_build_object('outcome', 'saved');
end $$;
