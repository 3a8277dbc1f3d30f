-- State machine of the table bulk_jobs; a bulk job is a list of domains. The trigger
-- allows only these changes of the status. A call whose reply was lost may be repeated.
-- To avoid deadlocks, rows are locked in this order: account, bulk job, jobs.

create or replace trigger bulk_jobs_transitions before update of status on bulk_jobs
  for each row when (old.status is distinct from new.status)
  execute function refuse_transition('status',
    'accepted>completed',
    'accepted>running',
    'running>exporting',
    'exporting>completed',
    'exporting>failed');

-- No change back is allowed. The trigger does not fire for the thousands of lines of a stop.
create or replace trigger bulk_items_transitions before update of stopped on bulk_items
  for each row when (old.stopped and not new.stopped)
  execute function refuse_transition('stopped');

-- A list without a valid line ends at once, without an email and without export files. With the
-- outcomes "lists_limited" (limit per hour) and "lines_limited" (limit per day), nothing is stored
-- or counted.
create or replace function submit_bulk_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  b bulk_jobs;
  v_total integer;
  v_use record;
  v_callback_url text;
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, account_id text, key_id text, playground boolean, depth text,
      passive boolean, name text, accepted integer,
      request_id text, address_prefix text, items jsonb, delivery jsonb, lists_per_hour integer,
        lines_per_day integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into b from bulk_jobs where id = p.bulk_job_id and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'accepted', 'hints', bulk_hints(b));
  end if;
  v_total := jsonb_array_length(p.items);
  select * into v_use from take_permit(p.bulk_job_id, 'bulk_list', a.id, p.lists_per_hour,
    interval '1 hour');
  if not v_use.taken then
    return jsonb_build_object('outcome', 'lists_limited', 'retry_after_seconds',
      v_use.retry_after_seconds);
  end if;
  select * into v_use from take_daily_use(a.id, 'bulk_lines', v_total, p.lines_per_day);
  if not v_use.taken then
    delete from permits where id = p.bulk_job_id;
    return jsonb_build_object('outcome', 'lines_limited', 'retry_after_seconds',
      v_use.retry_after_seconds);
  end if;
  select url into v_callback_url from jsonb_to_record(p.delivery) as fields(url text);
  insert into bulk_jobs
    (id, account_id, key_id, playground, depth, passive, name, total, accepted, callback_url,
      request_id, address_prefix)
    values (p.bulk_job_id, a.id, p.key_id, p.playground, p.depth, coalesce(p.passive, false),
      p.name, v_total, p.accepted, v_callback_url, p.request_id, p.address_prefix)
    returning * into b;
  insert into bulk_items
    (bulk_job_id, line, domain, registrable_domain, sandbox, same_as, error_code, error_message)
    select p.bulk_job_id, item.ordinality - 1, item.domain, item.registrable_domain, item.sandbox,
      item.same_as,
        item.error_code, item.error_message
      from rows from (jsonb_to_recordset(p.items)
        as (domain text, registrable_domain text, sandbox text,
        same_as integer, error_code text, error_message text)) with ordinality as item;
  perform create_delivery(a.id, p.bulk_job_id, p.delivery);
  perform add_audit_entry(input, a.id, 'bulk.submitted', p.bulk_job_id);
  if b.accepted = 0 then
    update bulk_jobs set
        status = 'completed', completed = 0, partial = 0, failed = 0, rejected = b.total,
          next_line = b.total,
        completed_at = clock_timestamp(), updated_at = clock_timestamp()
      where id = b.id returning * into b;
    perform make_deliveries_due(b.id, 'bulk.completed');
  end if;
  return jsonb_build_object('outcome', 'accepted', 'hints', bulk_hints(b));
end $$;

-- Number of unfinished analyses of a list. The second query adds analyses that an earlier request
-- of the account started and that lines of this list share.
create or replace function count_unfinished_lines(p_bulk text) returns integer language sql stable
  as $$
  select (select count(*) from jobs where bulk_job_id = p_bulk and status
    in ('queued', 'running'))::integer
    + (select count(*) from bulk_items i join jobs j on j.id = i.job_id
        where i.bulk_job_id = p_bulk and i.shared
          and j.status in ('waiting', 'queued', 'running'))::integer
$$;

