-- Lists: several analyses taken in at once, bulk jobs fed, watched, exported. As everywhere, one call is one statement, safe to repeat
-- when the reply was lost; lock order: the account's row, then the bulk job's, then jobs.

-- Takes in several analyses, each for itself: one refused does not touch the others. Returns what submit_job says of each, in order.
create function submit_jobs(p jsonb) returns jsonb language plpgsql as $$
declare
  v_job jsonb;
  v_answers jsonb := '[]';
begin
  for v_job in select value from jsonb_array_elements(p->'jobs') with ordinality order by ordinality loop
    v_answers := v_answers || jsonb_build_array(submit_job(v_job));
  end loop;
  return v_answers;
end $$;
--> statement-breakpoint
-- Ends jobs of one account that could not be started, with their charges given back. Returns those that have failed now, and how many
-- charges were given back; one that ran all the same is not among them.
create function fail_jobs(p jsonb) returns jsonb language plpgsql as $$
declare
  v_id text;
  v_failed jsonb;
  v_refunded integer;
begin
  perform 1 from accounts where id = p->>'account_id' for no key update;
  for v_id in select j.id from jobs j where j.account_id = p->>'account_id' and j.id in (select jsonb_array_elements_text(p->'job_ids')) order by j.id loop
    perform finish_job(jsonb_build_object('job_id', v_id, 'status', 'failed', 'error', p->'error'));
  end loop;
  select coalesce(jsonb_agg(j.id), '[]'), count(c.subject) into v_failed, v_refunded
    from jobs j left join charges c on c.subject = 'job:' || j.id and c.state = 'refunded'
    where j.account_id = p->>'account_id' and j.id in (select jsonb_array_elements_text(p->'job_ids')) and j.status = 'failed';
  return jsonb_build_object('failed', v_failed, 'refunded', v_refunded);
end $$;
--> statement-breakpoint
-- Owes an account a mail, once for each key. Returns the outbox row's id, null when it was owed before.
create function owe_email(p_account text, p_template text, p_key text, p_payload jsonb) returns bigint language sql as $$
  insert into outbox (topic, dedupe, account_id, payload)
    values ('email', 'email:' || p_template || ':' || p_key, p_account, p_payload || jsonb_build_object('template', p_template))
    on conflict (dedupe) do nothing returning id
$$;
--> statement-breakpoint
-- Stores a list with all its lines. outcome: accepted (again too), closed.
create function open_bulk_job(p jsonb) returns jsonb language plpgsql as $$
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
  perform owe_delivery(a.id, p->>'bulk_job_id', p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'bulk.submitted', p->>'bulk_job_id', p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'accepted');
end $$;
--> statement-breakpoint
-- The lines of a bulk job that have not ended: those not taken up yet, and jobs under way.
create function bulk_unfinished(p_bulk text) returns integer language sql stable as $$
  select (select count(*) from jobs where bulk_job_id = p_bulk and status in ('queued', 'running'))::integer
    + (select count(*) from bulk_items i join jobs j on j.id = i.job_id
        where i.bulk_job_id = p_bulk and i.shared and j.status in ('queued', 'running'))::integer
$$;
--> statement-breakpoint
-- Takes up the next lines of a bulk job, at most p.chunk of them and so that at most p.window jobs are under way: each is covered and
-- inserted, or refused by itself. The same p.token again gives the same answer. outcome: fed, full, ended, unknown.
create function feed_bulk_job(p jsonb) returns jsonb language plpgsql as $$
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
  return jsonb_build_object('outcome', 'fed', 'job_ids', v_ids, 'settled', v_settled, 'more', b.next_line < b.total);
