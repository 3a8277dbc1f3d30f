create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();

create or replace trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Returns the price in cents of an account's automatic purchases of credits in this calendar month
-- (UTC). Purchases that may still succeed are included.
create or replace function recharged_this_month(p_account text) returns bigint language sql stable as $$
  select coalesce(sum(amount_cents), 0)::bigint from recharge_attempts
    where account_id = p_account and state <> 'failed'
      and created_at >= date_trunc('month', clock_timestamp() at time zone 'utc') at time zone 'utc'
$$;

-- Starts an automatic purchase of credits (recharge) if the credit balance is not above the
-- account's threshold and no recharge is open. The caller has locked the account's row. A unique
-- index also prevents two open recharges of one account.
create or replace function open_recharge_when_due(a accounts, p_balance bigint) returns void language plpgsql as $$
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
      on conflict (account_id) where state in ('pending', 'processing', 'unknown') do nothing
      returning id
  )
  insert into outbox (topic, dedupe, account_id, payload)
    select 'recharge', 'recharge:' || id, a.id, jsonb_build_object('recharge_id', id) from opened;
end $$;

-- Adds a ledger entry and changes the credit balance, once per operation_key. When credits are
-- used, an automatic recharge may start. An adjustment of the balance starts no recharge, because
-- it would charge a customer who was just refunded.
create or replace function post_ledger_entry(
  p_account text, p_delta bigint, p_reason text, p_operation_key text,
  p_reverses text default null, p_job text default null, p_note text default null,
  out outcome text, out entry_id text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  e ledger_entries;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  select * into e from ledger_entries where operation_key = p_operation_key;
  if found then
    if e.account_id <> p_account or e.delta <> p_delta or e.reason <> p_reason
        or e.reverses is distinct from p_reverses then
      raise exception 'operation % was applied with other values', p_operation_key using errcode = '23505';
    end if;
    outcome := 'duplicate'; entry_id := e.id; balance := a.balance;
    return;
  end if;
  if a.balance + p_delta < 0 then
    outcome := 'insufficient'; balance := a.balance;
    if p_reason <> 'adjustment' then
      perform open_recharge_when_due(a, a.balance);
    end if;
    return;
  end if;
  update accounts set balance = a.balance + p_delta, ledger_sequence = a.ledger_sequence + 1 where id = p_account;
  entry_id := new_id('led');
  insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key, reverses,
      job_id, note)
    values (entry_id, p_account, a.ledger_sequence + 1, p_delta, a.balance + p_delta, p_reason, p_operation_key,
      p_reverses, p_job, p_note);
  outcome := 'applied'; balance := a.balance + p_delta;
  if p_delta < 0 and p_reason <> 'adjustment' then
    perform open_recharge_when_due(a, balance);
  end if;
end $$;
