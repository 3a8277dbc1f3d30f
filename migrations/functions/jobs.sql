-- State machine of the table jobs; a job is one analysis of one domain. docs/states.md draws the
-- states. The trigger allows only these changes of the status. A call whose reply was lost may be
-- repeated. Locks are taken in this order: account, correlation, jobs, history of a domain.

create or replace trigger jobs_transitions before update of status on jobs
  for each row when (old.status is distinct from new.status)
  execute function refuse_transition('status',
    'waiting>queued',
    'waiting>failed',
    'queued>running',
    'queued>completed',
    'queued>failed',
    'running>queued',
    'running>completed',
    'running>partial',
    'running>failed');

-- Returns how the analysis was paid. One credit of a correlation pays each of its analyses.
create or replace function job_charge(j jobs) returns jsonb language plpgsql stable as $$
declare
  c charges;
  v_is_credit boolean;
begin
  select * into c from charges
    where subject = coalesce('correlation:' || j.correlation_id, 'job:' || j.id);
  v_is_credit := coalesce(c.coverage = 'credit', false);
  return jsonb_build_object(
    'covered_by', case when c.coverage <> 'none' then c.coverage else 'free' end,
    'credits', case when v_is_credit and j.correlation_id is null then c.amount
      else v_is_credit::integer end,
    'refunded', coalesce(c.state = 'refunded'
      or c.state = 'partly_refunded' and j.status = 'failed', false));
end $$;

-- Returns the domain of a job of the account, or null if p_id is the id of something else.
create or replace function job_domain(p_account text, p_id text) returns text
language plpgsql stable as $$
begin
  return (select domain from jobs where id = p_id and account_id = p_account);
end $$;

-- Returns the id of the list or the monitor that started a job of the account, or null. Null also
-- for a monitor that was deleted.
create or replace function started_by(p_account text, p_id text) returns text
language plpgsql stable as $$
begin
  return (
    select coalesce(j.bulk_job_id, (
        select min(w.monitor_id) from monitor_jobs w
          where w.job_id = j.id and w.account_id = p_account and w.purpose <> 'check'))
      from jobs j where j.id = p_id and j.account_id = p_account);
end $$;

create or replace function charged_job(j jobs) returns jsonb language plpgsql stable as $$
begin
  return to_jsonb(j) || jsonb_build_object('charge', job_charge(j));
end $$;

-- Stores the values of an analysis that can link its domain to other domains. The lock makes
-- concurrent analyses of the domain store their values one after another.
create or replace function store_domain_links(p_domain text, p_links jsonb) returns void
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('domain_runs:' || p_domain, 0));
  insert into domain_links (domain, kind, value)
    select distinct p_domain, link.kind, link.value
      from jsonb_to_recordset(p_links) as link(kind text, value text)
      where link.kind is not null and link.value is not null
    on conflict do nothing;
end $$;

-- Returns true if all sources answered. Otherwise a finding may be missing only because a source
-- did not answer. Anybody can get a playground key, so an analysis with such a key never counts as
-- complete. A passive analysis lacks the site.
create or replace function is_complete_analysis(j jobs) returns boolean language sql immutable as $$
  select j.status = 'completed' and j.depth = 'deep' and not j.playground and not j.passive
$$;

-- Deletes earlier findings that a newer analysis did not repeat: the values that are not in
-- p_links, and the operator if p_entity is null. Anybody can start a quick analysis, which lacks
-- sources. So an operator that somebody other than the site confirms is kept. The caller holds the
-- lock on the domain.
create or replace function forget_earlier_findings(p_domain text, p_entity jsonb, p_links jsonb)
returns void language plpgsql as $$
begin
  if p_entity is null then
    delete from attributions where domain = p_domain and (basis is null or basis = 'stated');
  end if;
  delete from domain_links d where d.domain = p_domain and not exists (
    select 1 from jsonb_to_recordset(p_links) as link(kind text, value text)
      where link.kind = d.kind and link.value = d.value);
end $$;