end $$;
--> statement-breakpoint
-- How the lines of a bulk job stand. A line that repeats another counts as that one does.
create function bulk_counts(p_bulk text, out completed integer, out partial integer, out failed integer, out rejected integer) language sql stable as $$
  select count(*) filter (where j.status = 'completed'), count(*) filter (where j.status = 'partial'),
      count(*) filter (where j.status = 'failed'), count(*) filter (where own.error_code is not null)
    from bulk_items i
      join bulk_items own on own.bulk_job_id = i.bulk_job_id and own.line = coalesce(i.same_as, i.line)
      left join jobs j on j.id = own.job_id
    where i.bulk_job_id = p_bulk
$$;
--> statement-breakpoint
-- Moves a bulk job whose lines have all ended to exporting; exactly one caller sees it move. outcome: moved, running, ended, unknown.
create function advance_bulk_job(p_bulk text) returns jsonb language plpgsql as $$
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
  v_unfinished := bulk_unfinished(b.id);
  if b.status = 'accepted' or b.next_line < b.total or v_unfinished > 0 then
    return jsonb_build_object('outcome', 'running', 'more', b.next_line < b.total, 'unfinished', v_unfinished);
  end if;
  select * into c from bulk_counts(b.id);
  update bulk_jobs set
      status = 'exporting', exporting_at = clock_timestamp(), updated_at = clock_timestamp(),
      completed = c.completed, partial = c.partial, failed = c.failed, rejected = c.rejected
    where id = b.id;
  return jsonb_build_object('outcome', 'moved');
end $$;
--> statement-breakpoint
-- Bulk jobs that may have lost a message: quiet for p_quiet, longest first, each handed out once in that time.
create function take_stale_bulk_jobs(p_quiet interval, p_limit integer) returns table (id text, status text) language sql as $$
  update bulk_jobs set updated_at = clock_timestamp()
    where bulk_jobs.id in (
      select s.id from bulk_jobs s
        where s.status in ('accepted', 'running', 'exporting') and s.updated_at < clock_timestamp() - p_quiet
          and (s.export_lease_until is null or s.export_lease_until < clock_timestamp())
        order by s.updated_at limit p_limit for update skip locked)
    returning bulk_jobs.id, bulk_jobs.status
$$;
--> statement-breakpoint
-- Ends a bulk job, in its holder's hands: the callback is due and the mail owed. Returns what must be announced.
create function end_bulk_job(b bulk_jobs, p_status text, p_link_hours integer) returns jsonb language plpgsql as $$
declare
  v_mail bigint;
  v_due jsonb;
begin
  update bulk_jobs set
      status = p_status, completed_at = clock_timestamp(), updated_at = clock_timestamp(), export_lease_until = null,
      exports_expire_at = case when p_status = 'completed' then date_trunc('milliseconds', clock_timestamp()) + make_interval(hours => p_link_hours) end
    where id = b.id returning * into b;
  v_mail := owe_email(b.account_id, case p_status when 'completed' then 'bulk_ready' else 'bulk_failed' end, b.id, jsonb_build_object(
    'bulk_job_id', b.id, 'total', b.total, 'completed', b.completed, 'partial', b.partial, 'failed', b.failed, 'rejected', b.rejected,
    'expires', floor(extract(epoch from b.exports_expire_at))::bigint));
  with due as (
    update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'bulk.' || p_status
      where subject_id = b.id and state = 'pending' and next_attempt_at is null returning id
  )
  select coalesce(jsonb_agg(id), '[]') into v_due from due;
  return jsonb_build_object('deliveries', v_due, 'mail', v_mail);
end $$;
--> statement-breakpoint
-- Gives the export of a bulk job to the holder of p.token for p.lease_seconds. After p.attempts_max attempts, or when the account is
-- closed, the job has failed.
-- outcome: claimed, held, failed (with what to announce), ended, unknown.
create function claim_bulk_export(p jsonb) returns jsonb language plpgsql as $$
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
    return jsonb_build_object('outcome', 'ended');
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
-- Gives an export back that did not succeed; the last attempt ends the bulk job as failed. outcome: released, failed, lost.
create function release_bulk_export(p jsonb) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
begin
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if not found or b.status <> 'exporting' or b.export_token is distinct from p->>'token' then
    return jsonb_build_object('outcome', 'lost');
  end if;
  update bulk_jobs set export_lease_until = null, export_error = p->>'because', updated_at = clock_timestamp() where id = b.id returning * into b;
  if b.export_attempts >= (p->>'attempts_max')::integer then
    return jsonb_build_object('outcome', 'failed') || end_bulk_job(b, 'failed', null);
  end if;
  return jsonb_build_object('outcome', 'released');
