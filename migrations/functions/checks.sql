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

create or replace function checks_a_day(p_cadence_seconds integer) returns numeric
language sql immutable parallel safe as $$
  select 86400.0 / p_cadence_seconds
$$;

create or replace function zone_of(p_registrable text) returns text
language sql immutable parallel safe as $$
  select substr(p_registrable, strpos(p_registrable, '.') + 1)
$$;

-- Zone files are daily, and one may be late.
create or replace function is_recent(z zone_comparisons, p_at timestamptz) returns boolean
language sql immutable parallel safe as $$
  select z.compared_at > p_at - interval '36 hours'
$$;

-- Number of checks a day that a registry can still take. p_capacity is the number of checks a day
-- for which it is used at most. Until the end of the transaction no other transaction adds checks
-- of this registry. A transaction that needs several registries calls this in the order of their
-- names.
create or replace function take_registry_room(p_registry text, p_capacity numeric) returns numeric
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('registry:' || p_registry, 0));
  -- A domain that a recent zone file covers asks the registry once a week.
  return p_capacity - (
    select coalesce(sum(case when z.zone is null then checks_a_day(w.cadence_seconds)
        else least(checks_a_day(w.cadence_seconds), 1.0 / 7) end), 0)
      from watched_names w left join zone_comparisons z
        on z.zone = zone_of(w.registrable_domain) and is_recent(z, clock_timestamp())
      where w.registry = p_registry and w.cadence_seconds is not null);
end $$;

-- The fastest cadence that is not faster than p_wanted and that the registry can carry, or null. A
-- domain that is checked already, every p_current seconds, needs room only for additional checks.
create or replace function fit_cadence(
  p_wanted text, p_seconds jsonb, p_current integer, p_room numeric
) returns text language sql immutable as $$
  select cadence
    from unnest(array['hourly', 'daily', 'weekly']) with ordinality as listed(cadence, place)
    where place >= array_position(array['hourly', 'daily', 'weekly'], p_wanted)
      and ((p_seconds->>cadence)::integer >= p_current
        or checks_a_day((p_seconds->>cadence)::integer) - coalesce(checks_a_day(p_current), 0)
          <= p_room)
    order by place limit 1
$$;

create or replace function has_room(
  p_domain text, p_wanted text, p_seconds jsonb, p_room numeric
) returns boolean language sql stable as $$
  select fit_cadence(p_wanted, p_seconds,
    (select cadence_seconds from watched_names where domain = p_domain), p_room) is not null
$$;

-- Number of checks a day of a domain. 0 if it is not checked.
create or replace function count_checks(p_domain text) returns numeric language sql stable as $$
  select coalesce(sum(checks_a_day(cadence_seconds)), 0) from watched_names where domain = p_domain
$$;

-- Plans the next check of a domain after the monitor of p_account has changed. A check that is
-- already planned never becomes later. p_seconds contains the seconds of each cadence, for example
-- of "daily". p_room is the number of checks a day that the registry can still take; without it the
-- domain is not checked more often than before. From now on, the checks of the domain count for
-- p_account or still for the same account as before, whichever has fewer monitors. So an account
-- with many monitors does not delay an account with few.
create or replace function plan_checks(
  p_domain text, p_account text, p_seconds jsonb, p_at timestamptz, p_room numeric default null
) returns void language plpgsql as $$
declare
  w watched_names;
  v_wanted text;
  v_cadence text;
  v_seconds integer;
  v_account text;
begin
  select * into w from watched_names where domain = p_domain for update;
  select m.cadence into v_wanted from monitors m
    where m.domain = p_domain and is_watching(m.status)
    order by array_position(array['hourly', 'daily', 'weekly'], m.cadence) limit 1;
  if v_wanted is null then
    perform stop_checks(array[p_domain]);
    return;
  end if;
  v_cadence := coalesce(fit_cadence(v_wanted, p_seconds, w.cadence_seconds, p_room), 'weekly');
  v_seconds := (p_seconds->>v_cadence)::integer;
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
      cadence = v_cadence, cadence_seconds = v_seconds, turn_account_id = v_account,
      next_check_at = case
        when state is null then p_at
        else least(next_check_at, greatest(
          p_at, coalesce(last_checked_at, p_at) + make_interval(secs => v_seconds)))
      end
    where domain = p_domain;
end $$;

create or replace function watch_name(
  p_domain text, p_registrable text, p_registry text, p_account text, p_seconds jsonb,
  p_at timestamptz, p_room numeric
) returns void language plpgsql as $$
begin
  insert into watched_names (domain, registrable_domain, registry, turn_account_id)
    values (p_domain, p_registrable, p_registry, p_account)
    on conflict (domain) do update set registry = excluded.registry
      where watched_names.registry is distinct from excluded.registry;
  perform plan_checks(p_domain, p_account, p_seconds, p_at, p_room);
end $$;

