-- Functions about the saved card and the settings of automatic recharges. Both are columns of the
-- table accounts.

-- Saves the card of a checkout. Outcomes: saved, older (the card of a newer checkout is stored),
-- unknown (no open account).
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
  if a.payment_method_created > p.created
      and a.payment_method_id is distinct from p.payment_method_id then
    return jsonb_build_object('outcome', 'older');
  end if;
  update accounts set
      payment_method_id = p.payment_method_id, payment_method_brand = p.brand,
      payment_method_last4 = p.last4, payment_method_created = p.created,
      recharge_cooldown_until = case
        when payment_method_id = p.payment_method_id then recharge_cooldown_until end,
      recharge_last_error = case
        when payment_method_id = p.payment_method_id then recharge_last_error end
    where id = a.id;
  return jsonb_build_object('outcome', 'saved');
end $$;

-- Returns true if the settings in b can spend more money than the settings in a. A price in another
-- currency counts as more, because the two prices cannot be compared.
create or replace function raises_spending(a accounts, b accounts) returns boolean
language sql immutable as $$
  select (b.recharge_enabled and not a.recharge_enabled)
    or b.recharge_threshold > a.recharge_threshold
    or coalesce(b.recharge_amount_cents, 0) > coalesce(a.recharge_amount_cents, 0)
    or b.recharge_currency is distinct from a.recharge_currency
    or (a.recharge_monthly_limit_cents is not null
      and coalesce(b.recharge_monthly_limit_cents > a.recharge_monthly_limit_cents, true))
$$;

-- A setting that `input` does not contain keeps its value. A change that can spend more money
-- creates an email to the customer. Outcomes: saved, no_payment_method, closed.
create or replace function set_auto_recharge(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  b accounts;
  v_old record;
  v_pack record;
  v_raises boolean;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, audit_id text, enabled boolean, threshold integer,
      monthly_limit_cents integer, pack jsonb, default_pack jsonb);
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
  update accounts set
      recharge_enabled = b.recharge_enabled, recharge_threshold = b.recharge_threshold,
      recharge_monthly_limit_cents = b.recharge_monthly_limit_cents,
      recharge_pack = b.recharge_pack,
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
  return jsonb_build_object('outcome', 'saved',
    'hints', email_hints('email:recharge_raised:' || p.audit_id));
end $$;
