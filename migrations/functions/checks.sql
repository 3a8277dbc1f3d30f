-- Checks of watched domains. The times of checks come from the caller as "at", so that a clock that
-- runs faster can try them. Readings are public facts and belong to no account.

-- Returns the number of an account's monitors, counted up to 1,000.
create or replace function count_monitors(p_account text) returns bigint language sql stable as $$
  select count(*) from (select 1 from monitors where account_id = p_account limit 1000) counted
$$;

-- Plans the checks of a domain after the monitor of p_account has changed: at the shortest cadence
-- of all active monitors, or never without one. A planned check is never delayed. p_seconds
-- contains the seconds of each cadence. The domain gets its turns with the account that has fewer
-- monitors, so that a large account does not delay a small one.
create or replace function plan_checks(p_domain text, p_account text, p_seconds jsonb, p_at timestamptz) returns void
language plpgsql as $$
declare
  w watched_names;
  v_cadence integer;
  v_account text;
begin
  select * into w from watched_names where domain = p_domain for update;
  select min((p_seconds->>m.cadence)::integer) into v_cadence
    from monitors m where m.domain = p_domain and m.status <> 'paused';
  select m.account_id into v_account from monitors m
    where m.domain = p_domain and m.status <> 'paused' and m.account_id = p_account and w.turn_account_id = p_account;
  if v_account is null then
    select m.account_id into v_account from monitors m
      where m.domain = p_domain and m.status <> 'paused' and m.account_id in (w.turn_account_id, p_account)
      order by count_monitors(m.account_id), m.id limit 1;
  end if;
  if v_account is null then
    select m.account_id into v_account from monitors m
      where m.domain = p_domain and m.status <> 'paused' order by m.id limit 1;
  end if;
  update watched_names set
      cadence_seconds = v_cadence,
      turn_account_id = coalesce(v_account, turn_account_id),
      next_check_at = case
        when v_cadence is null then null
        when state is null then p_at
        else least(next_check_at, greatest(p_at, coalesce(last_checked_at, p_at) + make_interval(secs => v_cadence)))
      end
    where domain = p_domain;
end $$;

-- Ends the checks of the domains that only an account watches, of its first p_limit monitors. The
-- other domains are checked in the turn of another account that watches them.
create or replace function leave_watched_names(p_account text, p_limit integer) returns void language plpgsql as $$
declare
  v_domains constant text[] := array(
    select domain from monitors where account_id = p_account and not sandbox order by id limit p_limit);
begin
  delete from watched_names w where w.domain = any (v_domains)
    and not exists (select 1 from monitors m where m.domain = w.domain and m.account_id <> p_account);
  update watched_names w set turn_account_id = (
      select m.account_id from monitors m where m.domain = w.domain and m.account_id <> p_account order by m.id limit 1)
    where w.domain = any (v_domains) and w.turn_account_id = p_account;
end $$;