-- Adds a finished analysis to the history of its domain and updates the operator of the domain.
-- p_entity is null if no operator was found. The basis of a playground analysis is not stored with
-- the operator. Each entry gets a later time than the previous entry, even if the clock does not
-- advance.
create or replace function store_domain_run(
  j jobs, p_entity jsonb, p_registrar text, p_name_servers text[])
returns void language plpgsql as $$
declare
  v_at timestamptz;
  v_entity_id text;
begin
  perform pg_advisory_xact_lock(hashtextextended('domain_runs:' || j.domain, 0));
  select greatest(clock_timestamp(), max(analyzed_at) + interval '1 microsecond') into v_at
    from domain_runs where domain = j.domain;
  if p_entity is not null then
    v_entity_id := store_attribution(
      case when j.playground then p_entity - 'basis' else p_entity end
        || jsonb_build_object(
          'is_complete', is_complete_analysis(j), 'is_passive', j.passive),
      j.domain, j.confidence, v_at);
  end if;
  insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity,
      confidence, basis, registrar, name_servers, passive)
    values (j.domain, v_at, j.id,
      (select id from accounts where id = j.account_id and closed_at is null), j.status,
      v_entity_id, j.entity, coalesce(j.confidence, 0), j.basis, p_registrar,
      coalesce(p_name_servers, '{}'), j.passive);
end $$;

-- Number of queued and running analyses of an account with this depth. Analyses of bulk jobs do not
-- count: they have their own queue and limit.
create or replace function count_in_flight(p_account text, p_depth text) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from jobs where account_id = p_account and depth = p_depth
    and bulk_job_id is null and status in ('queued', 'running'));
end $$;

-- Starts the oldest waiting job of an account, and returns its id or null. With "skip locked" the
-- query never waits for the lock of another job, so it cannot cause a deadlock.
create or replace function start_next_waiting_job(p_account text) returns text language sql as $$
  update jobs set status = 'queued', updated_at = clock_timestamp()
    where id = (
      select w.id from jobs w where w.account_id = p_account and w.status = 'waiting'
        order by w.id limit 1 for update skip locked)
    returning id
$$;

-- Starts waiting jobs of accounts that have fewer analyses in flight than their tier allows
-- (p_limits). A job can be left waiting if it was submitted at the moment when another job ended.
-- Returns at most p_limit ids.
create or replace function start_waiting_jobs(p_limits jsonb, p_limit integer)
returns table (id text) language plpgsql as $$
declare
  a accounts;
  v_account text := '';
  v_started integer := 0;
  v_free integer;
begin
  while v_started < p_limit loop
    select j.account_id into v_account from jobs j
      where j.status = 'waiting' and j.account_id > v_account order by j.account_id limit 1;
    exit when not found;
    -- The lock on the account stops a concurrent submission, which counts the same jobs in flight.
    select * into a from accounts
      where accounts.id = v_account for no key update skip locked;
    continue when not found;
    v_free := least(
      (p_limits->a.tier)::integer - count_in_flight(a.id, 'deep'), p_limit - v_started);
    continue when v_free <= 0;
    return query update jobs j set status = 'queued', updated_at = clock_timestamp()
      where j.id in (
        select w.id from jobs w where w.account_id = a.id and w.status = 'waiting'
          order by w.id limit v_free for update skip locked)
      returning j.id;
    v_started := v_started + v_free;
  end loop;
end $$;

-- Returns the warnings of a result for lists of jobs: the first 10, each text cut to 300
-- characters. Returns null if there are none.
create or replace function listed_warnings(p_warnings jsonb) returns jsonb
language sql immutable as $$
  select jsonb_agg(jsonb_build_object('kind', kind, 'severity', severity,
        'entity', left(entity, 300), 'detail', left(detail, 300)) order by ordinality)
    from rows from (jsonb_to_recordset(p_warnings)
        as (kind text, severity text, entity text, detail text))
      with ordinality as listed
    where ordinality <= 10
$$;