create or replace function count_unfinished_bulk(p_account text, p_depth text) returns integer
language plpgsql stable as $$
begin
  return (select count(*) from jobs
    where account_id = p_account and bulk_job_id is not null and depth = p_depth and status
      in ('queued', 'running'));
end $$;

-- Numbers of lines of a list by the result of their analysis. If several lines contain the same
-- domain, only the first is analysed, and its result counts for each of them.
create or replace function count_bulk_lines(
  p_bulk text, out completed integer, out partial integer, out failed integer, out rejected integer,
  out stopped integer
) language sql stable as $$
  select count(*) filter (where j.status = 'completed'), count(*)
    filter (where j.status = 'partial'),
      count(*) filter (where j.status = 'failed'), count(*)
        filter (where own.error_code is not null), count(*) filter (where own.stopped)
    from bulk_items i
      join bulk_items own on own.bulk_job_id = i.bulk_job_id
        and own.line = coalesce(i.same_as, i.line)
      left join jobs j on j.id = own.job_id
    where i.bulk_job_id = p_bulk
$$;

-- Numbers of lines: by the basis of their answer, and by each kind of warning.
create or replace function bulk_reliability(p_bulk text) returns jsonb language sql stable as $$
  with answers as materialized (
    select j.basis, j.warnings from bulk_items i
        join bulk_items own on own.bulk_job_id = i.bulk_job_id
          and own.line = coalesce(i.same_as, i.line)
        join jobs j on j.id = own.job_id
      where i.bulk_job_id = p_bulk
  ), warned as (
    select warning.kind, count(*) as lines from answers a, jsonb_to_recordset(a.warnings)
      as warning(kind text)
      group by warning.kind
  )
  select jsonb_build_object(
    'verified', (select count(*) from answers where basis = 'verified'),
    'corroborated', (select count(*) from answers where basis = 'corroborated'),
    'stated', (select count(*) from answers where basis = 'stated'),
    'warnings', (select coalesce(jsonb_object_agg(kind, lines), '{}') from warned))
$$;

-- At most 5 lines that a reader should see first: imitations, then other answers with a warning of
-- severity "high", then answers that name nobody.
create or replace function bulk_worst_lines(p_bulk text) returns jsonb language sql stable as $$
  with answers as (
    select i.line, j.domain, j.entity, j.basis, j.warnings,
        coalesce(jsonb_path_exists(j.warnings, '$[*] ? (@.kind == "imitates")'), false)
          as imitates,
        coalesce(jsonb_path_exists(j.warnings, '$[*] ? (@.severity == "high")'), false) as warned
      from bulk_items i join jobs j on j.id = i.job_id
      where i.bulk_job_id = p_bulk and i.same_as is null
        and j.status in ('completed', 'partial')
  )
  select coalesce(jsonb_agg(jsonb_build_object('domain', domain, 'entity', entity, 'basis', basis,
      'warnings', warnings) order by imitates desc, warned desc, line), '[]') from (
    select * from answers where warned or entity is null
      order by imitates desc, warned desc, line limit 5) worst
$$;

-- Submits the analysis of a line. Stores the id of the analysis in the line, or an error if
-- submit_job refuses it. p_refusals contains the error {"code", "message"} for each outcome that is
-- a refusal.
create or replace function submit_bulk_line(
  b bulk_jobs, i bulk_items, p_quota jsonb, p_playground_limit integer, p_sandbox_limit integer,
    p_sandbox jsonb,
  p_refusals jsonb
) returns void language plpgsql as $$
declare
  v_submission record;
  v_job record;
  v_refusal record;
begin
  select * into v_submission from jsonb_to_record(submit_job(jsonb_build_object(
      'job_id', new_id('job'), 'account_id', b.account_id, 'key_id', b.key_id,
      'domain', i.domain, 'registrable_domain', i.registrable_domain,
      'depth', b.depth, 'force_refresh', false, 'passive', b.passive, 'quota', p_quota,
      'bulk_job_id', b.id,
      'request_id', b.request_id, 'address_prefix', b.address_prefix,
      'playground_limit', case when b.playground then p_playground_limit end,
      'sandbox_limit', p_sandbox_limit, 'sandbox', p_sandbox)))
    as fields(outcome text, job jsonb);
  if v_submission.outcome in ('created', 'duplicate') then
    select * into v_job from jsonb_to_record(v_submission.job) as fields(id text, bulk_job_id text);
    update bulk_items set job_id = v_job.id, shared = v_job.bulk_job_id is distinct from b.id
      where bulk_job_id = b.id and line = i.line;
  else
    select * into v_refusal from jsonb_to_record(p_refusals->v_submission.outcome)
      as fields(code text, message text);
    update bulk_items set error_code = v_refusal.code, error_message = v_refusal.message
      where bulk_job_id = b.id and line = i.line;
  end if;
