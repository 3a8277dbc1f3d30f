-- History across domains: linking values, entities and their spellings, search, portfolios, correlations. As everywhere, one call is one
-- statement, safe to repeat when the reply was lost; lock order: the account's row, then the correlation's, then jobs.

-- Keeps the linking values of a domain's newest analysis. Called where a result is stored, whoever stores it.
create or replace function store_domain_links() returns trigger language plpgsql as $$
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

create or replace trigger job_results_keep_domain_links after insert on job_results for each row execute function store_domain_links();

-- Ends a job, once: status, result, entity, history, refund of a failure, due deliveries. Guarded by "not terminal" and, where p.run_token
-- is given, by the claim. outcome: ended, already, lost, unknown. Returns the job's row.
create or replace function finish_job(p jsonb) returns jsonb language plpgsql as $$
declare
  j jobs;
  v_account text;
  v_entity_id text;
  v_at timestamptz;
begin
  select account_id into v_account from jobs where id = p->>'job_id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if p->>'status' = 'failed' then
    perform 1 from accounts where id = v_account for no key update;
  end if;
  select * into j from jobs where id = p->>'job_id' for update;
  if j.status in ('completed', 'partial', 'failed') then
    return jsonb_build_object('outcome', 'already', 'job', to_jsonb(j), 'hints', job_hints(j));
  end if;
  if p->>'run_token' is not null and j.run_token is distinct from p->>'run_token' then
    return jsonb_build_object('outcome', 'lost', 'job', to_jsonb(j));
  end if;
  update jobs set
      status = p->>'status', completed_at = clock_timestamp(), updated_at = clock_timestamp(), run_token = null,
      error_code = p->'error'->>'code', error_message = p->'error'->>'message',
      outcome = p->'result'->>'outcome', entity = p->'result'->>'entity', confidence = (p->'result'->>'confidence')::real,
      collectors = p->'collectors'
    where id = j.id returning * into j;
  if jsonb_typeof(p->'result') = 'object' then
    insert into job_results (job_id, result, signals, evidence, links)
      values (j.id, p->'result', coalesce(p->'signals', '[]'), coalesce(p->'evidence', '[]'), coalesce(p->'links', '[]'));
  end if;
  if j.status <> 'failed' and not j.sandbox then
    perform pg_advisory_xact_lock(hashtextextended('domain_runs:' || j.domain, 0));
    select greatest(clock_timestamp(), max(analyzed_at) + interval '1 microsecond') into v_at from domain_runs where domain = j.domain;
    if jsonb_typeof(p->'entity') = 'object' then
      v_entity_id := store_attribution(p->'entity', j.domain, j.confidence, v_at);
    else
      delete from attributions where domain = j.domain and last_analyzed_at <= v_at;
    end if;
    insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity, confidence, registrar, name_servers)
      values (j.domain, v_at, j.id, j.account_id, j.status, v_entity_id, j.entity, coalesce(j.confidence, 0), p->>'registrar',
        array(select jsonb_array_elements_text(coalesce(p->'name_servers', '[]'))));
  end if;
  if j.status = 'failed' and not j.sandbox and j.correlation_id is null then
    perform refund_subject('job:' || j.id, j.account_id, j.id);
  end if;
  perform make_deliveries_due(j.id, 'analysis.' || j.status);
  return jsonb_build_object('outcome', 'ended', 'job', to_jsonb(j), 'hints', job_hints(j));
end $$;