-- Finishes a job once. Stores the result, refunds a failed analysis and makes webhook deliveries
-- due. After a deep job, a waiting job of the account starts. With run_token, only the run that
-- claimed the job last can finish it.
-- Outcomes: ended, already (finished before), lost (claimed by another run), unknown.
create or replace function finish_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  j jobs;
  v_account text;
  v_was_waiting boolean;
  v_error record;
  v_answer record;
  v_next_job text;
begin
  select * into p from jsonb_to_record(input)
    as fields(job_id text, run_token text, status text, error jsonb, result jsonb, signals json,
      evidence json, links jsonb, collectors json, entity jsonb, registrar text,
      name_servers text[]);
  select account_id into v_account from jobs where id = p.job_id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if p.status = 'failed' then
    perform 1 from accounts where id = v_account for no key update;
  end if;
  select * into j from jobs where id = p.job_id for update;
  if j.status in ('completed', 'partial', 'failed') then
    return jsonb_build_object('outcome', 'already', 'job', charged_job(j), 'hints', job_hints(j));
  end if;
  if p.run_token is not null and j.run_token is distinct from p.run_token then
    return jsonb_build_object('outcome', 'lost', 'job', charged_job(j));
  end if;
  v_was_waiting := j.status = 'waiting';
  select * into v_error from jsonb_to_record(p.error) as fields(code text, message text);
  select * into v_answer from jsonb_to_record(p.result)
    as fields(outcome text, entity text, confidence real, basis text, warnings jsonb);
  update jobs set
      status = p.status, updated_at = clock_timestamp(),
      completed_at = greatest(clock_timestamp(), coalesce(started_at, created_at)),
      run_token = null, error_code = v_error.code, error_message = v_error.message,
      outcome = v_answer.outcome, entity = v_answer.entity, confidence = v_answer.confidence,
      basis = v_answer.basis, warnings = listed_warnings(v_answer.warnings),
      collectors = p.collectors
    where id = j.id returning * into j;
  insert into job_warnings (account_id, kind, job_id)
    select distinct j.account_id, warning.kind, j.id
      from jsonb_to_recordset(j.warnings) as warning(kind text);
  if p.result is not null then
    insert into job_results (job_id, result, signals, evidence, links)
      values (j.id, p.result, coalesce(p.signals, '[]'), coalesce(p.evidence, '[]'),
        coalesce(p.links, '[]'));
    if not j.sandbox then
      perform store_domain_links(j.domain, p.links);
    end if;
  end if;
  if j.status <> 'failed' and not j.sandbox then
    perform store_domain_run(j, p.entity, p.registrar, p.name_servers);
  end if;
  -- Only a complete analysis deletes earlier findings: a partial or passive one lacks a source,
  -- which may know the operator.
  if j.status = 'completed' and not j.sandbox and not j.passive then
    perform forget_earlier_findings(j.domain, p.entity, p.links);
    if p.entity is null and is_complete_analysis(j) then
      delete from attributions where domain = j.domain;
    end if;
  end if;
  if j.status = 'failed' and not j.sandbox and j.correlation_id is null then
    perform refund_subject('job:' || j.id, j.account_id, j.id);
  end if;
  perform make_deliveries_due(j.id, 'analysis.' || j.status);
  if j.depth = 'deep' and j.bulk_job_id is null and not j.sandbox and not v_was_waiting then
    v_next_job := start_next_waiting_job(j.account_id);
  end if;
  return jsonb_build_object('outcome', 'ended', 'job', charged_job(j),
    'hints', job_hints(j) || hints_of('analysis', array[v_next_job]));
end $$;

-- Returns the seconds until the account may submit another analysis with a key of the playground,
-- or null if it need not wait. p_limit is the largest number of such analyses in any hour.
create or replace function playground_wait_seconds(p_account text, p_limit integer) returns integer
language plpgsql stable as $$
declare
  v_used integer;
  v_oldest timestamptz;
begin
  select count(*), min(created_at) into v_used, v_oldest from jobs
    where account_id = p_account and playground and not sandbox
      and created_at > clock_timestamp() - interval '1 hour';
  if v_used < p_limit then
    return null;
  end if;
  return ceil(extract(epoch from
    coalesce(v_oldest, clock_timestamp()) + interval '1 hour' - clock_timestamp()));