-- Chooses due checks, at most names_max. Second readings of suspicions come first, then one domain
-- of each account after the other. The domains of accounts with at most small_max due checks are in
-- batches of their own, which run first. All other accounts together get at most large_max with
-- those that still run, so that these batches end before the next minute and a small account never
-- waits for a large one. From half_full to below full_names, checks wait for more while others run,
-- or until the oldest is wait_seconds late, so that a statement serves many domains. A batch whose
-- lease has ended is chosen again. Returns the ids of the batches, of at most batch_max domains
-- each, in order.
create or replace function take_due_checks(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_running bigint;
  v_large bigint;
  v_batches text[];
begin
  select * into p from jsonb_to_record(input)
    as fields(at timestamptz, names_max integer, batch_max integer, small_max integer, large_max integer,
      lease_seconds integer, half_full integer, full_names integer, wait_seconds integer);
  select count(*), count(*) filter (where batch_id like 'chl%') into v_running, v_large
    from watched_names where batch_id is not null and leased_until >= p.at;
  with recursive turns as (
    (select turn_account_id as id from watched_names where next_check_at is not null
      order by turn_account_id limit 1)
    union all
    select (select w.turn_account_id from watched_names w
        where w.next_check_at is not null and w.turn_account_id > turns.id order by w.turn_account_id limit 1)
      from turns where turns.id is not null
  ), due as (
    select found.domain, found.is_confirmation, found.next_check_at, turns.id as account_id,
        row_number() over (partition by turns.id order by found.is_confirmation desc, found.next_check_at) as turn,
        count(*) over (partition by turns.id) <= p.small_max as is_small
      from turns cross join lateral (
        (select w.domain, w.is_confirmation, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and w.is_confirmation and w.next_check_at <= p.at
            and (w.leased_until is null or w.leased_until < p.at)
          order by w.next_check_at limit p.names_max)
        union all
        (select w.domain, w.is_confirmation, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and not w.is_confirmation and w.next_check_at <= p.at
            and (w.leased_until is null or w.leased_until < p.at)
          order by w.next_check_at limit p.names_max)
      ) found
  ), waiting as (
    select count(*) as names, min(next_check_at) as oldest from due
  ), chosen as (
    select due.domain, due.is_small,
        row_number() over (partition by due.is_small order by due.turn, due.next_check_at) as place
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
    update watched_names w set batch_id = b.id, leased_until = p.at + make_interval(secs => p.lease_seconds)
      from placed join batches b using (is_small, part)
      where w.domain = placed.domain and (w.leased_until is null or w.leased_until < p.at)
      returning b.id, b.is_small, b.part
  )
  select array_agg(id order by is_small desc, part) into v_batches
    from (select distinct id, is_small, part from taken) listed;
  return to_jsonb(coalesce(v_batches, '{}'));
end $$;

-- Returns everything that a minute brings for monitors: the batches of take_due_checks, and which
-- other work there is.
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

-- Returns the domains of a batch that are not read yet, with their known facts, and the RDAP
-- servers that must not be asked now.
create or replace function read_check_batch(p_batch text, p_at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'names', coalesce((
      select jsonb_agg(jsonb_build_object(
          'domain', w.domain, 'registrable_domain', w.registrable_domain, 'cadence_seconds', w.cadence_seconds,
          'state', w.state, 'is_confirmation', w.is_confirmation, 'slow_read_at', w.slow_read_at,
          'unread_since', w.unread_since,
          'wants_certificate', exists (select 1 from monitors m
            where m.domain = w.domain and 'certificate_organization_changed' = any (m.watch)))
          order by w.is_confirmation desc, w.next_check_at)
        from watched_names w where w.batch_id = p_batch), '[]'),
    'pauses', coalesce((
      select jsonb_agg(jsonb_build_object('host', r.host, 'paused_until', r.paused_until, 'refusals', r.refusals))
        from registry_pauses r where r.paused_until > p_at - interval '1 hour'), '[]'))
$$;

-- Reports once that the domain of a monitor could not be read for seven days.
create or replace function report_unmonitorable(p_domains text[]) returns void language plpgsql as $$
declare
  m monitors;
begin
  for m in
    update monitors set status = 'unmonitorable', last_error = 'NO_READING'
      where domain = any (p_domains) and status in ('baselining', 'active') returning *
  loop
    perform create_event_delivery(m.account_id, m.id, m.callback_url, m.callback_origin, 'monitor.unmonitorable');
  end loop;
end $$;

-- Stores the readings of a batch, and the changes that they confirm. A domain that the batch no
-- longer owns is left out, so a repeated call and a second run of the batch change nothing. Domains
-- without a reading are due again.
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
    select * from jsonb_to_recordset(p.readings) as fields(domain text, state jsonb, is_read boolean,
      is_slow_read boolean, next_check_at timestamptz, is_confirmation boolean, change jsonb)
  ), stored as (
    update watched_names w set
        state = coalesce(read.state, w.state), next_check_at = case when w.cadence_seconds is not null
          then read.next_check_at end,
        is_confirmation = read.is_confirmation, batch_id = null, leased_until = null,
        last_checked_at = case when read.is_read then p.at else w.last_checked_at end,
        unread_since = case when not read.is_read then coalesce(w.unread_since, p.at) end,
        slow_read_at = case when read.is_slow_read then p.at else w.slow_read_at end
      from read where w.domain = read.domain and w.batch_id = p.batch_id
      returning w.domain, w.unread_since, read.change
  ), confirmed as (
    insert into name_changes (id, domain, change, created_at)
      select new_id('nch'), domain, change, p.at from stored where jsonb_typeof(change) = 'object'
      returning domain
  )
  select array_agg(domain) filter (where unread_since is null),
      array_agg(domain) filter (where unread_since < p.at - interval '7 days'),
      (select count(*) from confirmed)
    into v_domains, v_unread, v_changes from stored;
  update watched_names set batch_id = null, leased_until = null where batch_id = p.batch_id;
  update monitors set
      status = case when status = 'unmonitorable' then 'active' else status end,
      last_error = case when last_error = 'NO_READING' then null else last_error end
    where domain = any (v_domains) and (status = 'unmonitorable' or last_error = 'NO_READING');
  if v_unread is not null then
    perform report_unmonitorable(v_unread);
  end if;
  insert into registry_pauses (host, paused_until, refusals)
    select host, paused_until, refusals
      from jsonb_to_recordset(p.pauses) as fields(host text, paused_until timestamptz, refusals integer)
    on conflict (host) do update set
      paused_until = greatest(registry_pauses.paused_until, excluded.paused_until), refusals = excluded.refusals;
  return jsonb_build_object('changes', v_changes);
end $$;

-- Returns the oldest confirmed change of a domain that some monitors were not told about, with at
-- most p_limit of these monitors in the order of their ids. Returns null if there is none.
create or replace function read_untold_change(p_limit integer) returns jsonb language plpgsql stable as $$
declare
  n name_changes;
begin
  select * into n from name_changes where done_at is null order by id limit 1;
  if not found then
    return null;
  end if;
  return jsonb_build_object('id', n.id, 'domain', n.domain, 'change', n.change, 'monitors', coalesce((
    select jsonb_agg(to_jsonb(listed) || jsonb_build_object('tier', a.tier, 'silenced', array(
          select distinct unnest(c.silence_keys) from changes c
            where c.monitor_id = listed.id and c.verdict = 'expected'
              and c.acknowledged_at > clock_timestamp() - interval '90 days'))
        order by listed.id)
      from (
        select m.* from monitors m where m.domain = n.domain and m.id > n.notified_until order by m.id limit p_limit
      ) listed join accounts a on a.id = listed.account_id and a.closed_at is null), '[]'));
end $$;