end $$;
--> statement-breakpoint
-- Ends a bulk job whose files lie ready, once: only the holder of the claim can. outcome: completed (again too), lost.
create function complete_bulk_export(p jsonb) returns jsonb language plpgsql as $$
declare
  b bulk_jobs;
begin
  select * into b from bulk_jobs where id = p->>'bulk_job_id' for update;
  if not found or b.export_token is distinct from p->>'token' or b.status not in ('exporting', 'completed') then
    return jsonb_build_object('outcome', 'lost');
  end if;
  if b.status = 'exporting' then
    return jsonb_build_object('outcome', 'completed') || end_bulk_job(b, 'completed', (p->>'link_hours')::integer);
  end if;
  return jsonb_build_object('outcome', 'completed', 'deliveries', (
      select coalesce(jsonb_agg(id), '[]') from webhook_deliveries where subject_id = b.id and state = 'pending' and attempts = 0),
    'mail', (select id from outbox where dedupe = 'email:bulk_ready:' || b.id and sent_at is null));
end $$;
--> statement-breakpoint
-- A mail that is to be sent, with whom it is for; never what the account does not want or what was sent. outcome: send, not_wanted, sent, unknown.
create function read_email(p_id bigint) returns jsonb language plpgsql stable as $$
declare
  o outbox;
  a accounts;
begin
  select * into o from outbox where id = p_id and topic = 'email';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if o.sent_at is not null then
    return jsonb_build_object('outcome', 'sent');
  end if;
  select * into a from accounts where id = o.account_id;
  if not found or a.closed_at is not null or a.email is null
      or (o.payload->>'template' = 'digest' and not a.digest_enabled)
      or (o.payload->>'template' in ('welcome', 'quota_80', 'quota_100') and not a.lifecycle_enabled) then
    return jsonb_build_object('outcome', 'not_wanted');
  end if;
  return jsonb_build_object('outcome', 'send', 'key', o.dedupe, 'account_id', a.id, 'to', a.email, 'name', a.name, 'payload', o.payload);
end $$;
--> statement-breakpoint
-- Switches one kind of mail off. True when the account is there, however often it is asked.
create function unsubscribe_email(p_account text, p_kind text) returns boolean language plpgsql as $$
begin
  update accounts set
      digest_enabled = digest_enabled and p_kind <> 'digest', lifecycle_enabled = lifecycle_enabled and p_kind <> 'lifecycle'
    where id = p_account and closed_at is null;
  return found;
end $$;
--> statement-breakpoint
-- A greeting to whoever signs in for the first time: an account that a request opened.
create function owe_welcome() returns trigger language plpgsql as $$
begin
  perform owe_email(new.account_id, 'welcome', new.account_id, '{}');
  return null;
end $$;
--> statement-breakpoint
create trigger audit_entries_owe_welcome after insert on audit_entries for each row
  when (new.action = 'account.opened' and new.request_id is not null) execute function owe_welcome();
--> statement-breakpoint
-- Tells an account once a month and quota that most of it is used, and once that all of it is. The mail carries what was true then.
create function owe_quota_mail() returns trigger language plpgsql as $$
declare
  v_template text;
begin
  if new.quota_used >= new.quota and old.quota_used < new.quota then
    v_template := 'quota_100';
  elsif new.quota_used * 5 >= new.quota * 4 and old.quota_used * 5 < new.quota * 4 then
    v_template := 'quota_80';
  else
    return null;
  end if;
  perform owe_email(new.account_id, v_template, new.account_id || ':' || new.period_start || ':' || new.quota, jsonb_build_object(
    'used', new.quota_used, 'quota', new.quota, 'period_start', new.period_start));
  return null;
