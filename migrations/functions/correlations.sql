-- State machine of the table correlations. The trigger allows only these changes of
-- the status. A call whose reply was lost may be repeated.
-- To avoid deadlocks, rows are locked in this order: account, correlation, jobs.

create or replace trigger correlations_transitions before update of status on correlations
  for each row when (old.status is distinct from new.status)
  execute function refuse_transition('status',
    'running>completed',
    'running>failed');

-- Returns a correlation with its progress. is_begun: true if an analysis that the correlation
-- started has left the queue. uncached_domains: number of domains that had no recent analysis when
-- the correlation was requested.
create or replace function correlation_state(p_id text) returns jsonb language sql stable as $$
  select to_jsonb(k) || jsonb_build_object(
      'total', i.total, 'analyzed', i.analyzed, 'is_begun', i.is_begun, 'domains', i.domains,
      'uncached_domains', i.uncached)
    from correlations k, lateral (
      select count(*) as total,
        count(*) filter (where
          i.sandbox is not null or i.cached or j.status in ('completed', 'partial', 'failed')
        ) as analyzed,
        jsonb_agg(i.domain order by i.position) as domains,
        coalesce(jsonb_agg(i.domain order by i.position)
          filter (where i.sandbox is null and not i.cached), '[]') as uncached,
        coalesce(bool_or(not i.cached and j.status not in ('waiting', 'queued')), false) as is_begun
      from correlation_items i left join jobs j on j.id = i.job_id
      where i.correlation_id = k.id
    ) i
    where k.id = p_id
$$;

-- Chooses the job of each domain. If the domain has an analysis within p_cache_days, job_id is that
-- of the newest, and "cached" is true. Otherwise job_id is a new id, or null for a sandbox domain.
-- A passive correlation may use any stored analysis, an active one never a passive one.
create or replace function plan_correlation_items(
  p_domains jsonb, p_cache_days integer, p_passive boolean
) returns table (
  "position" integer, domain text, registrable_domain text, sandbox text, job_id text,
  cached boolean
) language sql as $$
  select (w.ordinality - 1)::integer, w.domain, w.registrable_domain, w.sandbox,
      coalesce(known.job_id, case when w.sandbox is null then new_id('job') end),
      known.job_id is not null
    from rows from (jsonb_to_recordset(p_domains)
        as (domain text, registrable_domain text, sandbox text)) with ordinality as w
      left join lateral (
        select r.job_id from domain_runs r join job_results using (job_id)
          where w.sandbox is null and r.domain = w.domain
            and r.analyzed_at > clock_timestamp() - make_interval(days => p_cache_days)
            and (p_passive or not r.passive)
          order by r.analyzed_at desc limit 1
      ) known on true
    order by w.ordinality
$$;

