-- History across domains: linking values, entities and their spellings, search, portfolios, correlations. As everywhere, one call is one
-- statement, safe to repeat when the reply was lost; lock order: the account's row, then the correlation's, then jobs.

-- Keeps the linking values of a domain's newest analysis. Called where a result is stored, whoever stores it.
create function keep_domain_links() returns trigger language plpgsql as $$
declare
  v_domain text;
begin
  select domain into v_domain from jobs where id = new.job_id and not sandbox;
  if not found then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('domain_runs:' || v_domain, 0));
  delete from domain_links d where d.domain = v_domain
    and not exists (select 1 from jsonb_array_elements(new.links) l where l->>'kind' = d.kind and l->>'value' = d.value);
  insert into domain_links (domain, kind, value)
    select distinct v_domain, l->>'kind', l->>'value' from jsonb_array_elements(new.links) l
      where l->>'kind' is not null and l->>'value' is not null
    on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger job_results_keep_domain_links after insert on job_results for each row execute function keep_domain_links();
--> statement-breakpoint
-- Makes an entity a spelling of another: its runs, domains and spellings go over, nothing is forgotten.
create function merge_entity(p_from text, p_into text) returns void language plpgsql as $$
begin
  update domain_runs set entity_id = p_into where entity_id = p_from;
  update attributions set entity_id = p_into where entity_id = p_from;
  update entity_aliases set entity_id = p_into where entity_id = p_from;
  insert into entity_aliases (normalized_name, entity_id, name) select normalized_name, p_into, name from entities where id = p_from
    on conflict (normalized_name) do update set entity_id = excluded.entity_id;
  update entities set parent = coalesce(entities.parent, gone.parent) from entities gone where entities.id = p_into and gone.id = p_from;
  delete from entities where id = p_from;
end $$;
--> statement-breakpoint
-- Gives back a part of a charge that stands, once: the work that could not be done of what was paid for.
create function return_part(p_subject text, p_account text, p_amount bigint, p_job text) returns void language plpgsql as $$
declare
  c charges;
  v_posted record;
