-- Each function of this file deletes a limited number of rows and skips rows that another process
-- has locked. The caller repeats the call while "more" is true. After a crash, the next call
-- continues.

-- Deletes at most p_limit expired rows of each table: sent outbox rows, counted actions of rate
-- limits, amounts used per day, stored responses of Idempotency-Keys, subdomains, reverse WHOIS
-- results, webhook secrets that sign no longer, shares, and the used quota of mailboxes in earlier
-- months.
create or replace function delete_expired_rows(p_limit integer, out deleted integer,
  out more boolean)
language plpgsql as $$
declare
  -- The time is stored in a variable, because Postgres uses no index for a comparison with
  -- clock_timestamp().
  v_now constant timestamptz := clock_timestamp();
begin
  delete from mailbox_usage where period_start < current_month();
  with old_outbox_rows as (
    delete from outbox where id in (
      select id from outbox where sent_at < v_now - interval '30 days' limit p_limit)
    returning 'outbox row' as kind
  ), old_permits as (
    delete from permits where id in (
      select id from permits where taken_at < v_now - interval '1 day' limit p_limit)
    returning 'permit' as kind
  ), old_daily_uses as (
    delete from daily_uses where ctid in (
      select ctid from daily_uses where day < (v_now at time zone 'UTC')::date - 2 limit p_limit)
    returning 'daily use' as kind
  ), old_answers as (
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys
        where created_at < v_now - interval '24 hours' and lease_until < v_now limit p_limit)
    returning 'answer' as kind
  ), old_subdomains as (
    delete from subdomain_enumerations where ctid in (
      select ctid from subdomain_enumerations where expires_at < v_now limit p_limit)
    returning 'subdomains' as kind
  ), old_portfolios as (
    delete from portfolios where ctid in (
      select ctid from portfolios where fetched_at < v_now - interval '180 days' limit p_limit)
    returning 'portfolio' as kind
  ), old_sessions as (
    delete from sessions where id in (select id from sessions where expires_at < v_now
      limit p_limit)
    returning 'session' as kind
  ), old_secrets as (
    update accounts set webhook_secret_before_sealed = null, webhook_secret_before_until = null
      where id in (
        select id from accounts where webhook_secret_before_until < v_now limit p_limit)
    returning 'webhook secret' as kind
  ), old_shares as (
    delete from shares where id in (select id from shares where expires_at < v_now limit p_limit)
    returning 'share' as kind
  ), counts as (
    select count(*) as rows from (
      table old_outbox_rows union all table old_permits union all table old_daily_uses
        union all table old_answers
      union all table old_subdomains union all table old_portfolios
      union all table old_sessions union all table old_secrets union all table old_shares
    ) old group by kind
  )
  select coalesce(sum(rows), 0), coalesce(bool_or(rows = p_limit), false) into deleted, more
    from counts;
end $$;

-- Returns true if a delivery of the subject may still be attempted. The condition on the state is
-- not in the where clause: Postgres could then read all open deliveries instead of those of
-- p_subject.
create or replace function has_open_delivery(p_subject text) returns boolean
language plpgsql stable as $$
begin
  return coalesce((
    select bool_or(state not in ('delivered', 'dead_lettered'))
      from webhook_deliveries where subject_id = p_subject), false);
end $$;

-- Deletes the ended deliveries of subjects, with the log of their attempts. Returns the ids of
-- p_subjects that have no delivery left; the caller deletes only these subjects. If a customer has
-- just made a delivery due again, it is kept.
create or replace function delete_deliveries(p_subjects text[]) returns text[]
language plpgsql as $$
begin
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries
      where subject_id = any (p_subjects) and state in ('delivered', 'dead_lettered')
      for update skip locked);
  return array(
    select subject.id from unnest(p_subjects) subject(id)
      where subject.id not in (
        select d.subject_id from webhook_deliveries d where d.subject_id = any (p_subjects)));
end $$;

-- The row of a list is the only record of its export files, so a list with such files must be kept
-- until they are deleted.
create or replace function has_export_files(b bulk_jobs) returns boolean language sql immutable
  as $$
  select b.exports_purged_at is null and (b.status <> 'completed'
    or b.exports_expire_at is not null)
$$;

