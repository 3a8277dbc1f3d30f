-- Charges one reading of a domain's external history and keeps the records for its further pages. Without records nothing is charged: the
-- answer says only whether the account could pay, and a refusal may open a recharge. outcome: covered, duplicate, refused, closed.
create or replace function buy_external_history(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_outcome text;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if jsonb_typeof(p->'records') = 'array' then
    select outcome into v_outcome from cover_subject('history:' || (p->>'reading_id'), a.id, (p->>'price')::bigint, 'external_history', null, false);
    if v_outcome in ('covered', 'duplicate') then
      insert into external_histories (account_id, domain, records, bought_at) values (a.id, p->>'domain', p->'records', clock_timestamp())
        on conflict (account_id, domain) do update set records = excluded.records, bought_at = excluded.bought_at;
    end if;
  elsif exists (select 1 from charges where subject = 'history:' || (p->>'reading_id') and state = 'charged') then
    v_outcome := 'duplicate';
  elsif a.balance >= (p->>'price')::bigint then
    v_outcome := 'covered';
  else
    v_outcome := 'refused';
    perform open_recharge_when_due(a, a.balance);
  end if;
  return jsonb_build_object('outcome', v_outcome, 'hints', recharge_hints(a.id));
end $$;

-- Keeps what reverse WHOIS said of an operator. A late answer does not replace a newer one.
create or replace function store_portfolio(p jsonb) returns jsonb language plpgsql as $$
declare
  v portfolios;
begin
  insert into portfolios (normalized_name, domains, total, fetched_at)
    values (p->>'normalized_name', array(select jsonb_array_elements_text(p->'domains')), (p->>'total')::integer, clock_timestamp())
    on conflict (normalized_name) do update set domains = excluded.domains, total = excluded.total, fetched_at = excluded.fetched_at
      where portfolios.fetched_at < excluded.fetched_at;
  select * into v from portfolios where normalized_name = p->>'normalized_name';
  return to_jsonb(v);
end $$;

-- Keeps the newest map of a domain. The clock of the database says when it was drawn and how long it may be shown. Repeating it is harmless.
create or replace function store_subdomains(p jsonb) returns jsonb language plpgsql as $$
declare
  s subdomain_enumerations;
begin
  insert into subdomain_enumerations (domain, body, expires_at)
    values (p->>'domain', p->'body', clock_timestamp() + make_interval(secs => (p->>'lifetime_seconds')::integer))
    on conflict (domain) do update set body = excluded.body, enumerated_at = clock_timestamp(), expires_at = excluded.expires_at
    returning * into s;
  return jsonb_build_object('enumerated_at', s.enumerated_at, 'expires_at', s.expires_at);
end $$;