-- Registries of domains that are checked more rarely than their monitors want.
create or replace function read_slowed_registries(p_seconds jsonb, p_limit integer) returns text[]
language sql stable as $$
  select array(
    select distinct w.registry from watched_names w join monitors m on m.domain = w.domain
      where w.registry is not null and is_watching(m.status)
        and (p_seconds->>m.cadence)::integer < w.cadence_seconds
      limit p_limit)
$$;

-- Gives domains of a registry the cadence that their monitors want, as far as there is room now.
-- Longest watched first. Returns the number of domains whose cadence was planned again.
create or replace function restore_cadences(
  p_registry text, p_capacity numeric, p_seconds jsonb, p_at timestamptz, p_limit integer
) returns integer language plpgsql as $$
declare
  w record;
  v_room numeric := take_registry_room(p_registry, p_capacity);
  v_count integer := 0;
begin
  for w in
    select n.domain, n.turn_account_id, checks_a_day(n.cadence_seconds) as checks
      from watched_names n
      where n.registry = p_registry and n.cadence_seconds is not null and exists (
        select 1 from monitors m
          where m.domain = n.domain and is_watching(m.status)
            and (p_seconds->>m.cadence)::integer < n.cadence_seconds)
      order by n.created_at, n.domain limit p_limit
  loop
    perform plan_checks(w.domain, w.turn_account_id, p_seconds, p_at, v_room);
    v_room := v_room + w.checks - count_checks(w.domain);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;

-- Stops the checks of these domains. If a batch is reading one of them at this moment, the batch
-- stores nothing about it.
create or replace function stop_checks(p_domains text[]) returns void language sql as $$
  update watched_names set
      status = 'paused', cadence = null, cadence_seconds = null, next_check_at = null,
      batch_id = null, leased_until = null
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

-- Leases due checks and returns their batches in order: "batches" of usual domains, and
-- "long_batches" of domains that took long last time and must not delay the others.
-- - The accounts take turns with one domain each. Suspected domains are the first of their account.
-- - Small accounts have at most small_max due checks each. At most names_max of their checks are
-- leased, in batches of their own, which run first.
-- - All other accounts together have at most large_max, so small accounts never wait for them.
-- - At most long_max domains that take long are leased, all accounts in turn, and none before the
-- earlier ones have ended. So an account with many of them does not delay those of others much.
-- - If at least half_full but fewer than full_names usual checks are due, none is leased until
-- there are full_names, or until no check runs and the oldest is wait_seconds late. So one
-- statement serves many domains.
create or replace function take_due_checks(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_running bigint;
  v_large bigint;
  v_long bigint;
  v_batches jsonb;
begin
  select * into p from jsonb_to_record(input)
    as fields(at timestamptz, names_max integer, batch_max integer, small_max integer,
      large_max integer, long_max integer, lease_seconds integer, half_full integer,
      full_names integer, wait_seconds integer);
  select count(*) filter (where batch_id not like 'cho%'),
      count(*) filter (where batch_id like 'chl%'), count(*) filter (where batch_id like 'cho%')
    into v_running, v_large, v_long
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
          partition by turns.id, kinds.takes_long
          order by found.is_suspected desc, found.next_check_at) as turn,
        case when kinds.takes_long then 'cho'
          when count(*) over (partition by turns.id, kinds.takes_long) <= p.small_max then 'chk'
          else 'chl' end as kind
      from turns cross join (values (false), (true)) as kinds(takes_long) cross join lateral (
        (select w.domain, true as is_suspected, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and w.takes_long = kinds.takes_long
            and w.status = 'suspected' and w.next_check_at <= p.at
          order by w.next_check_at limit p.names_max)
        union all
        (select w.domain, false, w.next_check_at from watched_names w
          where w.turn_account_id = turns.id and w.takes_long = kinds.takes_long
            and w.status in ('waiting', 'leased')
            and w.next_check_at <= p.at and (w.leased_until is null or w.leased_until < p.at)
          order by w.next_check_at limit p.names_max)
      ) found
  ), waiting as (
    select count(*) as names, min(next_check_at) as oldest from due where kind <> 'cho'
  ), chosen as (
    select due.domain, due.kind,
        row_number() over (partition by due.kind order by due.turn, due.next_check_at) as place
      from due cross join waiting
      where due.kind = 'cho' or waiting.names < p.half_full or waiting.names >= p.full_names
        or v_running = 0 and waiting.oldest <= p.at - make_interval(secs => p.wait_seconds)
  ), placed as (
    select domain, kind, (place - 1) / p.batch_max as part
      from chosen
      where place <= case kind when 'chk' then p.names_max when 'chl' then p.large_max - v_large
        else p.long_max end
        and (kind <> 'cho' or v_long = 0)
  ), batches as (
    select kind, part, new_id(kind) as id from placed group by kind, part
  ), taken as (
    update watched_names w set
        status = 'leased', batch_id = b.id,
        leased_until = p.at + make_interval(secs => p.lease_seconds)
      from placed join batches b using (kind, part)
      where w.domain = placed.domain and w.status <> 'paused'
        and (w.leased_until is null or w.leased_until < p.at)
      returning b.id, b.kind, b.part
  )
  select jsonb_build_object(
      'batches', coalesce(
        jsonb_agg(id order by kind, part) filter (where kind <> 'cho'), '[]'),
      'long_batches', coalesce(jsonb_agg(id) filter (where kind = 'cho'), '[]'))
    into v_batches from (select distinct id, kind, part from taken) listed;
  return v_batches;