-- Deletes the lines of old lists that have no analysis of their own: lines with an error, stopped
-- lines and sandbox lines. Handles at most "lists" lists that ended more than "days" days ago. A
-- list that has no other lines is deleted too. Stops after about "lines" lines.
create or replace function delete_refused_lines(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_before timestamptz;
  v_id text;
  v_lists integer := 0;
  v_lines integer := 0;
  v_deleted integer;
begin
  select * into p from jsonb_to_record(input) as fields(days integer, lists integer, lines integer);
  v_before := clock_timestamp() - make_interval(days => p.days);
  for v_id in
    select b.id from bulk_jobs b
      where b.completed_at < v_before and b.refused_lines_deleted_at is null
        and not has_export_files(b) and not has_open_delivery(b.id)
      order by b.completed_at limit p.lists for update skip locked
  loop
    v_lists := v_lists + 1;
    delete from bulk_items i using bulk_items own
      where i.bulk_job_id = v_id and own.bulk_job_id = v_id
        and own.line = coalesce(i.same_as, i.line)
        and (own.error_code is not null or own.stopped or own.sandbox is not null);
    get diagnostics v_deleted = row_count;
    v_lines := v_lines + v_deleted;
    -- min() reads the primary key. With "exists", Postgres expects to find a line early and could
    -- read the whole table.
    if (select min(line) from bulk_items where bulk_job_id = v_id) is not null then
      update bulk_jobs set refused_lines_deleted_at = clock_timestamp() where id = v_id;
    elsif cardinality(delete_deliveries(array[v_id])) = 1 then
      delete from bulk_jobs where id = v_id;
    end if;
    exit when v_lines >= p.lines;
  end loop;
  return jsonb_build_object('deleted', v_lines, 'more', v_lists = p.lists or v_lines >= p.lines);
end $$;

-- Deletes at most "lists" lists that ended more than "days" days ago, with their lines and webhook
-- deliveries. Their jobs are kept. Stops after about "lines" lines.
create or replace function delete_old_bulk_jobs(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_before timestamptz;
  v_id text;
  v_lists integer := 0;
  v_lines integer := 0;
  v_deleted integer;
begin
  select * into p from jsonb_to_record(input) as fields(days integer, lists integer, lines integer);
  v_before := clock_timestamp() - make_interval(days => p.days);
  for v_id in
    select b.id from bulk_jobs b
      where b.completed_at < v_before and not has_export_files(b) and not has_open_delivery(b.id)
      order by b.completed_at limit p.lists for update skip locked
  loop
    v_lists := v_lists + 1;
    continue when cardinality(delete_deliveries(array[v_id])) = 0;
    delete from bulk_items where bulk_job_id = v_id;
    get diagnostics v_deleted = row_count;
    v_lines := v_lines + v_deleted;
    delete from bulk_jobs where id = v_id;
    exit when v_lines >= p.lines;
  end loop;
  return jsonb_build_object('deleted', v_lines, 'more', v_lists = p.lists or v_lines >= p.lines);
end $$;

-- Deletes at most 2 × "limit" correlations with their webhook deliveries: those that ended more
-- than "days" days ago, and those of only sandbox domains after sandbox_days. The query finds the
-- latter by their price, because no other correlation costs 0 credits. Jobs are kept.
create or replace function delete_old_correlations(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_before timestamptz;
  v_sandbox_before timestamptz;
  v_old text[];
  v_sandbox text[];
  v_deletable text[];
begin
  select * into p from jsonb_to_record(input)
    as fields(days integer, sandbox_days integer, "limit" integer);
  v_before := clock_timestamp() - make_interval(days => p.days);
  v_sandbox_before := clock_timestamp() - make_interval(days => p.sandbox_days);
  v_old := array(
    select k.id from correlations k where k.completed_at < v_before and not has_open_delivery(k.id)
      order by k.completed_at limit p.limit for update skip locked);
  v_sandbox := array(
    select k.id from correlations k
      where k.credits_charged = 0 and k.completed_at < v_sandbox_before
        and not has_open_delivery(k.id)
      order by k.completed_at limit p.limit for update skip locked);
  v_deletable := delete_deliveries(v_old || v_sandbox);
  delete from correlation_items where correlation_id = any (v_deletable);
  delete from correlations where id = any (v_deletable);
  return jsonb_build_object('deleted', cardinality(v_deletable),
    'more', cardinality(v_old) = p.limit or cardinality(v_sandbox) = p.limit);
end $$;

-- Deletes at most "limit" jobs that ended more than "days" days ago, with their results, webhook
-- deliveries and feedback. With "sandbox", deletes only sandbox jobs, and their certificates too;
-- otherwise only the other jobs, whose certificates are kept. Charges and the history of the domain
-- are kept. A job is kept while a list or correlation shows it or an unfinished correlation uses
-- it. It is kept for ever if accepted feedback needs its evidence.
create or replace function delete_old_jobs(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_before timestamptz;
  v_in_use text[];
  v_old text[];
  v_deletable text[];
begin
  select * into p from jsonb_to_record(input)
    as fields(sandbox boolean, days integer, "limit" integer);
  v_before := clock_timestamp() - make_interval(days => p.days);
  v_in_use := array(
    select i.job_id from correlations k join correlation_items i on i.correlation_id = k.id
      where k.status = 'running' and i.job_id is not null);
  v_old := array(
    select j.id from jobs j
      where j.sandbox = p.sandbox and j.completed_at < v_before and j.id <> all (v_in_use)
        and not exists (
          select 1 from bulk_jobs b where b.id = j.bulk_job_id
            and (b.refused_lines_deleted_at is null or not p.sandbox))
        and not exists (select 1 from bulk_items i where i.shared and i.job_id = j.id)
        and not exists (select 1 from correlations k where k.id = j.correlation_id)
        and not exists (select 1 from feedback f where f.job_id = j.id and f.status = 'accepted'
          and not f.sandbox)
        and not has_open_delivery(j.id)
      order by j.completed_at limit p.limit for update skip locked);
  v_deletable := delete_deliveries(v_old);
  delete from job_results where job_id = any (v_deletable);
  delete from job_warnings w using jobs j, jsonb_to_recordset(j.warnings) as warning(kind text)
    where j.id = any (v_deletable)
      and w.account_id = j.account_id and w.kind = warning.kind and w.job_id = j.id;
  if p.sandbox then
    delete from certificates where job_id = any (v_deletable);
  end if;
  with old_feedback as (
    delete from feedback where job_id = any (v_deletable) returning id
  )
  delete from webhook_deliveries d using old_feedback f where d.subject_id = f.id;
  delete from jobs where id = any (v_deletable);
  return jsonb_build_object('deleted', cardinality(v_deletable), 'more',
    cardinality(v_old) = p.limit);
end $$;

-- Deletes records older than "days" days, at most "limit" per table: audit entries, questions to
-- language models, handled Stripe events, revoked API keys and deleted LLM keys. A revoked
-- playground key is deleted after playground_days, because a customer can create many of them.
create or replace function delete_old_records(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_before timestamptz;
  v_playground_before timestamptz;
  v_answer jsonb;
begin
  select * into p from jsonb_to_record(input)
    as fields(days integer, playground_days integer, "limit" integer);
  v_before := clock_timestamp() - make_interval(days => p.days);
  v_playground_before := clock_timestamp() - make_interval(days => p.playground_days);
  with old_audit_entries as (
    delete from audit_entries where id in (
      select id from audit_entries where created_at < v_before
        order by created_at limit p.limit for update skip locked)
    returning 'audit entry' as kind
  ), old_llm_uses as (
    delete from llm_uses where id in (
      select id from llm_uses where created_at < v_before
        order by created_at limit p.limit for update skip locked)
    returning 'llm use' as kind
  ), old_stripe_events as (
    delete from stripe_events where id in (
      select id from stripe_events where handled_at < v_before
        order by handled_at limit p.limit for update skip locked)
    returning 'stripe event' as kind
  ), old_api_keys as (
    delete from api_keys where id in (
      select id from api_keys
        where revoked_at < v_playground_before and (kind = 'playground' or revoked_at < v_before)
        order by revoked_at limit p.limit for update skip locked)
    returning 'api key' as kind
  ), old_llm_keys as (
    delete from llm_keys where id in (
      select id from llm_keys where deleted_at < v_before
        order by deleted_at limit p.limit for update skip locked)
    returning 'llm key' as kind
  ), counts as (
    select count(*) as rows from (
      table old_audit_entries union all table old_llm_uses union all table old_stripe_events
      union all table old_api_keys union all table old_llm_keys
    ) old group by kind
  )
  select jsonb_build_object('deleted', coalesce(sum(rows), 0), 'more',
    coalesce(bool_or(rows = p.limit), false))
    into v_answer from counts;
  return v_answer;
end $$;

-- Deletes changes older than "days" days with their webhook deliveries, and old data of checks:
-- changes that all monitors know, analyses that monitors have judged, ended pauses of RDAP servers,
-- and domains that nobody watches any more. Deletes at most "limit" rows per table.
create or replace function delete_old_changes(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_now constant timestamptz := clock_timestamp();
  v_old text[];
  v_answer jsonb;
begin
  select * into p from jsonb_to_record(input) as fields(days integer, "limit" integer);
  v_old := array(
    select c.id from changes c
      where c.created_at < v_now - make_interval(days => p.days) and not has_open_delivery(c.id)
      order by c.created_at limit p.limit for update skip locked);
  with old_changes as (
    delete from changes where id = any (delete_deliveries(v_old)) returning 'change' as kind
  ), old_name_changes as (
    delete from name_changes where id in (
      select id from name_changes where done_at < v_now - interval '30 days' limit p.limit)
    returning 'name change' as kind
  ), old_monitor_jobs as (
    delete from monitor_jobs where ctid in (
      select ctid from monitor_jobs where settled_at < v_now - interval '30 days' limit p.limit)
    returning 'monitor job' as kind
  ), unwatched_names as (
    delete from watched_names where domain in (
      select w.domain from watched_names w
        where not exists (select 1 from monitors m where m.domain = w.domain) limit p.limit)
    returning 'name' as kind
  ), counts as (
    select count(*) as rows from (
      table old_changes union all table old_name_changes union all table old_monitor_jobs
      union all table unwatched_names
    ) old group by kind
  )
  select jsonb_build_object('deleted', coalesce(sum(rows), 0), 'more',
    coalesce(bool_or(rows = p.limit), false))
    into v_answer from counts;
  return v_answer;
end $$;
