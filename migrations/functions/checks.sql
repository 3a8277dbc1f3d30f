-- State machine of the table watched_names. The trigger allows only these changes of the status.
-- The caller passes the time of a check as "at", so that tests can use a faster clock. Readings of
-- domains are public facts and belong to no account.

create or replace trigger watched_names_transitions before update of status on watched_names
  for each row when (old.status is distinct from new.status)
  execute function refuse_transition('status',
    'paused>waiting',
    'waiting>leased',
    'suspected>leased',
    'leased>waiting',
    'leased>suspected',
    'waiting>paused',
    'suspected>paused',
    'leased>paused');

-- Number of monitors of an account. Larger numbers than 1,000 are returned as 1,000.
create or replace function count_monitors(p_account text) returns bigint language sql stable as $$
  select count(*) from (select 1 from monitors where account_id = p_account limit 1000) counted
$$;

-- Plans the next check of a domain after the monitor of p_account has changed. A check that is
-- already planned never becomes later. p_seconds contains the seconds of each cadence, for example
-- of "daily". From now on, the checks of the domain count for p_account or still for the same
-- account as before, whichever has fewer monitors. So an account with many monitors does not delay
-- an account with few.
create or replace function plan_checks(
  p_domain text, p_account text, p_seconds jsonb, p_at timestamptz
) returns void language plpgsql as $$
declare
  w watched_names;
  v_cadence integer;
  v_account text;
begin
  select * into w from watched_names where domain = p_domain for update;
  select min((p_seconds->>m.cadence)::integer) into v_cadence
    from monitors m where m.domain = p_domain and is_watching(m.status);
  if v_cadence is null then
    perform stop_checks(array[p_domain]);
    return;
  end if;
  select m.account_id into v_account from monitors m
    where m.domain = p_domain and is_watching(m.status)
    order by (m.account_id = p_account and w.turn_account_id = p_account) desc,
      (m.account_id in (w.turn_account_id, p_account)) desc,
      case when m.account_id in (w.turn_account_id, p_account)
        then count_monitors(m.account_id) end,
      m.id
    limit 1;
  update watched_names set
      status = case when status = 'paused' then 'waiting' else status end,
      cadence_seconds = v_cadence, turn_account_id = v_account,
      next_check_at = case
        when state is null then p_at
        else least(next_check_at, greatest(
          p_at, coalesce(last_checked_at, p_at) + make_interval(secs => v_cadence)))
      end
    where domain = p_domain;
end $$;

create or replace function watch_name(
  p_domain text, p_registrable text, p_account text, p_seconds jsonb, p_at timestamptz
) returns void language plpgsql as $$
begin
  insert into watched_names (domain, registrable_domain, turn_account_id)
    values (p_domain, p_registrable, p_account) on conflict do nothing;
  perform plan_checks(p_domain, p_account, p_seconds, p_at);
end $$;

-- Stops the checks of these domains. If a batch is reading one of them at this moment, the batch
-- stores nothing about it.
create or replace function stop_checks(p_domains text[]) returns void language sql as $$
  update watched_names set
      status = 'paused', cadence_seconds = null, next_check_at = null, batch_id = null,
      leased_until = null
    where domain = any (p_domains)
$$;

create or replace function stop_unwatched_checks(p_account text) returns void language sql as $$
  select stop_checks(array(
    select w.domain from watched_names w
      where w.turn_account_id = p_account and w.next_check_at is not null and not exists (
        select 1 from monitors m where m.domain = w.domain and is_watching(m.status))))
$$;

-- Ends the checks of an account for the domains of its first p_limit monitors. A domain that no
-- other account watches is deleted. Checks of another domain that counted for this account count
-- for one of the other accounts from now on.
create or replace function leave_watched_names(p_account text, p_limit integer) returns void
language plpgsql as $$
declare
  v_domains constant text[] := array(
    select domain from monitors
      where account_id = p_account and not sandbox order by id limit p_limit);