begin
  perform 1 from accounts where id = p_account for no key update;
  select * into c from charges where subject = p_subject and account_id = p_account;
  if not found or c.state <> 'charged' or c.coverage <> 'credit' or c.returned > 0 or p_amount <= 0 then
    return;
  end if;
  if p_amount >= c.amount then
    raise exception 'a part of % must be less than its charge', p_subject;
  end if;
  select * into v_posted from ledger_post(p_account, p_amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
  update charges set returned = p_amount, refund_entry = v_posted.entry_id, settled_at = clock_timestamp() where subject = p_subject;
end $$;
--> statement-breakpoint
-- A correlation as it stands, with how many of its domains have been analysed.
create function correlation_state(p_id text) returns jsonb language sql stable as $$
  select to_jsonb(k) - 'result' || jsonb_build_object('total', i.total, 'analyzed', i.analyzed, 'domains', i.domains, 'uncached_domains', i.uncached,
      'status', case when k.status = 'queued' and i.begun then 'running' else k.status end)
    from correlations k, lateral (
      select count(*) as total, count(*) filter (where i.sandbox is not null or i.cached or j.status in ('completed', 'partial', 'failed')) as analyzed,
        jsonb_agg(i.domain order by i.position) as domains,
        coalesce(jsonb_agg(i.domain order by i.position) filter (where i.sandbox is null and not i.cached), '[]') as uncached,
        coalesce(bool_or(not i.cached and j.status <> 'queued'), false) as begun
      from correlation_items i left join jobs j on j.id = i.job_id where i.correlation_id = k.id
    ) i
    where k.id = p_id
$$;
--> statement-breakpoint
-- Takes a correlation in: finds the analyses that are young enough, covers the rest and the comparison with credits in one charge, makes a
-- child for each domain that has none. The same id again gives the same answer. outcome: accepted, refused, playground_limited, closed.
create function submit_correlation(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k correlations;
  v_items jsonb;
  v_uncached integer;
  v_real integer;
  v_cost integer;
  v_cover record;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from correlations where id = p->>'correlation_id';
  if found then
    if k.account_id <> a.id then
      raise exception 'correlation % belongs to another account', k.id using errcode = '23505';
    end if;
    return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id));
  end if;
  select jsonb_agg(jsonb_build_object(
        'position', w.place - 1, 'domain', w.item->>'domain', 'registrable_domain', w.item->>'registrable_domain', 'sandbox', w.item->>'sandbox',
        'cached', known.job_id is not null,
        'job_id', coalesce(known.job_id, case when w.item->>'sandbox' is null then new_id('job') end))),
      count(*) filter (where w.item->>'sandbox' is null and known.job_id is null), count(*) filter (where w.item->>'sandbox' is null)
    into v_items, v_uncached, v_real
    from jsonb_array_elements(p->'domains') with ordinality w(item, place)
      left join lateral (
        select r.job_id from domain_runs r join job_results using (job_id)
          where w.item->>'sandbox' is null and r.domain = w.item->>'domain'
            and r.analyzed_at > clock_timestamp() - make_interval(days => (p->>'cache_days')::integer)
          order by r.analyzed_at desc limit 1
      ) known on true;
  if p->>'playground_limit' is not null and v_uncached > 0 and v_uncached + (
      select count(*) from jobs where account_id = a.id and playground and not sandbox and created_at > clock_timestamp() - interval '1 hour'
    ) > (p->>'playground_limit')::integer then
    return jsonb_build_object('outcome', 'playground_limited');
  end if;
  v_cost := case when v_real = 0 then 0 else v_uncached + 1 end;
  select * into v_cover from cover_subject('correlation:' || (p->>'correlation_id'), a.id, v_cost, 'correlation', null, false, p->>'correlation_id');
  if v_cover.outcome <> 'covered' then
    return jsonb_build_object('outcome', 'refused', 'cost', v_cost, 'balance', v_cover.balance, 'opened_recharge', opened_recharge(a.id));
  end if;
  insert into correlations (id, account_id, callback_url, credits_charged)
    values (p->>'correlation_id', a.id, p->'delivery'->>'url', v_cost) returning * into k;
  insert into correlation_items (correlation_id, position, domain, sandbox, job_id, cached)
    select k.id, i.position, i.domain, i.sandbox, i.job_id, i.cached
      from jsonb_to_recordset(v_items) i(position integer, domain text, sandbox text, job_id text, cached boolean);
  insert into jobs (id, account_id, domain, registrable_domain, depth, playground, correlation_id)
    select i.job_id, a.id, i.domain, i.registrable_domain, 'deep', p->>'playground_limit' is not null, k.id
      from jsonb_to_recordset(v_items) i(position integer, domain text, registrable_domain text, sandbox text, job_id text, cached boolean)
      where i.sandbox is null and not i.cached order by i.position;
  perform owe_delivery(a.id, k.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'correlation.submitted', k.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id), 'opened_recharge', opened_recharge(a.id));
end $$;
--> statement-breakpoint
-- Ends a correlation, once. failed gives all back and ends its children; completed gives back what its unanalysed domains cost. Makes the
-- callback due. outcome: ended, already, unknown. Returns the deliveries due.
create function finish_correlation(p jsonb) returns jsonb language plpgsql as $$
declare
  k correlations;
  v_account text;
  v_child text;
  v_due jsonb;
begin
  select account_id into v_account from correlations where id = p->>'correlation_id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform 1 from accounts where id = v_account for no key update;
  select * into k from correlations where id = p->>'correlation_id' for update;
  if k.status in ('completed', 'failed') then
    return jsonb_build_object('outcome', 'already');
  end if;
  update correlations set
      status = p->>'status', result = p->'result', error_code = p->'error'->>'code', error_message = p->'error'->>'message',
      unanalyzed = array(select jsonb_array_elements_text(coalesce(p->'unanalyzed', '[]'))),
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = k.id returning * into k;
  if k.status = 'failed' then
    for v_child in select id from jobs where correlation_id = k.id and status in ('queued', 'running') order by id loop
      perform finish_job(jsonb_build_object('job_id', v_child, 'status', 'failed', 'error', p->'error'));
    end loop;
    perform refund_subject('correlation:' || k.id, k.account_id, k.id);
  else
    perform return_part('correlation:' || k.id, k.account_id, cardinality(k.unanalyzed), k.id);
  end if;
  with due as (
    update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'correlation.' || k.status
      where subject_id = k.id and state = 'pending' and next_attempt_at is null returning id
  )
  select coalesce(jsonb_agg(id), '[]') into v_due from due;
  return jsonb_build_object('outcome', 'ended', 'deliveries', v_due);