end $$;

-- Submits up to "chunk" further lines of a list. All lists of an account together have at most
-- unfinished_max unfinished analyses of a depth, so an account with many lists fills no more of the
-- queue than an account with one list. A repeated call with the same token returns the same result.
-- Outcomes: fed (lines were submitted), full (too many unfinished analyses), ended, unknown.
create or replace function feed_bulk_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  b bulk_jobs;
  i bulk_items;
  v_account text;
  v_unfinished_max integer;
  v_lines_max integer;
  v_next_line integer;
  v_submitted integer := 0;
  v_job_ids jsonb;
  v_ended integer;
  v_hints jsonb;
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, token text, chunk integer, unfinished_max jsonb, quotas jsonb,
      playground_limit integer, sandbox_limit integer, sandbox jsonb, refusals jsonb);
  select account_id into v_account from bulk_jobs where id = p.bulk_job_id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into a from accounts where id = v_account for no key update;
  select * into b from bulk_jobs where id = p.bulk_job_id for update;
  if b.status not in ('accepted', 'running') then
    return jsonb_build_object('outcome', 'ended');
  end if;
  v_unfinished_max := (p.unfinished_max->>b.depth)::integer;
  if b.feed_token is distinct from p.token then
    v_lines_max := least(p.chunk, v_unfinished_max - count_unfinished_bulk(b.account_id, b.depth));
    if v_lines_max <= 0 and b.next_line < b.total then
      return jsonb_build_object('outcome', 'full');
    end if;
    v_next_line := b.next_line;
    for i in select * from bulk_items where bulk_job_id = b.id and line >= b.next_line
      order by line loop
      exit when v_submitted >= v_lines_max;
      v_next_line := i.line + 1;
      continue when i.error_code is not null or i.same_as is not null;
      v_submitted := v_submitted + 1;
      perform submit_bulk_line(b, i, p.quotas->a.tier, p.playground_limit, p.sandbox_limit,
        p.sandbox->i.sandbox,
        p.refusals);
    end loop;
    update bulk_jobs set
        status = 'running', started_at = coalesce(started_at, clock_timestamp()),
          updated_at = clock_timestamp(),
        feed_token = p.token, feed_from = next_line, next_line = v_next_line
      where id = b.id returning * into b;
  end if;
  select coalesce(jsonb_agg(j.id order by f.line)
    filter (where j.status = 'queued' and j.bulk_job_id = b.id), '[]'),
      count(*) filter (where f.error_code is not null or j.status
        in ('completed', 'partial', 'failed'))
    into v_job_ids, v_ended
    from bulk_items f left join jobs j on j.id = f.job_id
    where f.bulk_job_id = b.id and f.line >= b.feed_from and f.line < b.next_line
      and f.same_as is null;
  -- A "group" message tells the Durable Object of the list that one line is finished. At least one
  -- is sent: if all analyses have already finished, no later message would come. At most
  -- unfinished_max are sent, because the Durable Object never waits for more.
  v_hints := recharge_hints(a.id);
  if b.next_line >= b.total then
    v_hints := v_hints || hints_of('group',
      array_fill(b.id, array[greatest(1, least(v_ended, v_unfinished_max))]));
  end if;
  return jsonb_build_object('outcome', 'fed', 'depth', b.depth, 'job_ids', v_job_ids, 'settled',
    v_ended,
    'more', b.next_line < b.total, 'hints', v_hints);
end $$;