end $$;

-- Submits one analysis.
-- - If the account has an unfinished job with the same domain and depth, returns this job. A
-- passive and an active job never stand for each other.
-- - Otherwise charges the account and creates a job with its webhook delivery.
-- - At in_flight_limit, a deep job waits. A quick job is refused, because its client waits for the
-- answer.
-- - Repeated calls with the same job_id charge once.
create or replace function submit_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  j jobs;
  v_cover record;
  v_wait_seconds integer;
  v_use record;
  v_callback_url text;
  v_status text := 'queued';
  v_now timestamptz;
  v_finished jsonb;
begin
  select * into p from jsonb_to_record(input)
    as fields(job_id text, account_id text, domain text, registrable_domain text, depth text,
      force_refresh boolean, passive boolean, quota integer, playground_limit integer,
      in_flight_limit integer, sandbox_limit integer, sandbox jsonb, delivery jsonb,
      bulk_job_id text, correlation_id text);
  p.passive := coalesce(p.passive, false);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into j from jobs where id = p.job_id;
  if found then
    if j.account_id <> a.id then
      raise exception 'job % belongs to another account', j.id using errcode = '23505';
    end if;
    return jsonb_build_object('outcome', 'created', 'job', charged_job(j),
      'hints', job_hints(j) || recharge_hints(a.id));
  end if;
  if p.force_refresh is not true then
    select * into j from jobs
      where account_id = a.id and domain = p.domain and depth = p.depth
        and passive = p.passive and status in ('waiting', 'queued', 'running')
      order by id desc limit 1;
    if found then
      if p.delivery is not null and create_delivery(a.id, j.id, p.delivery) is null then
        return jsonb_build_object('outcome', 'too_many_callbacks');
      end if;
      if j.bulk_job_id is distinct from p.bulk_job_id then
        update jobs set shared = true
          where id = j.id and bulk_job_id is not null and not shared;
      end if;
      -- The job may have finished after the query above. In that case create_delivery has already
      -- made the delivery due, so this call must return the hint: no later call would.
      return jsonb_build_object('outcome', 'duplicate', 'job', charged_job(j),
        'hints', delivery_hints(j.id));
    end if;
  end if;
  if p.playground_limit is not null and p.sandbox is null then
    v_wait_seconds := playground_wait_seconds(a.id, p.playground_limit);
    if v_wait_seconds is not null then
      return jsonb_build_object('outcome', 'playground_limited',
        'retry_after_seconds', v_wait_seconds);
    end if;
  end if;
  if p.sandbox is null and p.in_flight_limit is not null
      and count_in_flight(a.id, p.depth) >= p.in_flight_limit then
    if p.depth = 'quick' then
      return jsonb_build_object('outcome', 'too_many_quick');
    end if;
    v_status := 'waiting';
  end if;
  if p.sandbox is not null then
    select * into v_use from take_daily_use(a.id, 'sandbox_jobs', 1, p.sandbox_limit);
    if not v_use.taken then
      return jsonb_build_object('outcome', 'sandbox_limited',
        'retry_after_seconds', v_use.retry_after_seconds);
    end if;
  end if;
  if p.sandbox is null and p.correlation_id is null then
    select * into v_cover from cover_subject(
      'job:' || p.job_id, a.id, 1, 'analysis', p.quota, true, p.job_id);
    if v_cover.outcome <> 'covered' then
      return not_covered(a, 1, v_cover.balance);
    end if;
  end if;
  select url into v_callback_url from jsonb_to_record(p.delivery) as fields(url text);
  v_now := clock_timestamp();
  insert into jobs (id, account_id, domain, registrable_domain, depth, status, sandbox, playground,
      force_refresh, passive, callback_url, bulk_job_id, correlation_id, created_at, started_at)
    values (p.job_id, a.id, p.domain, p.registrable_domain, p.depth, v_status,
      p.sandbox is not null, p.playground_limit is not null, p.force_refresh is true, p.passive,
      v_callback_url, p.bulk_job_id, p.correlation_id, v_now,
      case when p.sandbox is not null then v_now end)
    returning * into j;
  perform create_delivery(a.id, j.id, p.delivery);
  perform add_audit_entry(input, a.id, 'analysis.submitted', j.id);
  if p.sandbox is not null then
    v_finished := finish_job(p.sandbox || jsonb_build_object('job_id', j.id));
    return jsonb_build_object('outcome', 'created', 'job', v_finished->'job',
      'hints', v_finished->'hints');
  end if;
  return jsonb_build_object('outcome', 'created', 'job', charged_job(j),
    'hints', recharge_hints(a.id));