end $$;
--> statement-breakpoint
-- Correlations that may have lost a message: quiet for p_quiet, longest first, each handed out once in that time.
create function take_stale_correlations(p_quiet interval, p_limit integer) returns table (id text) language sql as $$
  update correlations set updated_at = clock_timestamp()
    where correlations.id in (
      select s.id from correlations s where s.status in ('queued', 'running') and s.updated_at < clock_timestamp() - p_quiet
        order by s.updated_at limit p_limit for update skip locked)
    returning correlations.id
$$;
--> statement-breakpoint
-- Entities by a normalised name, best first: exact, prefix, substring; alike names only where there is none of these. Each kind of match is
-- asked for only when the ones before do not fill the page. Plans are made for the pattern at hand: common and rare ones need different ones.
create function search_entities(p_query text, p_limit integer, p_offset integer) returns table (entity_id text, name text, match text)
language plpgsql stable set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_pattern constant text := replace(replace(replace(p_query, '\', '\\'), '%', '\%'), '_', '\_');
  v_reach constant integer := p_offset + p_limit;
  v_seen text[] := array[]::text[];
  r record;
begin
  for r in
    (select e.id, e.name, 'exact' as kind from entities e where e.normalized_name = p_query)
    union all
    (select e.id, e.name, 'exact' from entity_aliases s join entities e on e.id = s.entity_id where s.normalized_name = p_query)
    union all
    (select e.id, e.name, 'prefix' from entities e where e.normalized_name like v_pattern || '%' order by e.normalized_name using ~<~ limit v_reach)
    union all
    (select e.id, e.name, 'prefix' from entity_aliases s join entities e on e.id = s.entity_id
      where s.normalized_name like v_pattern || '%' order by s.normalized_name using ~<~ limit v_reach)
    union all
    (select e.id, e.name, 'substring' from entities e
      where length(p_query) > 2 and e.normalized_name like '%' || v_pattern || '%' order by e.normalized_name using ~<~ limit 2 * v_reach)
    union all
    (select e.id, e.name, 'substring' from entities e
      where length(p_query) = 2 and letter_pairs(e.normalized_name) @> array[p_query] order by e.normalized_name using ~<~ limit 2 * v_reach)
    union all
    (select e.id, e.name, 'substring' from entity_aliases s join entities e on e.id = s.entity_id
      where length(p_query) > 2 and s.normalized_name like '%' || v_pattern || '%' order by s.normalized_name using ~<~ limit 2 * v_reach)
    union all
    (select e.id, e.name, 'substring' from entity_aliases s join entities e on e.id = s.entity_id
      where length(p_query) = 2 and letter_pairs(s.normalized_name) @> array[p_query] order by s.normalized_name using ~<~ limit 2 * v_reach)
  loop
    continue when r.id = any(v_seen);
    v_seen := v_seen || r.id;
    if cardinality(v_seen) > p_offset then
      entity_id := r.id; name := r.name; match := r.kind;
      return next;
    end if;
    exit when cardinality(v_seen) >= v_reach;
  end loop;
  if cardinality(v_seen) > 0 or length(p_query) < 4 then
    return;
  end if;
  return query select e.id, e.name, 'fuzzy' from entities e where e.normalized_name % p_query and similarity(e.normalized_name, p_query) >= 0.36
    order by similarity(e.normalized_name, p_query) desc, e.normalized_name using ~<~ limit p_limit offset p_offset;
end $$;
--> statement-breakpoint
-- Keeps what reverse WHOIS said of an operator. A late answer does not replace a newer one.
create function store_portfolio(p jsonb) returns jsonb language plpgsql as $$
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
--> statement-breakpoint
-- Charges one reading of a domain's external history and keeps the records for its further pages. Without records nothing is charged: it
-- is only said whether the reading could be paid, and what could not may open a recharge. outcome: covered, duplicate, refused, closed.
create function buy_external_history(p jsonb) returns jsonb language plpgsql as $$
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
    perform maybe_recharge(a, a.balance);
  end if;
  return jsonb_build_object('outcome', v_outcome, 'opened_recharge', opened_recharge(a.id));
end $$;