end $$;

create or replace function take_monitor_work(input jsonb) returns jsonb language sql as $$
  select take_due_checks(input) || jsonb_build_object(
    'has_ended_analyses', exists (
      select 1 from monitor_jobs w join jobs j on j.id = w.job_id
        where w.settled_at is null and j.status in ('completed', 'partial', 'failed')),
    'has_changes', exists (select 1 from name_changes where done_at is null),
    'has_due_analyses', exists (select 1 from monitors where next_analysis_at <= clock_timestamp()),
    'has_due_slots', exists (select 1 from monitor_slots where paid_until < clock_timestamp()),
    'has_due_emails', exists (select 1 from changes where mail = 'due'))
$$;

-- Makes domains due whose name servers have changed in a zone file, and returns how many. A domain
-- that is not checked at present remains so, and its next reading asks the registry.
create or replace function make_names_due(p_registrable text[], p_at timestamptz) returns bigint
language sql as $$
  with found as (
    update watched_names set
        asks_registry = true,
        next_check_at = case when status <> 'paused' then least(next_check_at, p_at) end
      where registrable_domain = any (p_registrable)
      returning status
  )
  select count(*) from found where status <> 'paused'
$$;

create or replace function record_zone_comparison(p_zone text, p_at timestamptz) returns void
language sql as $$
  insert into zone_comparisons (zone, compared_at) values (p_zone, p_at)
    on conflict (zone) do update set
      compared_at = greatest(zone_comparisons.compared_at, excluded.compared_at)
$$;

-- True if a recent zone file says that the name servers of the domain are still the same.
create or replace function is_covered_by_zone(w watched_names, p_at timestamptz) returns boolean
language sql stable as $$
  select not w.asks_registry and exists (
    select 1 from zone_comparisons z
      where z.zone = zone_of(w.registrable_domain) and is_recent(z, p_at))
$$;

-- Returns the domains of a batch that are not read yet. Domains with a suspected change come first.
create or replace function read_check_batch(p_batch text, p_at timestamptz) returns jsonb
language sql stable as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object(
        'domain', w.domain, 'registrable_domain', w.registrable_domain,
        'cadence_seconds', w.cadence_seconds, 'state', w.state,
        'is_suspected', is_suspected(w), 'slow_read_at', w.slow_read_at,
        'unread_since', w.unread_since, 'is_zone_covered', is_covered_by_zone(w, p_at),
        'is_passive', not exists (select 1 from monitors m
          where m.domain = w.domain and is_watching(m.status) and not m.passive),
        'wants_certificate', exists (select 1 from monitors m
          where m.domain = w.domain and 'certificate_organization_changed' = any (m.watch)))
        order by is_suspected(w) desc, w.next_check_at)
      from watched_names w where w.batch_id = p_batch), '[]')
$$;

-- Stores readings of a batch, and the changes that they confirm. A domain that the batch no longer
-- holds is left out, so a repeated call changes nothing. Domains in left_domains took too long:
-- they remain due, for a batch of such domains. If is_end is true, the batch gives up its other
-- domains, which remain due.
create or replace function record_readings(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_domains text[];
  v_unread text[];
  v_changes integer;
begin
  select * into p from jsonb_to_record(input)
    as fields(batch_id text, at timestamptz, readings jsonb, left_domains text[], is_end boolean);
  with read as (
    select * from jsonb_to_recordset(p.readings)
      as fields(domain text, state jsonb, is_read boolean, is_slow_read boolean,
        takes_long boolean, registry text, registry_answer text, next_check_at timestamptz,
        is_suspected boolean, change jsonb)
  ), stored as (
    update watched_names w set
        status = case when read.is_suspected then 'suspected' else 'waiting' end,
        state = coalesce(read.state, w.state),
        -- A zone file has changed during a reading that did not ask the registry.
        next_check_at = case when w.asks_registry and read.registry_answer = 'not asked' then p.at
          else read.next_check_at end,
        asks_registry = case read.registry_answer when 'answered' then false when 'silent' then true
          else w.asks_registry end,
        batch_id = null, leased_until = null, takes_long = read.takes_long,
        registry = coalesce(read.registry, w.registry),
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
      batch_id = null, leased_until = null,
      takes_long = takes_long or domain = any (p.left_domains)
    where batch_id = p.batch_id and (p.is_end or domain = any (p.left_domains));
  perform resume_monitorable(v_domains);
  if v_unread is not null then
    perform report_unmonitorable(v_unread);
  end if;
  return jsonb_build_object('changes', v_changes);
end $$;
