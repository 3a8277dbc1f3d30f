-- Stores a list with all its lines. outcome: accepted (again too), closed.
create or replace function submit_bulk_job(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if exists (select 1 from bulk_jobs where id = p->>'bulk_job_id' and account_id = a.id) then
    return jsonb_build_object('outcome', 'accepted');
  end if;
  insert into bulk_jobs (id, account_id, key_id, playground, depth, total, accepted, callback_url, request_id, address_prefix)
    values (p->>'bulk_job_id', a.id, p->>'key_id', (p->>'playground')::boolean, p->>'depth', jsonb_array_length(p->'items'),
      (p->>'accepted')::integer, p->'delivery'->>'url', p->>'request_id', p->>'address_prefix');
  insert into bulk_items (bulk_job_id, line, domain, registrable_domain, sandbox, same_as, error_code, error_message)
    select p->>'bulk_job_id', ordinality - 1, value->>'domain', value->>'registrable_domain', value->>'sandbox', (value->>'same_as')::integer,
        value->'error'->>'code', value->'error'->>'message'
      from jsonb_array_elements(p->'items') with ordinality;
  perform create_delivery(a.id, p->>'bulk_job_id', p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'bulk.submitted', p->>'bulk_job_id', p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'accepted');
end $$;

-- The lines of a bulk job that have not ended: those not taken up yet, and jobs under way.
create or replace function count_unfinished_lines(p_bulk text) returns integer language sql stable as $$
  select (select count(*) from jobs where bulk_job_id = p_bulk and status in ('queued', 'running'))::integer
    + (select count(*) from bulk_items i join jobs j on j.id = i.job_id
        where i.bulk_job_id = p_bulk and i.shared and j.status in ('queued', 'running'))::integer
$$;

-- How the lines of a bulk job stand. A line that repeats another counts as that one does.
create or replace function count_bulk_lines(p_bulk text, out completed integer, out partial integer, out failed integer, out rejected integer) language sql stable as $$
  select count(*) filter (where j.status = 'completed'), count(*) filter (where j.status = 'partial'),
      count(*) filter (where j.status = 'failed'), count(*) filter (where own.error_code is not null)
    from bulk_items i
      join bulk_items own on own.bulk_job_id = i.bulk_job_id and own.line = coalesce(i.same_as, i.line)
      left join jobs j on j.id = own.job_id
    where i.bulk_job_id = p_bulk
$$;

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
    v_room := least((p->>'chunk')::integer, (p->>'window')::integer - count_unfinished_lines(b.id));
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

-- Moves a bulk job whose lines have all ended to exporting; exactly one caller sees it move. outcome: moved, running, ended, unknown.
create or replace function advance_bulk_job(p_bulk text) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
  c record;
  v_unfinished integer;
begin
  select * into b from bulk_jobs where id = p_bulk for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if b.status not in ('accepted', 'running') then
    return jsonb_build_object('outcome', 'ended');
  end if;
  v_unfinished := count_unfinished_lines(b.id);
  if b.status = 'accepted' or b.next_line < b.total or v_unfinished > 0 then
    return jsonb_build_object('outcome', 'running', 'more', b.next_line < b.total, 'unfinished', v_unfinished);
  end if;
  select * into c from count_bulk_lines(b.id);
  update bulk_jobs set
      status = 'exporting', exporting_at = clock_timestamp(), updated_at = clock_timestamp(),
      completed = c.completed, partial = c.partial, failed = c.failed, rejected = c.rejected
    where id = b.id;
  return jsonb_build_object('outcome', 'moved');
end $$;

-- Bulk jobs that may have lost a message: quiet for p_quiet, longest first, each handed out once in that time.
create or replace function take_stale_bulk_jobs(p_quiet interval, p_limit integer) returns table (id text, status text) language sql as $$
  update bulk_jobs set updated_at = clock_timestamp()
    where bulk_jobs.id in (
      select s.id from bulk_jobs s
        where s.status in ('accepted', 'running', 'exporting') and s.updated_at < clock_timestamp() - p_quiet
          and (s.export_lease_until is null or s.export_lease_until < clock_timestamp())
        order by s.updated_at limit p_limit for update skip locked)
    returning bulk_jobs.id, bulk_jobs.status
$$;

-- Ends a bulk job, in the hands of its holder: deliveries are due and the email is pending. Returns the hints.
create or replace function finish_bulk_job(b bulk_jobs, p_status text, p_link_hours integer) returns jsonb language plpgsql as $$
begin
  update bulk_jobs set
      status = p_status, completed_at = clock_timestamp(), updated_at = clock_timestamp(), export_lease_until = null,
      exports_expire_at = case when p_status = 'completed' then date_trunc('milliseconds', clock_timestamp()) + make_interval(hours => p_link_hours) end
    where id = b.id returning * into b;
  perform create_email(b.account_id, case p_status when 'completed' then 'bulk_ready' else 'bulk_failed' end, b.id, jsonb_build_object(
    'bulk_job_id', b.id, 'total', b.total, 'completed', b.completed, 'partial', b.partial, 'failed', b.failed, 'rejected', b.rejected,
    'expires', floor(extract(epoch from b.exports_expire_at))::bigint));
  perform make_deliveries_due(b.id, 'bulk.' || p_status);
  return jsonb_build_object('hints', bulk_hints(b));
end $$;

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
      return jsonb_build_object('outcome', 'failed') || finish_bulk_job(b, 'failed', null);
    end if;
    update bulk_jobs set
        export_attempts = export_attempts + 1, export_token = p->>'token', updated_at = clock_timestamp(),
        export_lease_until = clock_timestamp() + make_interval(secs => (p->>'lease_seconds')::integer)
      where id = b.id returning * into b;
  end if;
  return jsonb_build_object('outcome', 'claimed', 'bulk_job', to_jsonb(b), 'tier', v_tier, 'attempt', b.export_attempts);
end $$;

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
    return jsonb_build_object('outcome', 'failed') || finish_bulk_job(b, 'failed', null);
  end if;
  return jsonb_build_object('outcome', 'released');
end $$;

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
    return jsonb_build_object('outcome', 'completed') || finish_bulk_job(b, 'completed', (p->>'link_hours')::integer);
  end if;
  return jsonb_build_object('outcome', 'completed', 'hints', bulk_hints(b));
end $$;