-- Ends a list early. Its lines without a started analysis become "stopped", and their analyses
-- fail with "error", which refunds them. A running analysis ends normally, and so does one that
-- another request of the account uses too: its charge stays, so its line keeps the result. A line
-- that uses an analysis of another request leaves it.
-- Outcomes: stopped, ended (all lines had ended before), unknown. A repeated call with the same
-- audit_id has the outcome "stopped" again.
create or replace function stop_bulk_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  b bulk_jobs;
  v_job_ids text[];
  v_job_id text;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, account_id text, audit_id text, error jsonb);
  perform 1 from accounts where id = p.account_id for no key update;
  select * into b from bulk_jobs
    where id = p.bulk_job_id and account_id = p.account_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if b.status not in ('accepted', 'running') then
    return jsonb_build_object('outcome', case
      when exists (select 1 from audit_entries where id = p.audit_id) then 'stopped'
      else 'ended' end);
  end if;
  -- An analysis that starts during this statement is no longer queued when its lock is granted, so
  -- the statement leaves it out.
  v_job_ids := array(
    select id from jobs where bulk_job_id = b.id and status = 'queued' and not shared
      order by id for update);
  update bulk_items i set job_id = null, shared = false, stopped = true
    from jobs j
    where i.bulk_job_id = b.id and j.id = i.job_id
      and (j.id = any (v_job_ids) or (i.shared and j.status in ('waiting', 'queued')));
  update bulk_items set stopped = true
    where bulk_job_id = b.id and line >= b.next_line and error_code is null and same_as is null;
  foreach v_job_id in array v_job_ids loop
    v_hints := v_hints || (finish_job(jsonb_build_object(
      'job_id', v_job_id, 'status', 'failed', 'error', p.error))->'hints');
  end loop;
  update bulk_jobs set
      status = 'running', started_at = coalesce(started_at, clock_timestamp()),
      next_line = total, updated_at = clock_timestamp()
    where id = b.id;
  perform add_audit_entry(input, b.account_id, 'bulk.stopped', b.id);
  return jsonb_build_object('outcome', 'stopped', 'hints', distinct_hints(v_hints));
end $$;

-- Starts the export when all lines are finished. Of several concurrent calls, only one has the
-- outcome "moved".
-- "next_list" is another bulk job of the account with the same depth and with lines that are not
-- submitted yet: the one that was not updated for the longest time. It is null if there is none.
create or replace function advance_bulk_job(p_bulk text) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
  v_counts record;
  v_unfinished integer;
  v_next_list text;
begin
  select * into b from bulk_jobs where id = p_bulk for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if b.status not in ('accepted', 'running') then
    return jsonb_build_object('outcome', 'ended');
  end if;
  v_unfinished := count_unfinished_lines(b.id);
  select o.id into v_next_list from bulk_jobs o
    where o.account_id = b.account_id and o.depth = b.depth and o.id <> b.id
      and o.status in ('accepted', 'running') and o.next_line < o.total
    order by o.updated_at limit 1;
  if b.status = 'accepted' or b.next_line < b.total or v_unfinished > 0 then
    return jsonb_build_object('outcome', 'running', 'depth', b.depth, 'more', b.next_line < b.total,
      'unfinished', v_unfinished, 'unfinished_in_account',
        count_unfinished_bulk(b.account_id, b.depth),
      'next_list', v_next_list);
  end if;
  select * into v_counts from count_bulk_lines(b.id);
  update bulk_jobs set
      status = 'exporting', exporting_at = clock_timestamp(), updated_at = clock_timestamp(),
      completed = v_counts.completed, partial = v_counts.partial, failed = v_counts.failed,
      rejected = v_counts.rejected, stopped = v_counts.stopped
    where id = b.id;
  return jsonb_build_object('outcome', 'moved', 'next_list', v_next_list);
end $$;

-- Returns unfinished bulk jobs without an update for p_quiet and without a leased export. A
-- returned bulk job counts as updated. The accounts take turns with one bulk job each, so that many
-- lists of one account do not use up p_limit.
create or replace function take_stale_bulk_jobs(p_quiet interval, p_limit integer)
returns table (id text, status text) language sql as $$
  with stale as (
    select s.id, s.updated_at, row_number() over (partition by s.account_id order by s.updated_at)
      as rank
      from bulk_jobs s
      where s.status in ('accepted', 'running', 'exporting')
        and s.updated_at < clock_timestamp() - p_quiet
        and (s.export_lease_until is null or s.export_lease_until < clock_timestamp())
  ), chosen as (
    select b.id from bulk_jobs b
      where b.id in (select stale.id from stale order by rank, stale.updated_at limit p_limit)
        and b.updated_at < clock_timestamp() - p_quiet
      for update skip locked
  )
  update bulk_jobs set updated_at = clock_timestamp()
    from chosen where bulk_jobs.id = chosen.id
    returning bulk_jobs.id, bulk_jobs.status
$$;

