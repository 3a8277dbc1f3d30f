-- Hints: the part of an answer that names who waits for the change, [{"kind", "id"}], which the caller sends after the commit. Best effort:
-- the minute sweep finds the row of a hint that is lost. A repeated call names what still waits, since its first reply may be lost.

-- One hint for each id; null ids have none. In PL/pgSQL, as those below, so that it is planned once a connection and not once a call.
create function hints_of(p_kind text, p_ids text[]) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return coalesce((select jsonb_agg(jsonb_build_object('kind', p_kind, 'id', id)) from unnest(p_ids) id where id is not null), '[]');
end $$;
--> statement-breakpoint
-- Each hint once, in order. Hints of groups stay, since their receiver counts them.
create function distinct_hints(p_hints jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return coalesce((
    select jsonb_agg(once.hint order by once.place) from (
      select hint, min(place) as place from jsonb_array_elements(p_hints) with ordinality every(hint, place)
        group by hint, case when hint->>'kind' = 'group' then place end
    ) once), '[]');
end $$;
--> statement-breakpoint
-- Due deliveries of a subject that had no attempt yet; one that has ended has no next attempt. The state is not asked: with old statistics
-- the planner would take the partial index of pending deliveries and read all of them.
create function delivery_hints(p_subject text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('delivery', array(
    select id from webhook_deliveries
      where subject_id = p_subject and attempts = 0 and next_attempt_at <= clock_timestamp() order by id));
end $$;
--> statement-breakpoint
-- A pending email by its outbox row; none while a dispatcher holds it.
create function email_hints(p_dedupe text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('email', array(
    select id from outbox
      where dedupe = p_dedupe and topic = 'email' and sent_at is null and not_before <= clock_timestamp())::text[]);
end $$;
--> statement-breakpoint
-- The account while its outbox has due rows.
create function outbox_hints(p_account text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('outbox', array(
    select p_account where exists (
      select 1 from outbox where account_id = p_account and sent_at is null and not_before <= clock_timestamp())));
end $$;
--> statement-breakpoint
-- The account while it has an open recharge that no dispatcher has taken yet, even if an earlier debit opened it: its hint may be lost.
create function recharge_hints(p_account text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('recharge', array(
    select r.account_id from recharge_attempts r join outbox o on o.dedupe = ('recharge:' || r.id)
      where r.account_id = p_account and r.state = 'pending' and o.sent_at is null and o.not_before <= clock_timestamp()));
end $$;
--> statement-breakpoint
-- The waiters for the end of a job, by whatever way it ended; none while it has not.
create function job_hints(j jobs) returns jsonb language plpgsql stable as $$
begin
  if j.status not in ('completed', 'partial', 'failed') then
    return '[]';
  end if;
  return delivery_hints(j.id)
    || hints_of('group', array(select b.id from bulk_jobs b where b.id = j.bulk_job_id and b.status in ('accepted', 'running')))
    || hints_of('correlation', array(select k.id from correlations k where k.id = j.correlation_id and k.status in ('queued', 'running')));
end $$;
--> statement-breakpoint
-- The waiters for the end of a bulk job.
create function bulk_hints(b bulk_jobs) returns jsonb language plpgsql stable as $$
begin
  return delivery_hints(b.id)
    || email_hints(case b.status when 'completed' then 'email:bulk_ready:' when 'failed' then 'email:bulk_failed:' end || b.id);
end $$;
--> statement-breakpoint
-- The correlation itself when it has no child to wait for, and the waiters for its end.
create function correlation_hints(k correlations) returns jsonb language plpgsql stable as $$
begin
  return delivery_hints(k.id) || hints_of('correlation', array(
    select k.id where k.status in ('queued', 'running')
      and not exists (select 1 from jobs where correlation_id = k.id and status in ('queued', 'running'))));
end $$;
--> statement-breakpoint
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
      v_entity_id := file_attribution(p->'entity', j.domain, j.confidence, v_at);
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
  update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'analysis.' || j.status
    where subject_id = j.id and state = 'pending' and next_attempt_at is null;
  return jsonb_build_object('outcome', 'ended', 'job', to_jsonb(j), 'hints', job_hints(j));
end $$;
--> statement-breakpoint
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
      v_delivery := owe_delivery(a.id, j.id, p->'delivery');
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
  v_delivery := owe_delivery(a.id, j.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'analysis.submitted', j.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  if v_sandbox is not null then
    v_finished := finish_job(v_sandbox || jsonb_build_object('job_id', j.id));
    return jsonb_build_object('outcome', 'created', 'job', v_finished->'job', 'hints', v_finished->'hints');
  end if;
  return jsonb_build_object('outcome', 'created', 'job', to_jsonb(j), 'hints', recharge_hints(a.id));
end $$;
--> statement-breakpoint
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
--> statement-breakpoint
drop function fail_overdue_jobs(interval, interval, integer);
--> statement-breakpoint
-- The last resort: jobs that nobody could end. Running past p_running, or waiting past p_queued. Returns those that have failed now.
create function fail_overdue_jobs(p_running interval, p_queued interval, p_limit integer) returns jsonb language plpgsql as $$
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
--> statement-breakpoint
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
--> statement-breakpoint
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
--> statement-breakpoint
-- Feeds the next lines of a bulk job, at most p.chunk of them and so that at most p.window jobs are unfinished: each is covered and
-- inserted, or refused by itself. The same p.token again gives the same answer. outcome: fed, full, ended, unknown.
create or replace function feed_bulk_job(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  b bulk_jobs;
  i bulk_items;
  v_account text;
  v_room integer;
  v_line integer;
  v_taken integer := 0;
  v_answer jsonb;
  v_ids jsonb;
  v_settled integer;
begin
  select account_id into v_account from bulk_jobs where id = p->>'bulk_job_id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into a from accounts where id = v_account for no key update;
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if b.status not in ('accepted', 'running') then
    return jsonb_build_object('outcome', 'ended');
  end if;
  if b.feed_token is distinct from p->>'token' then
    v_room := least((p->>'chunk')::integer, (p->>'window')::integer - bulk_unfinished(b.id));
    if v_room <= 0 and b.next_line < b.total then
      return jsonb_build_object('outcome', 'full');
    end if;
    v_line := b.next_line;
    for i in select * from bulk_items where bulk_job_id = b.id and line >= b.next_line order by line loop
      exit when v_taken >= v_room;
      v_line := i.line + 1;
      continue when i.error_code is not null or i.same_as is not null;
      v_taken := v_taken + 1;
      v_answer := submit_job(jsonb_build_object(
        'job_id', new_id('job'), 'account_id', a.id, 'key_id', b.key_id, 'domain', i.domain, 'registrable_domain', i.registrable_domain,
        'depth', b.depth, 'force_refresh', false, 'quota', p->'quotas'->a.tier, 'bulk_job_id', b.id,
        'request_id', b.request_id, 'address_prefix', b.address_prefix,
        'playground_limit', case when b.playground then p->'playground_limit' end, 'sandbox', p->'sandbox'->i.sandbox));
      if v_answer->>'outcome' in ('created', 'duplicate') then
        update bulk_items set job_id = v_answer->'job'->>'id', shared = v_answer->'job'->>'bulk_job_id' is distinct from b.id
          where bulk_job_id = b.id and line = i.line;
      else
        update bulk_items set error_code = p->'refusals'->(v_answer->>'outcome')->>'code', error_message = p->'refusals'->(v_answer->>'outcome')->>'message'
          where bulk_job_id = b.id and line = i.line;
      end if;
    end loop;
    update bulk_jobs set
        status = 'running', started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp(),
        feed_token = p->>'token', feed_from = next_line, next_line = v_line
      where id = b.id returning * into b;
  end if;
  select coalesce(jsonb_agg(j.id order by f.line) filter (where j.status = 'queued' and j.bulk_job_id = b.id), '[]'),
      count(*) filter (where f.error_code is not null or j.status in ('completed', 'partial', 'failed'))
    into v_ids, v_settled
    from bulk_items f left join jobs j on j.id = f.job_id
    where f.bulk_job_id = b.id and f.line >= b.feed_from and f.line < b.next_line and f.same_as is null;
  -- The group gets no hint while its lines are still being fed: it would send a second message that feeds them. After the last feed it gets
  -- one for each settled line, at least one, since no job may be left to end; more than p.window it never waits for.
  return jsonb_build_object('outcome', 'fed', 'job_ids', v_ids, 'settled', v_settled, 'more', b.next_line < b.total,
    'hints', recharge_hints(a.id) || case when b.next_line < b.total then '[]'
      else hints_of('group', array_fill(b.id, array[greatest(1, least(v_settled, (p->>'window')::integer))])) end);
end $$;
--> statement-breakpoint
-- Ends a bulk job, in the hands of its holder: deliveries are due and the email is pending. Returns the hints.
create or replace function end_bulk_job(b bulk_jobs, p_status text, p_link_hours integer) returns jsonb language plpgsql as $$
begin
  update bulk_jobs set
      status = p_status, completed_at = clock_timestamp(), updated_at = clock_timestamp(), export_lease_until = null,
      exports_expire_at = case when p_status = 'completed' then date_trunc('milliseconds', clock_timestamp()) + make_interval(hours => p_link_hours) end
    where id = b.id returning * into b;
  perform owe_email(b.account_id, case p_status when 'completed' then 'bulk_ready' else 'bulk_failed' end, b.id, jsonb_build_object(
    'bulk_job_id', b.id, 'total', b.total, 'completed', b.completed, 'partial', b.partial, 'failed', b.failed, 'rejected', b.rejected,
    'expires', floor(extract(epoch from b.exports_expire_at))::bigint));
  update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'bulk.' || p_status
    where subject_id = b.id and state = 'pending' and next_attempt_at is null;
  return jsonb_build_object('hints', bulk_hints(b));
end $$;
--> statement-breakpoint
-- Gives the export of a bulk job to the holder of p.token for p.lease_seconds. After p.attempts_max attempts, or when the account is
-- closed, the job has failed. outcome: claimed, held, failed, ended, unknown.
create or replace function claim_bulk_export(p jsonb) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
  v_tier text;
  v_closed timestamptz;
begin
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if b.status <> 'exporting' then
    return jsonb_build_object('outcome', 'ended', 'hints', bulk_hints(b));
  end if;
  if b.export_lease_until > clock_timestamp() and b.export_token is distinct from p->>'token' then
    return jsonb_build_object('outcome', 'held');
  end if;
  select tier, closed_at into v_tier, v_closed from accounts where id = b.account_id;
  if b.export_token is distinct from p->>'token' then
    if b.export_attempts >= (p->>'attempts_max')::integer or v_closed is not null then
      return jsonb_build_object('outcome', 'failed') || end_bulk_job(b, 'failed', null);
    end if;
    update bulk_jobs set
        export_attempts = export_attempts + 1, export_token = p->>'token', updated_at = clock_timestamp(),
        export_lease_until = clock_timestamp() + make_interval(secs => (p->>'lease_seconds')::integer)
      where id = b.id returning * into b;
  end if;
  return jsonb_build_object('outcome', 'claimed', 'bulk_job', to_jsonb(b), 'tier', v_tier, 'attempt', b.export_attempts);
end $$;
--> statement-breakpoint
-- Releases an export that did not succeed; the last attempt ends the bulk job as failed. outcome: released, failed, lost.
create or replace function release_bulk_export(p jsonb) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
begin
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if not found or b.status <> 'exporting' or b.export_token is distinct from p->>'token' then
    return jsonb_build_object('outcome', 'lost', 'hints', bulk_hints(b));
  end if;
  update bulk_jobs set export_lease_until = null, export_error = p->>'because', updated_at = clock_timestamp() where id = b.id returning * into b;
  if b.export_attempts >= (p->>'attempts_max')::integer then
    return jsonb_build_object('outcome', 'failed') || end_bulk_job(b, 'failed', null);
  end if;
  return jsonb_build_object('outcome', 'released');
end $$;
--> statement-breakpoint
-- Ends a bulk job whose files are complete, once: only the holder of the claim can. outcome: completed (again too), lost.
create or replace function complete_bulk_export(p jsonb) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
begin
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if not found or b.export_token is distinct from p->>'token' or b.status not in ('exporting', 'completed') then
    return jsonb_build_object('outcome', 'lost', 'hints', bulk_hints(b));
  end if;
  if b.status = 'exporting' then
    return jsonb_build_object('outcome', 'completed') || end_bulk_job(b, 'completed', (p->>'link_hours')::integer);
  end if;
  return jsonb_build_object('outcome', 'completed', 'hints', bulk_hints(b));
end $$;
--> statement-breakpoint
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
  perform owe_delivery(a.id, k.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'correlation.submitted', k.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'accepted', 'correlation', correlation_state(k.id), 'hints', correlation_hints(k) || recharge_hints(a.id));
end $$;
--> statement-breakpoint
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
    perform return_part('correlation:' || k.id, k.account_id, cardinality(k.unanalyzed), k.id);
  end if;
  update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'correlation.' || k.status
    where subject_id = k.id and state = 'pending' and next_attempt_at is null;
  return jsonb_build_object('outcome', 'ended', 'hints', correlation_hints(k) || v_hints);
end $$;
--> statement-breakpoint
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
    perform maybe_recharge(a, a.balance);
  end if;
  return jsonb_build_object('outcome', v_outcome, 'hints', recharge_hints(a.id));
end $$;
--> statement-breakpoint
-- It saw only a recharge of its own transaction, so that a repetition never named it again.
drop function opened_recharge(text);
--> statement-breakpoint
-- Takes the longest waiting delivery of an origin, and that of an account to its other origins, where each finds a slot free. The caller holds
-- the locks of the slots. Returns the hints.
create or replace function hand_over_slots(p_account text, p_origin text, p_per_account integer, p_per_origin integer) returns jsonb language plpgsql as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_ids text[] := '{}';
  v_id text;
begin
  select w.id into v_id from webhook_deliveries w
    where w.waiting and w.origin = p_origin and w.state = 'pending' and w.next_attempt_at <= v_now
      and (select count(*) from webhook_deliveries l where l.account_id = w.account_id and l.lease_until > v_now) < p_per_account
      and not exists (select 1 from webhook_origins o where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > v_now)
    order by w.next_attempt_at limit 1 for update of w skip locked;
  v_ids := v_ids || v_id;
  select w.id into v_id from webhook_deliveries w
    where w.waiting and w.account_id = p_account and w.state = 'pending' and w.next_attempt_at <= v_now and w.origin <> p_origin
      and (select count(*) from webhook_deliveries l where l.origin = w.origin and l.lease_until > v_now) < p_per_origin
      and not exists (select 1 from webhook_origins o where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > v_now)
    order by w.next_attempt_at limit 1 for update of w skip locked;
  v_ids := array_remove(v_ids || v_id, null);
  update webhook_deliveries set waiting = false, handed_out_at = v_now where id = any (v_ids) and waiting;
  return hints_of('delivery', v_ids);
end $$;
--> statement-breakpoint
-- Records the outcome of an attempt: its log entry, the delivery's next state, the failures of the origin, and hands the slot over. p.then is
-- delivered, retry (with p.delay_ms) or dead_letter. Only the claim's holder moves the delivery, except that a success that comes late is
-- still a success. outcome: recorded, late, unknown. Returns the state and the wait; the hints name the deliveries that get its slot.
create or replace function record_delivery_attempt(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  v_now timestamptz;
  v_mine boolean;
  v_failures integer;
begin
  select * into d from webhook_deliveries where id = p->>'id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform lock_delivery_slots(d.account_id, d.origin);
  select * into d from webhook_deliveries where id = d.id for update;
  v_now := clock_timestamp();
  insert into webhook_attempts (delivery_id, generation, attempt, attempted_at, response_code, duration_ms, error, response_excerpt)
    values (d.id, (p->>'generation')::integer, (p->>'attempt')::integer, v_now - make_interval(secs => (p->>'duration_ms')::double precision / 1000),
      (p->>'response_code')::integer, (p->>'duration_ms')::integer, p->>'error', p->>'response_excerpt')
    on conflict do nothing;
  v_mine := d.state = 'pending' and d.generation = (p->>'generation')::integer
    and ((d.lease_token = p->>'token' and d.lease_until is not null) or p->>'then' = 'delivered');
  if v_mine then
    update webhook_deliveries set
        state = case p->>'then' when 'delivered' then 'delivered' when 'dead_letter' then 'dead_lettered' else 'pending' end,
        delivered_at = case when p->>'then' = 'delivered' then v_now end,
        dead_lettered_at = case when p->>'then' = 'dead_letter' then v_now end,
        next_attempt_at = case when p->>'then' = 'retry' then v_now + make_interval(secs => (p->>'delay_ms')::double precision / 1000) end,
        last_response_code = (p->>'response_code')::integer, last_error = p->>'error', lease_until = null, waiting = false
      where id = d.id returning * into d;
    if p->>'then' = 'delivered' then
      delete from webhook_origins where account_id = d.account_id and origin = d.origin;
    elsif (p->>'origin_failed')::boolean then
      insert into webhook_origins (account_id, origin, failures_in_row, updated_at) values (d.account_id, d.origin, 1, v_now)
        on conflict (account_id, origin) do update set failures_in_row = webhook_origins.failures_in_row + 1, updated_at = v_now
        returning failures_in_row into v_failures;
      if v_failures >= (p->>'failures_tolerated')::integer then
        update webhook_origins set deferred_until = v_now + make_interval(secs => (p->>'deferral_seconds')::double precision)
          where account_id = d.account_id and origin = d.origin;
      end if;
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when v_mine or d.lease_token = p->>'token' then 'recorded' else 'late' end, 'state', d.state,
    'wait_ms', greatest(0, extract(epoch from d.next_attempt_at - clock_timestamp()) * 1000)::bigint,
    'hints', hand_over_slots(d.account_id, d.origin, (p->>'per_account')::integer, (p->>'per_origin')::integer));
end $$;
--> statement-breakpoint
-- Puts a dead-lettered delivery of the account back to pending, due now, with its attempts to spend again. The frozen body and the id
-- stay. outcome: retried, not_dead_lettered, unknown.
create or replace function retry_delivery(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
begin
  select * into d from webhook_deliveries where id = p->>'id' and account_id = p->>'account_id' for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if d.retry_token = p->>'token' then
    return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array(select d.id where d.state = 'pending' and d.attempts = 0)));
  end if;
  if d.state <> 'dead_lettered' then
    return jsonb_build_object('outcome', 'not_dead_lettered');
  end if;
  update webhook_deliveries set
      state = 'pending', attempts = 0, generation = generation + 1, next_attempt_at = clock_timestamp(), dead_lettered_at = null,
      lease_until = null, lease_token = null, waiting = false, handed_out_at = null, retry_token = p->>'token'
    where id = d.id;
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), d.account_id, 'webhook.retried', d.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array[d.id]));
end $$;
--> statement-breakpoint
-- Ends an open recharge without credits. A decline rests for p.cooldown_seconds and is sent to the customer by email, once.
create or replace function fail_recharge(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  r recharge_attempts;
begin
  select accounts.* into a from accounts join recharge_attempts on account_id = accounts.id
    where recharge_attempts.id = p->>'recharge_id' for no key update of accounts;
  update recharge_attempts set state = 'failed', last_error = p->>'code', payment_intent_id = p->>'payment_intent_id', updated_at = clock_timestamp(),
      payment_method_id = case when a.closed_at is null then payment_method_id end
    where id = p->>'recharge_id' and state in ('pending', 'processing', 'unknown') returning * into r;
  if not found then
    return jsonb_build_object('outcome', 'already', 'hints', email_hints('email:recharge_failed:' || (p->>'recharge_id')));
  end if;
  update accounts set
      recharge_last_error = case when closed_at is null then p->>'message' end, recharge_cooldown_until = clock_timestamp() + make_interval(secs => (p->>'cooldown_seconds')::integer)
    where id = a.id;
  if a.closed_at is null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('email', 'email:recharge_failed:' || r.id, a.id, jsonb_build_object('template', 'recharge_failed', 'recharge_id', r.id,
        'pack', r.pack, 'amount_cents', r.amount_cents, 'currency', r.currency, 'code', p->>'code', 'message', p->>'message'));
  end if;
  return jsonb_build_object('outcome', 'failed', 'hints', email_hints('email:recharge_failed:' || r.id));
end $$;
--> statement-breakpoint
-- The account of a subject, made at its first call, with its hints. A later address than the one known replaces it. A closed account's
-- subject gets the closed account back, never a new one. The quota that an erased account of the same address used this month is carried over.
create or replace function open_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_email constant text := nullif(p->>'email', '');
  v_issued constant timestamptz := coalesce(to_timestamp((p->>'issued_at')::double precision), clock_timestamp());
  v_month constant date := date_trunc('month', clock_timestamp() at time zone 'utc')::date;
  v_carried integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('subject:' || (p->>'subject'), 0));
  select * into a from accounts where closed_subject_digest = subject_digest(p->>'subject');
  if found then
    return to_jsonb(a);
  end if;
  select * into a from accounts where subject = p->>'subject';
  if found then
    if v_email is not null and lower(v_email) is distinct from lower(a.email) and v_issued > coalesce(a.email_as_of, '-infinity') then
      perform release_email(v_email, a.id);
      update accounts set email = v_email, email_as_of = v_issued where id = a.id and closed_at is null returning * into a;
      perform note_act(p, a.id, 'account.email_changed');
    end if;
    return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
  end if;
  if v_email is not null then
    perform release_email(v_email, p->>'account_id');
  end if;
  insert into accounts (id, subject, email, email_as_of, name)
    values (p->>'account_id', p->>'subject', v_email, v_issued, p->>'name') returning * into a;
  select max(quota_used) into v_carried from erased_usage
    where email_digest in (select jsonb_array_elements_text(coalesce(p->'email_digests', '[]'))) and period_start = v_month;
  if v_carried > 0 then
    insert into usage_periods (account_id, period_start, used, quota_used, carried) values (a.id, v_month, v_carried, v_carried, v_carried);
  end if;
  perform note_act(p, a.id, 'account.opened');
  return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
end $$;
--> statement-breakpoint
-- Closes an account: nothing of it authenticates any more, personal data is gone, calls to Stripe and the identity provider are rows of the
-- outbox. History and ledger stay, with the ids by which Stripe knows the account. outcome: closed, already, unknown.
create or replace function close_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_subject text;
  v_used integer;
begin
  select subject into v_subject from accounts where id = p->>'account_id';
  if v_subject is not null then
    -- A call that opens an account for this subject at the same moment waits, and then finds it closed.
    perform pg_advisory_xact_lock(hashtextextended('subject:' || v_subject, 0));
  end if;
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.closed_at is not null then
    return jsonb_build_object('outcome', case when exists (select 1 from audit_entries where id = p->>'audit_id') then 'closed' else 'already' end,
      'closed_at', a.closed_at, 'hints', outbox_hints(a.id));
  end if;
  select quota_used into v_used from usage_periods where account_id = a.id and period_start = current_period(a);
  if v_used > 0 and p->>'email_digest' is not null then
    insert into erased_usage (email_digest, period_start, quota_used)
      values (p->>'email_digest', date_trunc('month', clock_timestamp() at time zone 'utc')::date, v_used)
      on conflict (email_digest, period_start) do update set quota_used = greatest(erased_usage.quota_used, excluded.quota_used);
  end if;
  insert into outbox (topic, dedupe, account_id, payload)
    select 'stripe_cancel', 'stripe_cancel:' || live.id, a.id, jsonb_build_object('subscription_id', live.id)
      from (
        select a.stripe_subscription_id as id where a.subscription_status in ('active', 'trialing', 'past_due')
        union
        select id from stripe_subscriptions where account_id = a.id and status in ('active', 'trialing', 'past_due')
      ) live where live.id is not null
    on conflict (dedupe) do nothing;
  if a.subject is not null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('identity_delete', 'identity_delete:' || a.id, a.id, jsonb_build_object('subject', a.subject));
  end if;
  update accounts set
      status = 'closed', closed_at = clock_timestamp(), closed_subject_digest = subject_digest(subject), subject = null, email = null,
      email_as_of = null, name = null, webhook_secret_sealed = null, webhook_secret_hint = null, recharge_enabled = false,
      recharge_last_error = null, payment_method_id = null, payment_method_brand = null, payment_method_last4 = null,
      digest_enabled = false, lifecycle_enabled = false,
      subscription_status = case when subscription_status in ('active', 'trialing', 'past_due') then 'canceled' else subscription_status end
    where id = a.id returning * into a;
  update api_keys set revoked_at = clock_timestamp() where account_id = a.id and revoked_at is null;
  perform note_act(p, a.id, 'account.closed');
  if erase_traces(a.id, 5000) then
    insert into outbox (topic, dedupe, account_id, payload) values ('erase_traces', 'erase_traces:' || a.id, a.id, '{}');
  end if;
  return jsonb_build_object('outcome', 'closed', 'closed_at', a.closed_at, 'hints', outbox_hints(a.id));
end $$;