end $$;

-- Submits several analyses. If one is refused, the others still start. Returns the results of
-- submit_job in the order of the input ("submissions"), and their hints.
-- If more than credits_max of the analyses would have to be paid with credits, submits none and
-- returns the number of analyses to pay with credits ("cost").
create or replace function submit_jobs(input jsonb) returns jsonb language plpgsql as $$
declare
  v_job jsonb;
  v_answer jsonb;
  v_answers jsonb := '[]';
  v_hints jsonb := '[]';
  v_cost integer := 0;
begin
  for v_job in
    select value from jsonb_array_elements(input->'jobs') with ordinality order by ordinality
  loop
    v_answer := submit_job(v_job);
    v_answers := v_answers || jsonb_build_array(v_answer - 'hints');
    v_hints := v_hints || coalesce(v_answer->'hints', '[]');
    if v_answer->>'outcome' = 'refused' or exists (
        select from charges
          where subject = 'job:' || (v_job->>'job_id') and coverage = 'credit') then
      v_cost := v_cost + 1;
    end if;
  end loop;
  if v_cost > (input->>'credits_max')::integer then
    -- This error undoes all submissions. The exception handler below catches it and returns "cost".
    raise exception using errcode = 'DA001';
  end if;
  return jsonb_build_object('submissions', v_answers, 'hints', distinct_hints(v_hints));
exception
  when sqlstate 'DA001' then
    return jsonb_build_object('submissions', jsonb_build_array(), 'hints', jsonb_build_array(),
      'cost', v_cost);
end $$;

-- Claims a job for the run that chose p_run_token. Only the run with the latest claim can store a
-- result. A finished job returns the same hints as when it finished, because a crash may have lost
-- them. A waiting job cannot run yet, so its outcome is "unknown".
create or replace function claim_job(p_job text, p_run_token text) returns jsonb
language plpgsql as $$
declare
  j jobs;
begin
  update jobs set
      status = 'running', run_token = p_run_token,
      runs = runs + (run_token is distinct from p_run_token)::integer,
      started_at = coalesce(started_at, greatest(clock_timestamp(), created_at)),
      claimed_at = clock_timestamp(),
      updated_at = clock_timestamp()
    where id = p_job and status in ('queued', 'running') returning * into j;
  if found then
    return jsonb_build_object('outcome', 'claimed', 'job', to_jsonb(j),
      'age_ms', (extract(epoch from clock_timestamp() - j.started_at) * 1000)::bigint);
  end if;
  select * into j from jobs where id = p_job and status <> 'waiting';
  if found then
    return jsonb_build_object('outcome', 'terminal', 'job', to_jsonb(j), 'hints', job_hints(j));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;

-- Puts a running job back to its queue, because only our side kept its run from an answer. The time
-- of the next run starts anew. Returns false if another run has claimed the job, or if it has
-- ended.
create or replace function put_back_job(p_job text, p_run_token text) returns boolean
language plpgsql as $$
begin
  update jobs set status = 'queued', run_token = null, started_at = null,
      updated_at = clock_timestamp()
    where id = p_job and status = 'running' and run_token = p_run_token;
  return found or exists (select from jobs where id = p_job and status = 'queued');
end $$;

