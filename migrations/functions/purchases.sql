-- State machine of the table external_histories; each row is one purchase of the WHOIS
-- history of a domain. The trigger allows only these changes of the state.

create or replace trigger external_histories_transitions before update of state
  on external_histories for each row when (old.state is distinct from new.state)
  execute function refuse_transition('state',
    'buying>bought',
    'buying>refunded');

-- Refunds and deletes a purchase, so that the account can try again. The caller has locked the
-- account's row.
create or replace function refund_external_history(p_account text, p_purchase text) returns void
language plpgsql as $$
begin
  delete from external_histories
    where account_id = p_account and purchase_id = p_purchase and state = 'buying';
  if found then
    perform refund_subject('history:' || p_purchase, p_account);
  end if;
end $$;

-- Charges the account before the provider is asked. An account makes one purchase at a time. Each
-- purchase counts against a limit per day until the account has finally paid, because the provider
-- wants its money even for a purchase that is refunded to the account. Outcomes: granted, stored
-- (bought before), busy (another purchase), limited, refused (too few credits), closed.
create or replace function begin_external_history(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  h external_histories;
  v_use record;
  v_cover record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, purchase_id text, domain text, price bigint, lease_seconds integer,
      daily_limit integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into h from external_histories where account_id = a.id and state = 'buying';
  if h.purchase_id = p.purchase_id then
    return jsonb_build_object('outcome', 'granted', 'hints', recharge_hints(a.id));
  end if;
  if h.lease_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'busy');
  end if;
  perform refund_external_history(a.id, h.purchase_id);
  select * into h from external_histories where account_id = a.id and domain = p.domain;
  if found then
    return jsonb_build_object('outcome', 'stored', 'records', h.records);
  end if;
  select * into v_use from take_daily_use(a.id, 'history_purchases', 1, p.daily_limit);
  if not v_use.taken then
    return jsonb_build_object(
      'outcome', 'limited', 'retry_after_seconds', v_use.retry_after_seconds);
  end if;
  select * into v_cover
    from cover_subject('history:' || p.purchase_id, a.id, p.price, 'external_history', null, false);
  if v_cover.outcome = 'covered' then
    insert into external_histories
      (account_id, domain, records, bought_at, purchase_id, state, lease_until)
      values (a.id, p.domain, '[]', clock_timestamp(), p.purchase_id, 'buying',
        clock_timestamp() + make_interval(secs => p.lease_seconds));
    return jsonb_build_object('outcome', 'granted', 'hints', recharge_hints(a.id));
  end if;
  perform release_daily_use(a.id, 'history_purchases', clock_timestamp());
  return not_covered(a, p.price, v_cover.balance);
end $$;

-- Stores the result of a purchase. Records that the provider has sold are stored even if the
-- account is refunded because no record is old enough. The purchase no longer counts against the
-- limit per day if the account has paid or if the provider wants no money. Returns false if the
-- lease has ended and the purchase was already refunded.
create or replace function end_external_history(input jsonb) returns boolean language plpgsql as $$
declare
  p record;
  h external_histories;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, purchase_id text, domain text, records jsonb, is_paid boolean,
      is_free boolean);
  perform 1 from accounts where id = p.account_id for no key update;
  select * into h from external_histories
    where account_id = p.account_id and domain = p.domain and purchase_id = p.purchase_id;
  if not found or h.state <> 'buying' then
    return found;
  end if;
  if p.is_paid or p.is_free then
    perform release_daily_use(h.account_id, 'history_purchases', h.bought_at);
  end if;
  if p.records is null then
    perform refund_external_history(h.account_id, h.purchase_id);
    return true;
  end if;
  if not p.is_paid then
    perform refund_subject('history:' || h.purchase_id, h.account_id);
  end if;
  update external_histories
    set records = p.records, bought_at = clock_timestamp(), lease_until = null,
      state = case when p.is_paid then 'bought' else 'refunded' end
    where account_id = h.account_id and domain = h.domain;
  return true;
end $$;

-- Refunds purchases that a crash has interrupted, and returns their number. Accounts are locked in
-- the order of their ids, so that two concurrent runs cannot deadlock.
create or replace function refund_lost_histories(p_limit integer) returns integer
language plpgsql as $$
declare
  h external_histories;
  v_count integer := 0;
begin
  for h in
    select * from external_histories
      where state = 'buying' and lease_until < clock_timestamp() order by account_id limit p_limit
  loop
    perform 1 from accounts where id = h.account_id for no key update;
    perform refund_external_history(h.account_id, h.purchase_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