-- Ends the bulk job. The caller has locked its row.
create or replace function finish_bulk_job(b bulk_jobs, p_status text, p_link_hours integer)
  returns jsonb
language plpgsql as $$
begin
  update bulk_jobs set
      status = p_status, completed_at = clock_timestamp(), updated_at = clock_timestamp(),
        export_lease_until = null,
      exports_expire_at = case when p_status = 'completed' then
        date_trunc('milliseconds', clock_timestamp()) + make_interval(hours => p_link_hours) end
    where id = b.id returning * into b;
  perform create_email(b.account_id, case p_status when 'completed' then 'bulk_ready'
    else 'bulk_failed' end, b.id,
    jsonb_build_object(
      'bulk_job_id', b.id, 'name', b.name, 'total', b.total, 'completed', b.completed,
      'partial', b.partial, 'failed', b.failed, 'rejected', b.rejected, 'stopped', b.stopped,
      'expires', floor(extract(epoch from b.exports_expire_at))::bigint,
      'reliability', bulk_reliability(b.id), 'worst', bulk_worst_lines(b.id)));
  perform make_deliveries_due(b.id, 'bulk.' || p_status);
  return jsonb_build_object('hints', bulk_hints(b));
end $$;

-- Leases the export to the caller with this "token", who may repeat the call. The bulk job fails
-- after attempts_max attempts, or if the account is closed. Outcome "held": another process has the
-- lease.
create or replace function claim_bulk_export(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  b bulk_jobs;
  v_tier text;
  v_closed timestamptz;
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, token text, lease_seconds integer, attempts_max integer);
  select * into b from bulk_jobs where id = p.bulk_job_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if b.status <> 'exporting' then
    return jsonb_build_object('outcome', 'ended', 'hints', bulk_hints(b));
  end if;
  if b.export_lease_until > clock_timestamp() and b.export_token is distinct from p.token then
    return jsonb_build_object('outcome', 'held');
  end if;
  select tier, closed_at into v_tier, v_closed from accounts where id = b.account_id;
  if b.export_token is distinct from p.token then
    if b.export_attempts >= p.attempts_max or v_closed is not null then
      return jsonb_build_object('outcome', 'failed') || finish_bulk_job(b, 'failed', null);
    end if;
    update bulk_jobs set
        export_attempts = export_attempts + 1, export_token = p.token,
          updated_at = clock_timestamp(),
        export_lease_until = clock_timestamp() + make_interval(secs => p.lease_seconds)
      where id = b.id returning * into b;
  end if;
  return jsonb_build_object('outcome', 'claimed', 'bulk_job', to_jsonb(b), 'tier', v_tier,
    'attempt', b.export_attempts);
end $$;

-- Ends the lease after a failed attempt. After attempts_max attempts, the bulk job fails. Outcome
-- "lost": the caller no longer has the lease, so nothing changes.
create or replace function release_bulk_export(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  b bulk_jobs;
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, token text, attempts_max integer, because text);
  select * into b from bulk_jobs where id = p.bulk_job_id for update;
  if not found or b.status <> 'exporting' or b.export_token is distinct from p.token then
    return jsonb_build_object('outcome', 'lost', 'hints', bulk_hints(b));
  end if;
  update bulk_jobs set export_lease_until = null, export_error = p.because,
    updated_at = clock_timestamp()
    where id = b.id returning * into b;
  if b.export_attempts >= p.attempts_max then
    return jsonb_build_object('outcome', 'failed') || finish_bulk_job(b, 'failed', null);
  end if;
  return jsonb_build_object('outcome', 'released');
end $$;

-- Only the holder of the lease can complete the export, and may repeat the call. Every other caller
-- gets the outcome "lost".
create or replace function complete_bulk_export(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  b bulk_jobs;
begin
  select * into p from jsonb_to_record(input)
    as fields(bulk_job_id text, token text, link_hours integer);
  select * into b from bulk_jobs where id = p.bulk_job_id for update;
  if not found or b.export_token is distinct from p.token or b.status not
    in ('exporting', 'completed') then
    return jsonb_build_object('outcome', 'lost', 'hints', bulk_hints(b));
  end if;
  if b.status = 'exporting' then
    return jsonb_build_object('outcome', 'completed') || finish_bulk_job(b, 'completed',
      p.link_hours);
  end if;
  return jsonb_build_object('outcome', 'completed', 'hints', bulk_hints(b));
end $$;