-- Submits one analysis: de-duplicates, covers, inserts, creates the delivery, notes the act. Repeating it with the same job id repeats
-- the answer. outcome: created, duplicate, refused, playground_limited, closed.
create or replace function submit_job(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  j jobs;
  v_cover record;
  v_delivery text;
  v_finished jsonb;
  v_sandbox constant jsonb := nullif(p->'sandbox', 'null');
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into j from jobs where id = p->>'job_id';
  if found then
    if j.account_id <> a.id then
      raise exception 'job % belongs to another account', j.id using errcode = '23505';
    end if;
    return jsonb_build_object('outcome', 'created', 'job', to_jsonb(j), 'hints', job_hints(j) || recharge_hints(a.id));
  end if;
  if not coalesce((p->>'force_refresh')::boolean, false) then
    select * into j from jobs
      where account_id = a.id and domain = p->>'domain' and depth = p->>'depth' and status in ('queued', 'running')
      order by id desc limit 1;
    if found then
      v_delivery := create_delivery(a.id, j.id, p->'delivery');
      -- Due already when the job ended meanwhile: nothing else sends it then.
      return jsonb_build_object('outcome', 'duplicate', 'job', to_jsonb(j), 'hints', delivery_hints(j.id));
    end if;
  end if;
  if p->>'playground_limit' is not null and v_sandbox is null then
    if (select count(*) from jobs where account_id = a.id and playground and not sandbox and created_at > clock_timestamp() - interval '1 hour')
        >= (p->>'playground_limit')::integer then
      return jsonb_build_object('outcome', 'playground_limited', 'retry_after_seconds', (
        select ceil(extract(epoch from min(created_at) + interval '1 hour' - clock_timestamp())) from jobs
          where account_id = a.id and playground and not sandbox and created_at > clock_timestamp() - interval '1 hour'));
    end if;
  end if;
  if v_sandbox is null and p->>'correlation_id' is null then
    select * into v_cover from cover_subject('job:' || (p->>'job_id'), a.id, 1, 'analysis', (p->>'quota')::integer, true, p->>'job_id');
    if v_cover.outcome <> 'covered' then
      return jsonb_build_object('outcome', 'refused', 'balance', v_cover.balance, 'hints', recharge_hints(a.id));
    end if;
  end if;
  insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, playground, callback_url, bulk_job_id, correlation_id)
    values (p->>'job_id', a.id, p->>'domain', p->>'registrable_domain', p->>'depth', v_sandbox is not null,
      p->>'playground_limit' is not null, p->'delivery'->>'url', p->>'bulk_job_id', p->>'correlation_id')
    returning * into j;
  v_delivery := create_delivery(a.id, j.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'analysis.submitted', j.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  if v_sandbox is not null then
    v_finished := finish_job(v_sandbox || jsonb_build_object('job_id', j.id));
    return jsonb_build_object('outcome', 'created', 'job', v_finished->'job', 'hints', v_finished->'hints');
  end if;
  return jsonb_build_object('outcome', 'created', 'job', to_jsonb(j), 'hints', recharge_hints(a.id));
end $$;

-- Submits several analyses, each independently: a refused one does not touch the others. submissions: the answers of submit_job in
-- order, with the hints of all of them in one list.
create or replace function submit_jobs(p jsonb) returns jsonb language plpgsql as $$
declare
  v_job jsonb;
  v_answer jsonb;
  v_answers jsonb := '[]';
  v_hints jsonb := '[]';
begin
  for v_job in select value from jsonb_array_elements(p->'jobs') with ordinality order by ordinality loop
    v_answer := submit_job(v_job);
    v_answers := v_answers || jsonb_build_array(v_answer - 'hints');
    v_hints := v_hints || coalesce(v_answer->'hints', '[]');
  end loop;
  return jsonb_build_object('submissions', v_answers, 'hints', distinct_hints(v_hints));
end $$;

-- Gives a job to one run. The newest claim wins: the holder before it can write nothing any more. outcome: claimed, terminal (again with
-- the hints of its end, which a crash right after it may have lost), unknown.
create or replace function claim_job(p_job text, p_run_token text) returns jsonb language plpgsql as $$
declare
  j jobs;
begin
  update jobs set
      status = 'running', run_token = p_run_token, runs = runs + (run_token is distinct from p_run_token)::integer,
      started_at = coalesce(started_at, clock_timestamp()), claimed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = p_job and status in ('queued', 'running') returning * into j;
  if found then
    return jsonb_build_object('outcome', 'claimed', 'job', to_jsonb(j), 'age_ms', (extract(epoch from clock_timestamp() - j.started_at) * 1000)::bigint);
  end if;
  select * into j from jobs where id = p_job;
  if found then
    return jsonb_build_object('outcome', 'terminal', 'job', to_jsonb(j), 'hints', job_hints(j));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;

-- Ends jobs of one account that could not be started, with refund. Returns those that have failed, and the number of refunded charges; a
-- job that ran all the same is not among them.
create or replace function fail_jobs(p jsonb) returns jsonb language plpgsql as $$
declare
  v_id text;
  v_failed jsonb;
  v_refunded integer;
  v_hints jsonb := '[]';
begin
  perform 1 from accounts where id = p->>'account_id' for no key update;
  for v_id in select j.id from jobs j where j.account_id = p->>'account_id' and j.id in (select jsonb_array_elements_text(p->'job_ids')) order by j.id loop
    v_hints := v_hints || (finish_job(jsonb_build_object('job_id', v_id, 'status', 'failed', 'error', p->'error'))->'hints');
  end loop;
  select coalesce(jsonb_agg(j.id), '[]'), count(c.subject) into v_failed, v_refunded
    from jobs j left join charges c on c.subject = 'job:' || j.id and c.state = 'refunded'
    where j.account_id = p->>'account_id' and j.id in (select jsonb_array_elements_text(p->'job_ids')) and j.status = 'failed';
  return jsonb_build_object('failed', v_failed, 'refunded', v_refunded, 'hints', distinct_hints(v_hints));
end $$;

-- The last resort: jobs that nobody could end. Running past p_running, or waiting past p_queued. Returns those that have failed now.
create or replace function fail_overdue_jobs(p_running interval, p_queued interval, p_limit integer) returns jsonb language plpgsql as $$
declare
  v_id text;
  v_answer jsonb;
  v_failed jsonb := '[]';
  v_hints jsonb := '[]';
begin
  for v_id in
    select id from jobs where (status = 'running' and started_at < clock_timestamp() - p_running)
        or (status = 'queued' and created_at < clock_timestamp() - p_queued)
      order by created_at limit p_limit
  loop
    v_answer := finish_job(jsonb_build_object('job_id', v_id, 'status', 'failed', 'error',
      jsonb_build_object('code', 'ANALYSIS_FAILED', 'message', 'The analysis did not end in time.')));
    if v_answer->>'outcome' = 'ended' then
      v_failed := v_failed || to_jsonb(v_id);
    end if;
    v_hints := v_hints || (v_answer->'hints');
  end loop;
  return jsonb_build_object('failed', v_failed, 'hints', distinct_hints(v_hints));
end $$;

create or replace function take_stale_jobs(p_quiet interval, p_limit integer) returns table (id text, status text, depth text, listed boolean) language sql as $$
  with moving as materialized (
    select b.id from bulk_jobs b where b.status = 'running'
      and exists (select 1 from jobs c where c.bulk_job_id = b.id and c.completed_at > clock_timestamp() - p_quiet)
  )
  update jobs set updated_at = clock_timestamp()
    where jobs.id in (
      select s.id from jobs s where s.status in ('queued', 'running') and s.updated_at < clock_timestamp() - p_quiet
          and (s.status = 'running' or s.bulk_job_id is null or s.bulk_job_id not in (select moving.id from moving))
        order by s.updated_at limit p_limit for update skip locked)
    returning jobs.id, jobs.status, jobs.depth, jobs.bulk_job_id is not null
$$;

-- The holder of a living key, by its possible digests, with one job of that holder and the job's answer; null when the key is not good.
-- In a function, so that it is planned once a connection and not once a request.
create or replace function job_for_key(p_digests text[], p_job text) returns jsonb language plpgsql stable as $$
declare
  v_held jsonb;
begin
  select jsonb_build_object('key_id', k.id, 'kind', k.kind, 'account_id', a.id, 'tier', a.tier, 'job', to_jsonb(j), 'result', r.result)
    into v_held
    from api_keys k join accounts a on a.id = k.account_id
      left join jobs j on j.id = p_job and j.account_id = a.id
      left join job_results r on r.job_id = j.id
    where k.digest = any (p_digests) and k.revoked_at is null and a.closed_at is null;
  return v_held;
end $$;
