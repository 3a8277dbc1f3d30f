-- Begins the purchase of a list of an operator's domains. Only one request at a time buys a list,
-- and an account buys one list at a time. A purchase counts against the account's limit per day.
-- A repeated call also returns "granted". Outcomes: granted, list_busy, account_busy, limited.
create or replace function begin_portfolio_purchase(input jsonb) returns jsonb language plpgsql
  as $$
declare
  p record;
  v_lease interval;
  v_permit record;
  v_use record;
begin
  select * into p from jsonb_to_record(input)
    as fields(purchase_id text, account_id text, normalized_name text, lease_seconds integer,
      daily_limit integer);
  v_lease := make_interval(secs => p.lease_seconds);
  select * into v_permit from take_permit(p.purchase_id || ':list', 'portfolio', p.normalized_name,
    1, v_lease);
  if not v_permit.taken then
    return jsonb_build_object('outcome', 'list_busy');
  end if;
  if exists (select 1 from permits where id = p.purchase_id) then
    return jsonb_build_object('outcome', 'granted');
  end if;
  select * into v_permit from take_permit(p.purchase_id, 'portfolio_buyer', p.account_id, 1,
    v_lease);
  if not v_permit.taken then
    delete from permits where id = p.purchase_id || ':list';
    return jsonb_build_object('outcome', 'account_busy');
  end if;
  select * into v_use from take_daily_use(p.account_id, 'reverse_whois_purchases', 1,
    p.daily_limit);
  if v_use.taken then
    return jsonb_build_object('outcome', 'granted');
  end if;
  delete from permits where id in (p.purchase_id, p.purchase_id || ':list');
  return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', v_use.retry_after_seconds);
end $$;

-- Ends the purchase and returns the stored list, or null. If two purchases end at the same time,
-- the newer list is kept. If the provider wants no money, the purchase does not count against the
-- limit per day.
create or replace function end_portfolio_purchase(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_started timestamptz;
  v_stored portfolios;
begin
  select * into p from jsonb_to_record(input)
    as fields(purchase_id text, account_id text, normalized_name text, domains text[],
      total integer, is_free boolean);
  delete from permits where id = p.purchase_id returning taken_at into v_started;
  if found and p.is_free then
    perform release_daily_use(p.account_id, 'reverse_whois_purchases', v_started);
  end if;
  delete from permits where id = p.purchase_id || ':list';
  -- Nothing is stored for a closed account, because the names that it asked for are already erased.
  perform 1 from accounts where id = p.account_id and closed_at is null for share;
  if found and p.domains is not null then
    insert into portfolios (normalized_name, account_id, domains, total, fetched_at)
      values (p.normalized_name, p.account_id, p.domains, p.total, clock_timestamp())
      on conflict (normalized_name)
        do update set account_id = excluded.account_id, domains = excluded.domains,
          total = excluded.total,
          fetched_at = excluded.fetched_at
        where portfolios.fetched_at < excluded.fetched_at;
  end if;
  select * into v_stored from portfolios where normalized_name = p.normalized_name;
  return to_jsonb(v_stored);
end $$;

-- A search sends about a thousand DNS queries for one request, and certificate logs allow few
-- requests. So a search counts against the account's limit per day, a passive one, too. A repeated
-- call counts again, even after a lost reply. Outcomes: stored (no search is necessary), counted,
-- limited.
create or replace function count_subdomain_search(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_use record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, domain text, passive boolean, "limit" integer);
  if exists (
    select 1 from subdomain_enumerations
      where domain = p.domain and passive = coalesce(p.passive, false)
        and expires_at > clock_timestamp()
  ) then
    return jsonb_build_object('outcome', 'stored');
  end if;
  select * into v_use from take_daily_use(p.account_id, 'subdomain_searches', 1, p.limit);
  if not v_use.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      v_use.retry_after_seconds);
  end if;
  return jsonb_build_object('outcome', 'counted');
end $$;

-- Replaces the subdomains of an earlier search. Returns the time of the search and the time of
-- expiry, both from the clock of Postgres.
create or replace function store_subdomains(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  s subdomain_enumerations;
begin
  select * into p from jsonb_to_record(input)
    as fields(domain text, passive boolean, body jsonb, lifetime_seconds integer);
  insert into subdomain_enumerations (domain, passive, body, expires_at)
    values (p.domain, coalesce(p.passive, false), p.body,
      clock_timestamp() + make_interval(secs => p.lifetime_seconds))
    on conflict (domain, passive)
      do update set body = excluded.body, enumerated_at = clock_timestamp(),
        expires_at = excluded.expires_at
    returning * into s;
  return jsonb_build_object('enumerated_at', s.enumerated_at, 'expires_at', s.expires_at);
end $$;