-- Charges the correlation and the analyses of its uncached domains together, once for each
-- correlation_id. Only sandbox domains are free. Jobs above in_flight_limit wait until others end.
create or replace function submit_correlation(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  k correlations;
  v_items jsonb;
  v_uncached integer;
  v_real integer;
  v_used integer;
  v_sandbox integer;
  v_use record;
  v_cost integer := 0;
  v_free integer;
  v_cover record;
  v_callback_url text;
begin
  select * into p from jsonb_to_record(input)
    as fields(correlation_id text, account_id text, domains jsonb, cache_days integer,
      passive boolean, playground_limit integer, in_flight_limit integer, sandbox_limit integer,
      credits_max integer, delivery jsonb);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from correlations where id = p.correlation_id;
  if found then
    if k.account_id <> a.id then
      raise exception 'correlation % belongs to another account', k.id using errcode = '23505';
    end if;
    return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id),
      'hints', correlation_hints(k) || recharge_hints(a.id));
  end if;
  select jsonb_agg(to_jsonb(i) order by i.position),
      count(*) filter (where i.sandbox is null and not i.cached),
      count(*) filter (where i.sandbox is null), count(*) filter (where i.sandbox is not null)
    into v_items, v_uncached, v_real, v_sandbox
    from plan_correlation_items(p.domains, p.cache_days, coalesce(p.passive, false)) i;
  if v_real > 0 then
    v_cost := v_uncached + 1;
  end if;
  if v_cost > p.credits_max then
    return jsonb_build_object('outcome', 'over_credit_limit', 'cost', v_cost);
  end if;
  if p.playground_limit is not null and v_uncached > 0 then
    select count(*) into v_used from jobs
      where account_id = a.id and playground and not sandbox
        and created_at > clock_timestamp() - interval '1 hour';
    if v_used + v_uncached > p.playground_limit then
      return jsonb_build_object('outcome', 'playground_limited');
    end if;
  end if;
  if v_sandbox > 0 then
    select * into v_use from take_daily_use(a.id, 'sandbox_jobs', v_sandbox, p.sandbox_limit);
    if not v_use.taken then
      return jsonb_build_object(
        'outcome', 'sandbox_limited', 'retry_after_seconds', v_use.retry_after_seconds);
    end if;
  end if;
  select * into v_cover from cover_subject(
    'correlation:' || p.correlation_id, a.id, v_cost, 'correlation', null, false,
    p.correlation_id);
  if v_cover.outcome <> 'covered' then
    return not_covered(a, v_cost, v_cover.balance);
  end if;
  select url into v_callback_url from jsonb_to_record(p.delivery) as fields(url text);
  insert into correlations (id, account_id, callback_url, credits_charged)
    values (p.correlation_id, a.id, v_callback_url, v_cost) returning * into k;
  insert into correlation_items (correlation_id, position, domain, sandbox, job_id, cached)
    select k.id, i.position, i.domain, i.sandbox, i.job_id, i.cached
      from jsonb_to_recordset(v_items)
        as i(position integer, domain text, sandbox text, job_id text, cached boolean);
  v_free := p.in_flight_limit - count_in_flight(a.id, 'deep');
  insert into jobs
      (id, account_id, domain, registrable_domain, depth, playground, passive, correlation_id,
      status)
    select i.job_id, a.id, i.domain, i.registrable_domain, 'deep',
        p.playground_limit is not null, coalesce(p.passive, false), k.id,
        case when row_number() over (order by i.position) > v_free then 'waiting' else 'queued' end
      from jsonb_to_recordset(v_items) as i(
        position integer, domain text, registrable_domain text, sandbox text, job_id text,
        cached boolean)
      where i.sandbox is null and not i.cached order by i.position;
  perform create_delivery(a.id, k.id, p.delivery);
  perform add_audit_entry(input, a.id, 'correlation.submitted', k.id);
  return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id),
    'hints', correlation_hints(k) || recharge_hints(a.id));
end $$;

-- A failed correlation is refunded, and its unfinished analyses fail. For a completed correlation,
-- one credit is refunded for each domain in "unanalyzed".
create or replace function finish_correlation(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  k correlations;
  v_error record;
  v_account text;
  v_child text;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(correlation_id text, status text, result jsonb, unanalyzed text[], error jsonb);
  select account_id into v_account from correlations where id = p.correlation_id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform 1 from accounts where id = v_account for no key update;
  select * into k from correlations where id = p.correlation_id for update;
  if k.status in ('completed', 'failed') then
    return jsonb_build_object('outcome', 'already', 'hints', correlation_hints(k));
  end if;
  select * into v_error from jsonb_to_record(p.error) as fields(code text, message text);
  update correlations set
      status = p.status, result = p.result, error_code = v_error.code,
      error_message = v_error.message, unanalyzed = coalesce(p.unanalyzed, '{}'),
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = k.id returning * into k;
  if k.status = 'failed' then
    for v_child in
      select id from jobs
        where correlation_id = k.id and status in ('waiting', 'queued', 'running') order by id
    loop
      v_hints := v_hints || (finish_job(jsonb_build_object(
        'job_id', v_child, 'status', 'failed', 'error', p.error))->'hints');
    end loop;
    perform refund_subject('correlation:' || k.id, k.account_id, k.id);
  else
    perform refund_part(
      'correlation:' || k.id, k.account_id, cardinality(k.unanalyzed), k.id);
  end if;
  perform make_deliveries_due(k.id, 'correlation.' || k.status);
  return jsonb_build_object('outcome', 'ended', 'hints', correlation_hints(k) || v_hints);
end $$;

-- Returns running correlations without an update for p_quiet, the oldest first. A returned
-- correlation counts as updated.
create or replace function take_stale_correlations(p_quiet interval, p_limit integer)
returns table (id text) language sql as $$
  update correlations set updated_at = clock_timestamp()
    where correlations.id in (
      select s.id from correlations s
        where s.status = 'running' and s.updated_at < clock_timestamp() - p_quiet
        order by s.updated_at limit p_limit for update skip locked)
    returning correlations.id
$$;
