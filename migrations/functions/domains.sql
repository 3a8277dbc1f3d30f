-- Charges one purchase of a domain's WHOIS history and stores the bought records. A call without records charges
-- nothing and only checks if the account can pay. Repeated calls with the same purchase_id charge once.
create or replace function buy_external_history(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  v_subject text;
  v_outcome text;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, purchase_id text, domain text, price bigint, records jsonb);
  v_subject := 'history:' || p.purchase_id;
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if p.records is not null then
    select outcome into v_outcome from cover_subject(v_subject, a.id, p.price, 'external_history', null, false);
    if v_outcome in ('covered', 'duplicate') then
      insert into external_histories (account_id, domain, records, bought_at)
        values (a.id, p.domain, p.records, clock_timestamp())
        on conflict (account_id, domain) do update set records = excluded.records, bought_at = excluded.bought_at;
    end if;
  elsif exists (select 1 from charges where subject = v_subject and state = 'charged') then
    v_outcome := 'duplicate';
  elsif a.balance >= p.price then
    v_outcome := 'covered';
  else
    v_outcome := 'refused';
    perform open_recharge_when_due(a, a.balance);
  end if;
  return jsonb_build_object('outcome', v_outcome, 'hints', recharge_hints(a.id));
end $$;

-- Stores the domains that a reverse WHOIS search has found for an operator, and returns the stored row. If two searches
-- run at the same time, the newer result stays.
create or replace function store_portfolio(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_stored portfolios;
begin
  select * into p from jsonb_to_record(input) as fields(normalized_name text, domains text[], total integer);
  insert into portfolios (normalized_name, domains, total, fetched_at)
    values (p.normalized_name, p.domains, p.total, clock_timestamp())
    on conflict (normalized_name)
      do update set domains = excluded.domains, total = excluded.total, fetched_at = excluded.fetched_at
      where portfolios.fetched_at < excluded.fetched_at;
  select * into v_stored from portfolios where normalized_name = p.normalized_name;
  return to_jsonb(v_stored);
end $$;

-- Stores the subdomains that a search has just found for a domain. They replace the subdomains of an earlier search.
-- Returns the time of the search and the expiry time, both by the clock of Postgres.
create or replace function store_subdomains(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  s subdomain_enumerations;
begin
  select * into p from jsonb_to_record(input) as fields(domain text, body jsonb, lifetime_seconds integer);
  insert into subdomain_enumerations (domain, body, expires_at)
    values (p.domain, p.body, clock_timestamp() + make_interval(secs => p.lifetime_seconds))
    on conflict (domain)
      do update set body = excluded.body, enumerated_at = clock_timestamp(), expires_at = excluded.expires_at
    returning * into s;
  return jsonb_build_object('enumerated_at', s.enumerated_at, 'expires_at', s.expires_at);
end $$;
