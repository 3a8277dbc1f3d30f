-- A correlation as it stands, with how many of its domains have been analysed.
create or replace function correlation_state(p_id text) returns jsonb language sql stable as $$
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

-- Submits a correlation: finds the analyses that are young enough, covers the rest and the comparison with credits in one charge, makes a
-- child for each domain that has none. The same id again gives the same answer. outcome: accepted, refused, playground_limited, closed.
create or replace function submit_correlation(p jsonb) returns jsonb language plpgsql as $$
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
    return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id), 'hints', correlation_hints(k) || recharge_hints(a.id));
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
    return jsonb_build_object('outcome', 'refused', 'cost', v_cost, 'balance', v_cover.balance, 'hints', recharge_hints(a.id));
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
  perform create_delivery(a.id, k.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'correlation.submitted', k.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id), 'hints', correlation_hints(k) || recharge_hints(a.id));
end $$;

-- Ends a correlation, once. failed refunds everything and ends its children; completed refunds its unanalysed domains. Its deliveries are
-- due. outcome: ended, already, unknown.
create or replace function finish_correlation(p jsonb) returns jsonb language plpgsql as $$
declare
  k correlations;
  v_account text;
  v_child text;
  v_hints jsonb := '[]';
begin
  select account_id into v_account from correlations where id = p->>'correlation_id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform 1 from accounts where id = v_account for no key update;
  select * into k from correlations where id = p->>'correlation_id' for update;
  if k.status in ('completed', 'failed') then
    return jsonb_build_object('outcome', 'already', 'hints', correlation_hints(k));
  end if;
  update correlations set
      status = p->>'status', result = p->'result', error_code = p->'error'->>'code', error_message = p->'error'->>'message',
      unanalyzed = array(select jsonb_array_elements_text(coalesce(p->'unanalyzed', '[]'))),
      completed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = k.id returning * into k;
  if k.status = 'failed' then
    for v_child in select id from jobs where correlation_id = k.id and status in ('queued', 'running') order by id loop
      v_hints := v_hints || (finish_job(jsonb_build_object('job_id', v_child, 'status', 'failed', 'error', p->'error'))->'hints');
    end loop;
    perform refund_subject('correlation:' || k.id, k.account_id, k.id);
  else
    perform refund_part('correlation:' || k.id, k.account_id, cardinality(k.unanalyzed), k.id);
  end if;
  perform make_deliveries_due(k.id, 'correlation.' || k.status);
  return jsonb_build_object('outcome', 'ended', 'hints', correlation_hints(k) || v_hints);
end $$;

-- Correlations that may have lost a message: quiet for p_quiet, longest first, each handed out once in that time.
create or replace function take_stale_correlations(p_quiet interval, p_limit integer) returns table (id text) language sql as $$
  update correlations set updated_at = clock_timestamp()
    where correlations.id in (
      select s.id from correlations s where s.status in ('queued', 'running') and s.updated_at < clock_timestamp() - p_quiet
        order by s.updated_at limit p_limit for update skip locked)
    returning correlations.id
$$;
