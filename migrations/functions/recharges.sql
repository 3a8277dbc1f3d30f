-- Counts a planned call to Stripe for an automatic purchase of credits (recharge). If the result
-- "calls" (earlier calls) is not 0, the caller first looks for a payment at Stripe. Outcomes: call
-- (the card may be charged), look_up (the card must not be charged), done (the recharge ended
-- before), abandoned (this call ended the recharge).
create or replace function begin_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  r recharge_attempts;
  v_allowed boolean;
  v_calls integer;
begin
  select * into p from jsonb_to_record(input) as fields(recharge_id text);
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p.recharge_id for no key update of accounts;
  select * into r from recharge_attempts where id = p.recharge_id for update;
  if not found or r.state in ('succeeded', 'failed') then
    return jsonb_build_object('outcome', 'done');
  end if;
  v_allowed := a.closed_at is null and a.recharge_enabled and a.payment_method_id is not null
    and a.stripe_customer_id is not null;
  if not v_allowed and r.calls = 0 then
    update recharge_attempts set state = 'failed', last_error = 'not_wanted', updated_at = clock_timestamp()
      where id = r.id;
    return jsonb_build_object('outcome', 'abandoned');
  end if;
  v_calls := r.calls;
  update recharge_attempts set
      state = case when calls = 0 then 'processing' else 'unknown' end, calls = calls + 1,
      first_called_at = coalesce(first_called_at, clock_timestamp()),
      payment_method_id = coalesce(payment_method_id, a.payment_method_id), updated_at = clock_timestamp()
    where id = r.id returning * into r;
  return jsonb_build_object('outcome', case when v_allowed then 'call' else 'look_up' end, 'calls', v_calls,
    'account_id', a.id, 'customer_id', a.stripe_customer_id, 'payment_method_id', r.payment_method_id,
    'pack', r.pack, 'credits', r.credits, 'amount_cents', r.amount_cents, 'currency', r.currency,
    'created', floor(extract(epoch from r.created_at))::bigint,
    'age_seconds', floor(extract(epoch from clock_timestamp() - r.first_called_at))::bigint,
    'reading', nextval('stripe_readings'));
end $$;

-- Gives an open automatic recharge the status "failed", grants no credits, blocks new recharges for
-- cooldown_seconds, and creates one email to the customer. If the recharge has ended before,
-- nothing changes and the outcome is "already".
create or replace function fail_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  r recharge_attempts;
begin
  select * into p from jsonb_to_record(input)
    as fields(recharge_id text, code text, message text, payment_intent_id text, cooldown_seconds integer);
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p.recharge_id for no key update of accounts;
  update recharge_attempts set
      state = 'failed', last_error = p.code, payment_intent_id = p.payment_intent_id, updated_at = clock_timestamp(),
      payment_method_id = case when a.closed_at is null then payment_method_id end
    where id = p.recharge_id and state in ('pending', 'processing', 'unknown') returning * into r;
  if not found then
    return jsonb_build_object('outcome', 'already', 'hints', email_hints('email:recharge_failed:' || p.recharge_id));
  end if;
  update accounts set
      recharge_last_error = case when closed_at is null then p.message end,
      recharge_cooldown_until = clock_timestamp() + make_interval(secs => p.cooldown_seconds)
    where id = a.id;
  if a.closed_at is null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('email', 'email:recharge_failed:' || r.id, a.id, jsonb_build_object(
        'template', 'recharge_failed', 'recharge_id', r.id, 'pack', r.pack, 'amount_cents', r.amount_cents,
        'currency', r.currency, 'code', p.code, 'message', p.message));
  end if;
  return jsonb_build_object('outcome', 'failed', 'hints', email_hints('email:recharge_failed:' || r.id));
end $$;

-- Stores on the account the card that the customer has saved at Stripe. A card from an older
-- checkout never replaces a newer card. Outcomes: saved, older (a newer card is stored), unknown
-- (no open account).
create or replace function save_payment_method(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, payment_method_id text, brand text, last4 text, created bigint);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.payment_method_created > p.created and a.payment_method_id is distinct from p.payment_method_id then
    return jsonb_build_object('outcome', 'older');
  end if;
  update accounts set
      payment_method_id = p.payment_method_id, payment_method_brand = p.brand, payment_method_last4 = p.last4,
      payment_method_created = p.created,
      recharge_cooldown_until = case when payment_method_id = p.payment_method_id then recharge_cooldown_until end,
      recharge_last_error = case when payment_method_id = p.payment_method_id then recharge_last_error end
    where id = a.id;
  return jsonb_build_object('outcome', 'saved');