-- Fails and refunds the unfinished jobs in job_ids, because they could not be started.
-- "failed" contains the ids of all failed jobs in job_ids, and "refunded" is the number of jobs
-- that were refunded. Jobs that failed before this call are included in both.
create or replace function fail_jobs(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_id text;
  v_failed jsonb;
  v_refunded integer;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, job_ids text[], error jsonb);
  perform 1 from accounts where id = p.account_id for no key update;
  for v_id in
    select id from jobs where account_id = p.account_id and id = any (p.job_ids) order by id
  loop
    v_hints := v_hints || (finish_job(jsonb_build_object(
      'job_id', v_id, 'status', 'failed', 'error', p.error))->'hints');
  end loop;
  select coalesce(jsonb_agg(j.id order by j.id), '[]'), count(c.subject)
    into v_failed, v_refunded
    from jobs j left join charges c on c.subject = 'job:' || j.id and c.state = 'refunded'
    where j.account_id = p.account_id and j.id = any (p.job_ids) and j.status = 'failed';
  return jsonb_build_object(
    'failed', v_failed, 'refunded', v_refunded, 'hints', distinct_hints(v_hints));
end $$;

-- Fails and refunds at most p_limit jobs that run longer than p_running, or have been waiting or
-- queued longer than p_queued. Returns their ids as "failed".
-- A queued job of a bulk job is not failed while any bulk job of its depth makes progress: the
-- queue has probably not reached the job yet.
create or replace function fail_overdue_jobs(
  p_running interval, p_queued interval, p_limit integer)
returns jsonb language plpgsql as $$
declare
  v_id text;
  v_answer jsonb;
  v_failed jsonb := '[]';
  v_hints jsonb := '[]';
  v_error constant jsonb :=
    '{"code": "ANALYSIS_FAILED", "message": "The analysis did not end in time."}';
begin
  for v_id in
    select id from jobs where (status = 'running' and started_at < clock_timestamp() - p_running)
        or (status in ('waiting', 'queued') and created_at < clock_timestamp() - p_queued
          and (bulk_job_id is null or not exists (
            select 1 from bulk_jobs b join jobs c on c.bulk_job_id = b.id
              where b.status = 'running' and b.depth = jobs.depth
                and c.completed_at > clock_timestamp() - p_running)))
      order by created_at limit p_limit
  loop
    v_answer := finish_job(
      jsonb_build_object('job_id', v_id, 'status', 'failed', 'error', v_error));
    if v_answer @> '{"outcome": "ended"}' then
      v_failed := v_failed || to_jsonb(v_id);
    end if;
    v_hints := v_hints || (v_answer->'hints');
  end loop;
  return jsonb_build_object('failed', v_failed, 'hints', distinct_hints(v_hints));
end $$;

-- Returns queued and running jobs that were not updated for p_quiet. A returned job counts as
-- updated.
-- A queued job of a bulk job is left out while other jobs of this bulk job finish, because the
-- queue has not reached it yet.
-- If only other bulk jobs of its depth make progress, the job is returned after 20 times p_quiet:
-- it may be behind them in the queue, or its message may be lost.
create or replace function take_stale_jobs(p_quiet interval, p_limit integer)
returns table (id text, status text, depth text, listed boolean) language sql as $$
  with moving as materialized (
    select b.id, b.depth from bulk_jobs b where b.status = 'running'
      and exists (select 1 from jobs c
        where c.bulk_job_id = b.id and c.completed_at > clock_timestamp() - p_quiet)
  )
  update jobs set updated_at = clock_timestamp()
    where jobs.id in (
      select s.id from jobs s
        where s.status in ('queued', 'running') and s.updated_at < clock_timestamp() - p_quiet
          and (s.status = 'running' or s.bulk_job_id is null
            or s.bulk_job_id not in (select moving.id from moving)
              and (s.depth not in (select moving.depth from moving)
                or s.updated_at < clock_timestamp() - p_quiet * 20))
        order by s.updated_at limit p_limit for update skip locked)
    returning jobs.id, jobs.status, jobs.depth, jobs.bulk_job_id is not null
$$;