end $$;
--> statement-breakpoint
create trigger usage_periods_owe_quota_mail after update of quota_used on usage_periods for each row
  when (new.quota > 0 and new.quota_used > old.quota_used) execute function owe_quota_mail();
--> statement-breakpoint
-- Owes the weekly digest to accounts after p.after, at most p.limit of them, that analysed anything in the week before p.until: what,
-- and which of the domains they ever analysed has since been attributed to somebody else. Returns the last account looked at, null at the
-- end; that a week has come to its end is noted in the outbox, and then it is not looked at again.
create function owe_digests(p jsonb) returns jsonb language plpgsql as $$
declare
  v_until constant timestamptz := p->>'until';
  v_since constant timestamptz := v_until - interval '7 days';
  v_account text;
  v_last text;
  v_seen integer := 0;
  v_owed integer := 0;
  v_domains jsonb;
  v_changes jsonb;
  v_counts record;
begin
  if exists (select 1 from outbox where dedupe = 'digest_week:' || (p->>'week')) then
    return jsonb_build_object('last', null, 'owed', 0);
  end if;
  for v_account in
    select id from accounts where id > coalesce(p->>'after', '') and closed_at is null and digest_enabled and email is not null
      order by id limit (p->>'limit')::integer
  loop
    v_seen := v_seen + 1;
    v_last := v_account;
    select count(*) as total, count(*) filter (where newest.outcome = 'attributed') as attributed into v_counts from (
      select distinct on (domain) outcome from jobs
        where account_id = v_account and completed_at >= v_since and completed_at < v_until and status in ('completed', 'partial') and not sandbox
        order by domain, completed_at desc) newest;
    select coalesce(jsonb_agg(jsonb_build_object('domain', domain, 'entity', entity) order by at desc), '[]') into v_domains from (
      select domain, (array_agg(entity order by completed_at desc))[1] as entity, max(completed_at) as at from jobs
        where account_id = v_account and completed_at >= v_since and completed_at < v_until and status in ('completed', 'partial') and not sandbox
        group by domain order by 3 desc limit 10) listed;
    select coalesce(jsonb_agg(jsonb_build_object('domain', domain, 'from', was, 'to', now)), '[]') into v_changes from (
      select known.domain, known.entity as was, latest.entity as now
        from (
          select distinct on (j.domain) j.domain, r.entity, r.entity_id from jobs j join domain_runs r on r.job_id = j.id
            where j.account_id = v_account and r.analyzed_at < v_since order by j.domain, j.id desc limit 5000
        ) known
        join lateral (
          select r.entity, r.entity_id from domain_runs r
            where r.domain = known.domain and r.analyzed_at >= v_since and r.analyzed_at < v_until order by r.analyzed_at desc limit 1
        ) latest on latest.entity_id is distinct from known.entity_id and latest.entity is not null and known.entity is not null
        order by known.domain limit 20) moved;
    if v_counts.total > 0 or jsonb_array_length(v_changes) > 0 then
      v_owed := v_owed + (owe_email(v_account, 'digest', v_account || ':' || (p->>'week'), jsonb_build_object(
        'week', p->>'week', 'analyzed', v_counts.total, 'attributed', v_counts.attributed, 'domains', v_domains, 'changes', v_changes)) is not null)::integer;
    end if;
  end loop;
  if v_seen < (p->>'limit')::integer then
    insert into outbox (topic, dedupe, payload, sent_at) values ('digest_week', 'digest_week:' || (p->>'week'), '{}', clock_timestamp())
      on conflict (dedupe) do nothing;
  end if;
  return jsonb_build_object('last', case when v_seen = (p->>'limit')::integer then v_last end, 'owed', v_owed);
end $$;