end $$;

-- Returns true if the settings of the automatic recharge in b can spend more than those in a. A
-- price in another currency counts as more, because the two prices cannot be compared.
create or replace function raises_spending(a accounts, b accounts) returns boolean language sql immutable as $$
  select (b.recharge_enabled and not a.recharge_enabled)
    or b.recharge_threshold > a.recharge_threshold
    or coalesce(b.recharge_amount_cents, 0) > coalesce(a.recharge_amount_cents, 0)
    or b.recharge_currency is distinct from a.recharge_currency
    or (a.recharge_monthly_limit_cents is not null
      and coalesce(b.recharge_monthly_limit_cents > a.recharge_monthly_limit_cents, true))
$$;

-- Changes the settings of the automatic recharge that are in `input`; all other settings stay. If
-- neither the account nor `input` has a credit pack, default_pack is stored. A change that can
-- spend more is stored only with may_raise, and creates an email to the customer. Outcomes: saved,
-- no_payment_method (no saved card), raise_refused, closed.
create or replace function set_auto_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  b accounts;
  v_old record;
  v_pack record;
  v_raises boolean;
begin
  select * into p from jsonb_to_record(input) as fields(account_id text, audit_id text, may_raise boolean,
    enabled boolean, threshold integer, monthly_limit_cents integer, pack jsonb, default_pack jsonb);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if p.enabled and a.payment_method_id is null then
    return jsonb_build_object('outcome', 'no_payment_method');
  end if;
  if a.recharge_pack is null then
    select * into v_old from jsonb_to_record(p.default_pack)
      as fields(id text, credits integer, unit_amount integer, currency text);
    a.recharge_pack := v_old.id;
    a.recharge_credits := v_old.credits;
    a.recharge_amount_cents := v_old.unit_amount;
    a.recharge_currency := v_old.currency;
  end if;
  select * into v_pack from jsonb_to_record(coalesce(p.pack, '{}'))
    as fields(id text, credits integer, unit_amount integer, currency text);
  b := a;
  b.recharge_enabled := coalesce(p.enabled, a.recharge_enabled);
  b.recharge_threshold := coalesce(p.threshold, a.recharge_threshold);
  if input ? 'monthly_limit_cents' then
    b.recharge_monthly_limit_cents := p.monthly_limit_cents;
  end if;
  b.recharge_pack := coalesce(v_pack.id, a.recharge_pack);
  b.recharge_credits := coalesce(v_pack.credits, a.recharge_credits);
  b.recharge_amount_cents := coalesce(v_pack.unit_amount, a.recharge_amount_cents);
  b.recharge_currency := coalesce(v_pack.currency, a.recharge_currency);
  v_raises := raises_spending(a, b);
  if v_raises and not p.may_raise then
    return jsonb_build_object('outcome', 'raise_refused');
  end if;
  update accounts set
      recharge_enabled = b.recharge_enabled, recharge_threshold = b.recharge_threshold,
      recharge_monthly_limit_cents = b.recharge_monthly_limit_cents, recharge_pack = b.recharge_pack,
      recharge_credits = b.recharge_credits, recharge_amount_cents = b.recharge_amount_cents,
      recharge_currency = b.recharge_currency
    where id = a.id;
  if not v_raises then
    return jsonb_build_object('outcome', 'saved', 'hints', '[]'::jsonb);
  end if;
  perform add_audit_entry(input, a.id, 'auto_recharge.raised');
  perform create_email(a.id, 'recharge_raised', p.audit_id, jsonb_build_object(
    'enabled', b.recharge_enabled, 'threshold', b.recharge_threshold, 'pack', b.recharge_pack,
    'amount_cents', b.recharge_amount_cents, 'currency', b.recharge_currency,
    'monthly_limit_cents', b.recharge_monthly_limit_cents));
  return jsonb_build_object('outcome', 'saved', 'hints', email_hints('email:recharge_raised:' || p.audit_id));
end $$;
