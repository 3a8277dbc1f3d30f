-- State machine of the table recharge_attempts; a recharge is an automatic purchase of
-- credits with the saved card. The trigger allows only these changes of the state.

create or replace trigger recharge_attempts_transitions before update of state on recharge_attempts
  for each row when (old.state is distinct from new.state)
  execute function refuse_transition('state',
    'pending>processing',
    'pending>failed',
    'pending>succeeded',
    'processing>succeeded',
    'processing>failed',
    'failed>succeeded');

-- Cents of all recharges in this calendar month (UTC). Unfinished recharges that may still succeed
-- are included.
create or replace function recharged_this_month(p_account text) returns bigint
language sql stable as $$
  select coalesce(sum(amount_cents), 0)::bigint from recharge_attempts
    where account_id = p_account and state <> 'failed'
      and created_at >= date_trunc('month', clock_timestamp() at time zone 'utc') at time zone 'utc'
$$;

-- Creates a recharge if the customer's settings ask for one at this balance. The caller has locked
-- the account's row. A unique index also prevents two open recharges of an account.
create or replace function open_recharge_when_due(a accounts, p_balance bigint) returns void
language plpgsql as $$
declare
  v_spent bigint;
begin
  if not a.recharge_enabled or p_balance > a.recharge_threshold
      or a.payment_method_id is null or a.recharge_credits is null
      or a.closed_at is not null or a.recharge_cooldown_until > clock_timestamp() then
    return;
  end if;
  if a.recharge_monthly_limit_cents is not null then
    v_spent := recharged_this_month(a.id);
    if v_spent + a.recharge_amount_cents > a.recharge_monthly_limit_cents then
      return;
    end if;
  end if;
  with opened as (
    insert into recharge_attempts (id, account_id, pack, credits, amount_cents, currency)
      values (new_id('rch'), a.id, a.recharge_pack, a.recharge_credits, a.recharge_amount_cents,
        coalesce(a.recharge_currency, 'usd'))
      on conflict (account_id) where state in ('pending', 'processing') do nothing
      returning id
  )
  insert into outbox (topic, dedupe, account_id, payload)
    select 'recharge', 'recharge:' || id, a.id, jsonb_build_object('recharge_id', id) from opened;
end $$;

-- Must be called before each call to Stripe. If the recharge is repeated, an earlier call may have
-- charged the card, so the caller first looks for its payment.
-- Outcomes: call (the card may be charged), look_up (the card must not be charged), done (the
-- recharge has ended), abandoned (this call has ended the recharge).
create or replace function begin_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  r recharge_attempts;
  v_allowed boolean;
  v_repeated boolean;
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
  v_repeated := r.state = 'processing';
  if not v_allowed and not v_repeated then
    update recharge_attempts
      set state = 'failed', last_error = 'not_wanted', updated_at = clock_timestamp()
      where id = r.id;
    return jsonb_build_object('outcome', 'abandoned');
  end if;
  update recharge_attempts set
      state = 'processing', first_called_at = coalesce(first_called_at, clock_timestamp()),
      payment_method_id = coalesce(payment_method_id, a.payment_method_id),
      updated_at = clock_timestamp()
    where id = r.id returning * into r;
  return jsonb_build_object('outcome', case when v_allowed then 'call' else 'look_up' end,
    'is_repeated', v_repeated, 'account_id', a.id, 'customer_id', a.stripe_customer_id,
    'payment_method_id', r.payment_method_id, 'pack', r.pack, 'credits', r.credits,
    'amount_cents', r.amount_cents, 'currency', r.currency,
    'created', floor(extract(epoch from r.created_at))::bigint,
    'age_seconds', floor(extract(epoch from clock_timestamp() - r.first_called_at))::bigint,
    'reading', nextval('stripe_readings'));
end $$;

-- Ends a recharge as failed and blocks new recharges for cooldown_seconds. Outcome "already": the
-- recharge was not in state processing.
create or replace function fail_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  r recharge_attempts;
begin
  select * into p from jsonb_to_record(input) as fields(
    recharge_id text, code text, message text, payment_intent_id text, cooldown_seconds integer);
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p.recharge_id for no key update of accounts;
  update recharge_attempts set
      state = 'failed', last_error = p.code, payment_intent_id = p.payment_intent_id,
      payment_method_id = case when a.closed_at is null then payment_method_id end,
      updated_at = clock_timestamp()
    where id = p.recharge_id and state = 'processing' returning * into r;
  if not found then
    return jsonb_build_object('outcome', 'already',
      'hints', email_hints('email:recharge_failed:' || p.recharge_id));
  end if;
  update accounts set
      recharge_last_error = case when closed_at is null then p.message end,
      recharge_cooldown_until = clock_timestamp() + make_interval(secs => p.cooldown_seconds)
    where id = a.id;
  if a.closed_at is null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('email', 'email:recharge_failed:' || r.id, a.id, jsonb_build_object(
        'template', 'recharge_failed', 'recharge_id', r.id, 'pack', r.pack,
        'amount_cents', r.amount_cents, 'currency', r.currency, 'code', p.code,
        'message', p.message));
  end if;
  return jsonb_build_object('outcome', 'failed',
    'hints', email_hints('email:recharge_failed:' || r.id));
end $$;

-- Ends a recharge as successful. A payment can arrive after its recharge has failed: the customer
-- has paid, so the payment counts. The caller has locked the account's row and granted the credits.
create or replace function succeed_recharge(p_recharge text, p_payment text) returns void
language plpgsql as $$
declare
  v_account text;
begin
  update recharge_attempts set
      state = 'succeeded', payment_intent_id = p_payment, last_error = null,
      updated_at = clock_timestamp()
    where id = p_recharge returning account_id into v_account;
  update accounts set recharge_last_error = null, recharge_cooldown_until = null
    where id = v_account;
end $$;