begin
  delete from watched_names w where w.domain = any (v_domains)
    and not exists (
      select 1 from monitors m where m.domain = w.domain and m.account_id <> p_account);
  update watched_names w set turn_account_id = (
      select m.account_id from monitors m
        where m.domain = w.domain and m.account_id <> p_account order by m.id limit 1)
    where w.domain = any (v_domains) and w.turn_account_id = p_account;
end $$;

create or replace function is_suspected(w watched_names) returns boolean
language sql immutable as $$
  select coalesce(w.state->'suspicions' <> '{}', false)
$$;

-- Leases due checks and returns their batches in order.
-- - The accounts take turns with one domain each. Suspected domains are the first of their account.
-- - Small accounts have at most small_max due checks each. At most names_max of their checks are
-- leased, in batches of their own, which run first.
-- - All other accounts together have at most large_max, so small accounts never wait for them.
-- - If at least half_full but fewer than full_names checks are due, none is leased until there are
-- full_names, or until no check runs and the oldest is wait_seconds late. So one statement serves
-- many domains.
create or replace function take_due_checks(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_running bigint;
  v_large bigint;
  v_batches text[];
begin
  select * into p from jsonb_to_record(input)
    as fields(at timestamptz, names_max integer, batch_max integer, small_max integer,
      large_max integer, lease_seconds integer, half_full integer, full_names integer,
      wait_seconds integer);
  select count(*), count(*) filter (where batch_id like 'chl%') into v_running, v_large
    from watched_names where batch_id is not null and leased_until >= p.at;
  with recursive turns as (
    (select turn_account_id as id from watched_names where next_check_at is not null
      order by turn_account_id limit 1)
    union all
    select (select w.turn_account_id from watched_names w
        where w.next_check_at is not null and w.turn_account_id > turns.id
        order by w.turn_account_id limit 1)
      from turns where turns.id is not null
  ), due as (
    select found.domain, found.next_check_at,
        row_number() over (
          partition by turns.id order by found.is_suspected desc, found.next_check_at) as turn,
        count(*) over (partition by turns.id) <= p.small_max as is_small
      from turns cross join lateral (
        (select w.domain, true as is_suspected, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and w.status = 'suspected' and w.next_check_at <= p.at
          order by w.next_check_at limit p.names_max)
        union all
        (select w.domain, false, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and w.status in ('waiting', 'leased')
            and w.next_check_at <= p.at and (w.leased_until is null or w.leased_until < p.at)
          order by w.next_check_at limit p.names_max)
      ) found
  ), waiting as (
    select count(*) as names, min(next_check_at) as oldest from due
  ), chosen as (
    select due.domain, due.is_small,
        row_number() over (
          partition by due.is_small order by due.turn, due.next_check_at) as place
      from due cross join waiting
      where waiting.names < p.half_full or waiting.names >= p.full_names
        or v_running = 0 and waiting.oldest <= p.at - make_interval(secs => p.wait_seconds)
  ), placed as (
    select domain, is_small, (place - 1) / p.batch_max as part
      from chosen
      where place <= case when is_small then p.names_max else p.large_max - v_large end
  ), batches as (
    select is_small, part, new_id(case when is_small then 'chk' else 'chl' end) as id
      from placed group by is_small, part
  ), taken as (
    update watched_names w set
        status = 'leased', batch_id = b.id,
        leased_until = p.at + make_interval(secs => p.lease_seconds)
      from placed join batches b using (is_small, part)
      where w.domain = placed.domain and w.status <> 'paused'
        and (w.leased_until is null or w.leased_until < p.at)
      returning b.id, b.is_small, b.part
  )
  select array_agg(id order by is_small desc, part) into v_batches
    from (select distinct id, is_small, part from taken) listed;
  return to_jsonb(coalesce(v_batches, '{}'));
end $$;

create or replace function take_monitor_work(input jsonb) returns jsonb language sql as $$
  select jsonb_build_object(
    'batches', take_due_checks(input),
    'has_ended_analyses', exists (
      select 1 from monitor_jobs w join jobs j on j.id = w.job_id
        where w.settled_at is null and j.status in ('completed', 'partial', 'failed')),
    'has_changes', exists (select 1 from name_changes where done_at is null),
    'has_due_analyses', exists (select 1 from monitors where next_analysis_at <= clock_timestamp()),
    'has_due_slots', exists (select 1 from monitor_slots where paid_until < clock_timestamp()),
    'has_due_emails', exists (select 1 from changes where mail = 'due'))
$$;

-- Returns the domains of a batch that are not read yet, and the RDAP servers that must not be asked
-- now. Domains with a suspected change come first.
create or replace function read_check_batch(p_batch text, p_at timestamptz) returns jsonb
language sql stable as $$
  select jsonb_build_object(
    'names', coalesce((
      select jsonb_agg(jsonb_build_object(
          'domain', w.domain, 'registrable_domain', w.registrable_domain,
          'cadence_seconds', w.cadence_seconds, 'state', w.state,
          'is_suspected', is_suspected(w), 'slow_read_at', w.slow_read_at,
          'unread_since', w.unread_since,
          'wants_certificate', exists (select 1 from monitors m
            where m.domain = w.domain and 'certificate_organization_changed' = any (m.watch)))
          order by is_suspected(w) desc, w.next_check_at)
        from watched_names w where w.batch_id = p_batch), '[]'),
    'pauses', coalesce((
      select jsonb_agg(jsonb_build_object(
          'host', r.host, 'paused_until', r.paused_until, 'refusals', r.refusals))
        from registry_pauses r where r.paused_until > p_at - interval '1 hour'), '[]'))
$$;

-- Stores the readings of a batch, and the changes that they confirm. A domain that the batch no
-- longer holds is left out, so a repeated call changes nothing. A domain without a reading remains
-- due.
create or replace function record_readings(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_domains text[];
  v_unread text[];
  v_changes integer;
begin
  select * into p from jsonb_to_record(input)
    as fields(batch_id text, at timestamptz, readings jsonb, pauses jsonb);
  with read as (
    select * from jsonb_to_recordset(p.readings)
      as fields(domain text, state jsonb, is_read boolean, is_slow_read boolean,
        next_check_at timestamptz, is_suspected boolean, change jsonb)
  ), stored as (
    update watched_names w set
        status = case when read.is_suspected then 'suspected' else 'waiting' end,
        state = coalesce(read.state, w.state), next_check_at = read.next_check_at,
        batch_id = null, leased_until = null,
        last_checked_at = case when read.is_read then p.at else w.last_checked_at end,
        unread_since = case when not read.is_read then coalesce(w.unread_since, p.at) end,
        slow_read_at = case when read.is_slow_read then p.at else w.slow_read_at end
      from read where w.domain = read.domain and w.batch_id = p.batch_id
      returning w.domain, w.unread_since, read.change
  ), confirmed as (
    insert into name_changes (id, domain, change, created_at)
      select new_id('nch'), domain, change, p.at
        from stored where jsonb_typeof(change) = 'object'
      returning domain
  )
  select array_agg(domain) filter (where unread_since is null),
      array_agg(domain) filter (where unread_since < p.at - interval '7 days'),
      (select count(*) from confirmed)
    into v_domains, v_unread, v_changes from stored;
  update watched_names w set
      status = case when is_suspected(w) then 'suspected' else 'waiting' end,
      batch_id = null, leased_until = null
    where batch_id = p.batch_id;
  perform resume_monitorable(v_domains);
  if v_unread is not null then
    perform report_unmonitorable(v_unread);
  end if;
  insert into registry_pauses (host, paused_until, refusals)
    select host, paused_until, refusals
      from jsonb_to_recordset(p.pauses)
        as fields(host text, paused_until timestamptz, refusals integer)
    on conflict (host) do update set
      paused_until = greatest(registry_pauses.paused_until, excluded.paused_until),
      refusals = excluded.refusals;
  return jsonb_build_object('changes', v_changes);
end $$;
