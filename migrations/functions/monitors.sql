-- State machine of the table monitors, and the slots that pay for monitors. The
-- trigger allows only these changes of the status. Every function locks the account's row first,
-- then that of a watched name.

create or replace trigger monitors_transitions before update of status on monitors
  for each row when (old.status is distinct from new.status)
  execute function refuse_transition('status',
    'baselining>active',
    'baselining>paused',
    'baselining>unpaid',
    'baselining>unmonitorable',
    'active>paused',
    'active>unpaid',
    'active>unmonitorable',
    'unmonitorable>active',
    'unmonitorable>paused',
    'unmonitorable>unpaid',
    'paused>baselining',
    'paused>active',
    'paused>unpaid',
    'unpaid>baselining',
    'unpaid>active');

create or replace function is_watching(p_status text) returns boolean
language sql immutable parallel safe as $$
  select p_status not in ('paused', 'unpaid')
$$;

-- Number of monitors that an account may add without buying a slot. Negative if it has too many.
create or replace function count_free_slots(p_account text, p_limit integer) returns bigint
language sql stable as $$
  select p_limit
    + (select count(*) from monitor_slots
        where account_id = p_account and paid_until > clock_timestamp())
    - (select count(*) from monitors
        where account_id = p_account and status <> 'unpaid' and not sandbox)
$$;

-- Buys a slot for 30 days with one credit. The slot belongs to the account, so a new monitor can
-- use the slot of a deleted one. Returns false if the account has no credit. The caller has locked
-- the account's row.
create or replace function buy_monitor_slot(p_account text) returns boolean language plpgsql as $$
declare
  v_id constant text := new_id('slt');
  v_outcome text;
begin
  select outcome into v_outcome
    from cover_subject('monitor:' || v_id || ':0', p_account, 1, 'monitor', null, false, v_id);
  if v_outcome <> 'covered' then
    return false;
  end if;
  insert into monitor_slots (id, account_id, paid_until)
    values (v_id, p_account, clock_timestamp() + interval '30 days');
  return true;
end $$;

-- Makes the newest analysis of the domain the baseline if it is at most seven days old. The
-- analysis may belong to any account. An active monitor takes no passive analysis. Returns false if
-- there is no such analysis.
create or replace function take_young_baseline(p_monitor text) returns boolean
language plpgsql as $$
begin
  update monitors m set
      status = case when m.status = 'baselining' then 'active' else m.status end,
      baseline_job_id = r.job_id, baseline_account_id = r.account_id, baseline_entity = r.entity,
      baseline_confidence = r.confidence, baseline_at = r.analyzed_at,
      baseline_outcome = coalesce(
        j.outcome, case when r.entity is null then 'no_clear_entity' else 'attributed' end),
      baseline_aliases = array(
        select alias.name
          from job_results own,
            jsonb_array_elements_text(own.result->'candidates'->0->'aliases') as alias(name)
          where own.job_id = r.job_id and r.entity is not null limit 50),
      baseline_parent = (
        select parent from attributions a
          where a.domain = m.domain and a.entity_id = r.entity_id)
    from domain_runs r left join jobs j on j.id = r.job_id
    where m.id = p_monitor and r.domain = m.domain and r.status in ('completed', 'partial')
      and r.analyzed_at = (
        select max(n.analyzed_at) from domain_runs n
          where n.domain = m.domain and n.status in ('completed', 'partial')
            and (m.passive or not n.passive)
            and n.analyzed_at > clock_timestamp() - interval '7 days');
  return found;
end $$;

-- Starts an analysis for a monitor. p_job is the input of submit_job, and the answer of submit_job
-- is returned. So the analysis is charged like any other, and an unfinished job for the domain is
-- reused. It is passive if the monitor is now. The caller has locked the account's row.
create or replace function start_monitor_job(
  p_monitor text, p_purpose text, p_change text, p_job jsonb
) returns jsonb language plpgsql as $$
declare
  v_answer constant jsonb := submit_job(p_job || jsonb_build_object(
    'passive', (select passive from monitors where id = p_monitor)));
begin
  if v_answer->>'outcome' in ('created', 'duplicate') then
    insert into monitor_jobs (job_id, monitor_id, account_id, purpose, change_id)
      values (v_answer->'job'->>'id', p_monitor, p_job->>'account_id', p_purpose, p_change)
      on conflict do nothing;
  end if;
  return v_answer;
end $$;

create or replace function monitor_job_hints(p_answer jsonb) returns jsonb language sql stable as $$
  select coalesce(p_answer->'hints', '[]') || hints_of('analysis', array(
    select j.id from jobs j where j.id = p_answer->'job'->>'id' and p_answer->>'outcome' = 'created'
      and j.status = 'queued'))
$$;

-- Takes a recent analysis as the baseline, or starts one. While the account has baselines_max deep
-- analyses in flight, the baseline waits. Returns queue messages.
create or replace function begin_baseline(
  m monitors, p_job jsonb, p_baselines_max integer
) returns jsonb language plpgsql as $$
declare
  v_answer jsonb;
begin
  if not m.sandbox and take_young_baseline(m.id) then
    return '[]';
  end if;
  if not m.sandbox and count_in_flight(m.account_id, 'deep') >= p_baselines_max then
    update monitors set next_analysis_at = clock_timestamp() where id = m.id;
    return '[]';
  end if;
  v_answer := start_monitor_job(m.id, 'baseline', null, p_job);
  if v_answer->>'outcome' not in ('created', 'duplicate') then
    update monitors set status = 'active', last_error = 'QUOTA_EXCEEDED'
      where id = m.id and status = 'baselining';
  end if;
  return monitor_job_hints(v_answer);
end $$;

-- Creates or changes monitors. In each entry of "monitors", "job" is the input of submit_job for
-- the baseline analysis. "capacities" contains the checks a day of each registry. Returns queue
-- messages, and one outcome for each entry: created, changed, limited (no slot) or registry_full
-- (the registry cannot carry one more check a week).
create or replace function save_monitors(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  n record;
  s record;
  a accounts;
  m monitors;
  v_free bigint;
  v_rooms jsonb;
  v_room numeric;
  v_checks numeric;
  v_outcomes jsonb := '[]';
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, at timestamptz, monitors jsonb, settings jsonb, defaults jsonb,
      cadence_seconds jsonb, capacities jsonb, limit_count integer, baselines_max integer,
      secret_sealed text, secret_hint text);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if p.secret_sealed is not null then
    update accounts
      set webhook_secret_sealed = p.secret_sealed, webhook_secret_hint = p.secret_hint
      where id = a.id and webhook_secret_sealed is null;
  end if;
  v_free := count_free_slots(a.id, p.limit_count);
  select jsonb_object_agg(key, take_registry_room(key, value::numeric)) into v_rooms
    from (select * from jsonb_each_text(p.capacities) order by key) listed;
  select * into s from jsonb_to_record(p.defaults || p.settings)
    as fields(cadence text, watch text[], label text, email boolean, callback_url text,
      callback_origin text, reanalyze_days integer, monthly_credit_limit integer,
      passive boolean);
  for n in
    select fields.*
      from jsonb_array_elements(p.monitors) with ordinality as listed(value, place),
        jsonb_to_record(listed.value) as fields(monitor_id text, domain text,
          registrable_domain text, registry text, sandbox boolean, job jsonb)
      order by place
  loop
    v_room := (v_rooms->>n.registry)::numeric;
    v_checks := count_checks(n.domain);
    select * into m from monitors where account_id = a.id and domain = n.domain;
    if found then
      perform change_monitor(m, p.settings, p.cadence_seconds, p.at, v_room);
      v_outcomes := v_outcomes
        || jsonb_build_object('outcome', 'changed', 'monitor_id', m.id);
      v_rooms := v_rooms || jsonb_build_object(
        n.registry, v_room + v_checks - count_checks(n.domain));
      continue;
    end if;
    if not n.sandbox and not has_room(n.domain, s.cadence, p.cadence_seconds, v_room) then
      v_outcomes := v_outcomes || jsonb_build_object('outcome', 'registry_full');
      continue;
    end if;
    if not n.sandbox and v_free <= 0 and not buy_monitor_slot(a.id) then
      v_outcomes := v_outcomes || jsonb_build_object('outcome', 'limited');
      continue;
    end if;
    v_free := greatest(0, v_free - (not n.sandbox)::integer);
    insert into monitors (id, account_id, domain, sandbox, cadence, watch, label, email,
        callback_url, callback_origin, reanalyze_days, monthly_credit_limit, passive)
      values (n.monitor_id, a.id, n.domain, n.sandbox, s.cadence, s.watch, s.label, s.email,
        s.callback_url, s.callback_origin, s.reanalyze_days, s.monthly_credit_limit,
        coalesce(s.passive, false))
      returning * into m;
    if not n.sandbox then
      perform watch_name(n.domain, n.registrable_domain, n.registry, a.id, p.cadence_seconds, p.at,
        v_room);
      v_rooms := v_rooms || jsonb_build_object(
        n.registry, v_room + v_checks - count_checks(n.domain));
    end if;
    v_hints := v_hints || begin_baseline(m, n.job, p.baselines_max);
    perform plan_analysis(m.id, p.cadence_seconds);
    v_outcomes := v_outcomes || jsonb_build_object('outcome', 'created', 'monitor_id', m.id);
  end loop;
  return jsonb_build_object('outcome', 'saved', 'monitors', v_outcomes,
    'hints', distinct_hints(v_hints));
end $$;

create or replace function plan_analysis(p_monitor text, p_seconds jsonb) returns void
language sql as $$
  update monitors set next_analysis_at = case
      when not is_watching(status) then null
      when status = 'baselining' and not exists (
          select 1 from monitor_jobs where monitor_id = p_monitor and settled_at is null)
        then coalesce(next_analysis_at, clock_timestamp())
      when sandbox then coalesce(last_analyzed_at, created_at)
        + make_interval(secs => (p_seconds->>cadence)::integer)
      else coalesce(last_analyzed_at, baseline_at, created_at)
        + make_interval(days => reanalyze_days)
    end
    where id = p_monitor
$$;

-- A setting with the value null is cleared. A setting that p_settings does not contain keeps its
-- value.
create or replace function change_monitor(
  m monitors, p_settings jsonb, p_seconds jsonb, p_at timestamptz, p_room numeric
) returns void language plpgsql as $$
declare
  s record;
begin
  select * into s from jsonb_to_record(p_settings)
    as fields(status text, cadence text, watch text[], label text, email boolean,
      callback_url text, callback_origin text, reanalyze_days integer,
      monthly_credit_limit integer, passive boolean);
  update monitors set
      status = case
        when s.status is null or (s.status = 'paused' and status = 'unpaid') then status
        when s.status = 'paused' then 'paused'
        when is_watching(status) then status
        when baseline_at is null and last_error is null then 'baselining'
        else 'active' end,
      last_error = case
        when s.status = 'active' and status = 'unpaid' then null else last_error end,
      cadence = coalesce(s.cadence, cadence), watch = coalesce(s.watch, watch),
      email = coalesce(s.email, email), passive = coalesce(s.passive, passive),
      label = case when p_settings ? 'label' then s.label else label end,
      callback_url = case
        when p_settings ? 'callback_url' then s.callback_url else callback_url end,
      callback_origin = case
        when p_settings ? 'callback_url' then s.callback_origin else callback_origin end,
      reanalyze_days = case
        when p_settings ? 'reanalyze_days' then s.reanalyze_days else reanalyze_days end,
      monthly_credit_limit = coalesce(s.monthly_credit_limit, monthly_credit_limit)
    where id = m.id;
  if p_settings ?| array['status', 'cadence', 'reanalyze_days'] then
    perform plan_analysis(m.id, p_seconds);
  end if;
  if not m.sandbox and p_settings ?| array['status', 'cadence'] then
    perform plan_checks(m.domain, m.account_id, p_seconds, p_at, p_room);
  end if;
end $$;

-- Changes the settings of a monitor. Outcomes: changed, unknown, limited (the monitor is unpaid and
-- needs a slot), registry_full (the registry cannot carry the checks of a monitor that was paused).
create or replace function patch_monitor(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  s record;
  m monitors;
  v_room numeric;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, monitor_id text, at timestamptz, settings jsonb,
      cadence_seconds jsonb, registry text, capacity numeric, limit_count integer,
      secret_sealed text, secret_hint text);
  perform 1 from accounts where id = p.account_id and closed_at is null for no key update;
  select * into m from monitors where id = p.monitor_id and account_id = p.account_id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into s from jsonb_to_record(p.settings) as fields(status text, cadence text);
  if not m.sandbox and p.settings ?| array['status', 'cadence'] then
    v_room := take_registry_room(p.registry, p.capacity);
    if s.status = 'active' and not is_watching(m.status) and not has_room(
        m.domain, coalesce(s.cadence, m.cadence), p.cadence_seconds, v_room) then
      return jsonb_build_object('outcome', 'registry_full');
    end if;
  end if;
  if s.status = 'active' and m.status = 'unpaid'
      and count_free_slots(m.account_id, p.limit_count) <= 0
      and not buy_monitor_slot(m.account_id) then
    return jsonb_build_object('outcome', 'limited');
  end if;
  if p.secret_sealed is not null then
    update accounts
      set webhook_secret_sealed = p.secret_sealed, webhook_secret_hint = p.secret_hint
      where id = m.account_id and webhook_secret_sealed is null;
  end if;
  perform change_monitor(m, p.settings, p.cadence_seconds, p.at, v_room);
  return jsonb_build_object('outcome', 'changed');
end $$;

-- Deletes a monitor. The changes that it found are kept. A repeated call returns the outcome
-- "unknown".
create or replace function delete_monitor(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  m monitors;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, monitor_id text, at timestamptz, cadence_seconds jsonb);
  perform 1 from accounts where id = p.account_id for no key update;
  delete from monitors where id = p.monitor_id and account_id = p.account_id returning * into m;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  delete from monitor_jobs where monitor_id = m.id;
  if exists (select 1 from monitors where domain = m.domain) then
    perform plan_checks(m.domain, m.account_id, p.cadence_seconds, p.at);
  else
    delete from watched_names where domain = m.domain;
  end if;
  return jsonb_build_object('outcome', 'deleted');
end $$;

-- Counts one analysis of the monitor's own for this month (UTC). Returns false and counts nothing
-- if the monitor's monthly limit is reached.
create or replace function take_monitor_analysis(p_monitor text) returns boolean
language plpgsql as $$
begin
  update monitors set credits_this_month = 0, credits_month = current_month()
    where id = p_monitor and credits_month is distinct from current_month();
  update monitors set credits_this_month = credits_this_month + 1
    where id = p_monitor and monthly_credit_limit > credits_this_month;
  return found;
end $$;

-- Starts an analysis of the monitor's own. Returns the answer of submit_job, or the outcome
-- "over_limit". An analysis that was refused or that is of a sandbox domain does not count against
-- the monthly limit.
create or replace function start_own_analysis(
  m monitors, p_purpose text, p_change text, p_job jsonb
) returns jsonb language plpgsql as $$
declare
  v_answer jsonb;
begin
  if m.sandbox then
    return start_monitor_job(m.id, p_purpose, p_change, p_job);
  end if;
  if not take_monitor_analysis(m.id) then
    return jsonb_build_object('outcome', 'over_limit');
  end if;
  v_answer := start_monitor_job(m.id, p_purpose, p_change, p_job);
  if v_answer->>'outcome' not in ('created', 'duplicate') then
    update monitors set credits_this_month = credits_this_month - 1 where id = m.id;
  end if;
  return v_answer;
end $$;

-- Stores the verdict about an ended analysis once. "baseline" replaces the monitor's baseline.
-- "change" contains the final fields of a change that waited for the analysis, or a new change. A
-- change without kinds is not recorded. Outcomes: settled, already, stale (the baseline is no
-- longer that of the job compared_with, so the analysis must be compared again).
create or replace function settle_monitor_job(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  b record;
  n record;
  w monitor_jobs;
  m monitors;
  c changes;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(job_id text, monitor_id text, account_id text, purpose text, is_failed boolean,
      analyzed_at timestamptz, baseline jsonb, change jsonb, cadence_seconds jsonb,
      compared_with text);
  perform 1 from accounts where id = p.account_id for no key update;
  select * into w from monitor_jobs
    where job_id = p.job_id and monitor_id = p.monitor_id and purpose = p.purpose
      and settled_at is null for update;
  if not found then
    return jsonb_build_object('outcome', 'already', 'hints', v_hints);
  end if;
  if exists (select 1 from monitors
      where id = w.monitor_id and baseline_job_id is distinct from p.compared_with) then
    return jsonb_build_object('outcome', 'stale', 'hints', v_hints);
  end if;
  update monitor_jobs set settled_at = clock_timestamp()
    where job_id = w.job_id and monitor_id = w.monitor_id and purpose = w.purpose;
  select * into b from jsonb_to_record(p.baseline)
    as fields(entity text, confidence real, outcome text, taken_at timestamptz, aliases text[],
      parent text);
  update monitors set
      status = case when status = 'baselining' then 'active' else status end,
      last_analyzed_at = coalesce(p.analyzed_at, last_analyzed_at), next_analysis_at = null,
      last_error = case
        when p.is_failed and baseline_at is null then 'BASELINE_FAILED'
        when last_error in ('BASELINE_FAILED', 'QUOTA_EXCEEDED') and p.baseline is not null
          then null
        else last_error end
    where id = w.monitor_id and account_id = p.account_id returning * into m;
  if p.baseline is not null then
    update monitors set
        baseline_job_id = w.job_id, baseline_account_id = w.account_id,
        baseline_entity = b.entity, baseline_confidence = b.confidence,
        baseline_outcome = b.outcome, baseline_at = b.taken_at,
        baseline_aliases = coalesce(b.aliases, '{}'), baseline_parent = b.parent
      where id = m.id;
  end if;
  perform plan_analysis(m.id, p.cadence_seconds);
  select * into n from jsonb_to_record(p.change)
    as fields(change_id text, severity text, kinds text[], detected_at timestamptz,
      confirmed_at timestamptz, diff jsonb, evidence jsonb, silence_keys text[]);
  if w.change_id is not null then
    update changes set
        severity = coalesce(n.severity, severity), kinds = coalesce(n.kinds, kinds),
        diff = coalesce(n.diff, diff), evidence = coalesce(n.evidence, evidence),
        silence_keys = coalesce(n.silence_keys, silence_keys), analysis = 'done',
        job_id = w.job_id
      where id = w.change_id and account_id = p.account_id and analysis = 'pending'
      returning * into c;
  elsif p.change is not null and cardinality(n.kinds) > 0 then
    insert into changes (id, account_id, monitor_id, domain, label, severity, kinds,
        detected_at, confirmed_at, diff, evidence, job_id, job_id_before, analysis,
        silence_keys)
      values (n.change_id, m.account_id, m.id, m.domain, m.label, n.severity, n.kinds,
        n.detected_at, n.confirmed_at, n.diff, n.evidence, w.job_id,
        case when m.baseline_account_id = m.account_id then m.baseline_job_id end, 'done',
        n.silence_keys)
      on conflict do nothing returning * into c;
  end if;
  if c.id is null then
    return jsonb_build_object('outcome', 'settled', 'hints', v_hints);
  end if;
  if cardinality(c.kinds) = 0 then
    delete from changes where id = c.id;
    return jsonb_build_object('outcome', 'settled', 'hints', v_hints);
  end if;
  return jsonb_build_object('outcome', 'settled', 'hints', publish_change(c));
end $$;

-- Analyses that monitors must start now. The accounts take turns with one monitor each.
create or replace function read_due_analyses(p_limit integer) returns jsonb
language sql stable as $$
  select coalesce(jsonb_agg(to_jsonb(due) order by due.turn, due.next_analysis_at), '[]') from (
    select m.id, m.account_id, m.domain, w.registrable_domain, m.sandbox,
        m.next_analysis_at, a.tier,
        case when m.baseline_at is null then 'baseline' else 'reanalyze' end as purpose,
        row_number() over (partition by m.account_id order by m.next_analysis_at) as turn
      from monitors m join accounts a on a.id = m.account_id and a.closed_at is null
        left join watched_names w on w.domain = m.domain
      where m.next_analysis_at <= clock_timestamp() and is_watching(m.status)
        and not exists (
          select 1 from monitor_jobs j where j.monitor_id = m.id and j.settled_at is null)
      order by turn, m.next_analysis_at limit p_limit) due
$$;

-- Starts the due analyses of monitors. While an account has baselines_max analyses in flight, its
-- monitors wait. An analysis that could not be paid is tried again after a day.
create or replace function start_due_analyses(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  n record;
  m monitors;
  v_answer jsonb;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input) as fields(monitors jsonb);
  for n in
    select * from jsonb_to_recordset(p.monitors)
        as fields(monitor_id text, account_id text, purpose text, baselines_max integer, job jsonb)
      order by account_id, monitor_id
  loop
    perform 1 from accounts where id = n.account_id for no key update;
    select * into m from monitors
      where id = n.monitor_id and is_watching(status) and next_analysis_at <= clock_timestamp()
      for update;
    continue when not found;
    continue when not m.sandbox and count_in_flight(m.account_id, 'deep') >= n.baselines_max;
    if n.purpose = 'baseline' then
      v_answer := start_monitor_job(m.id, 'baseline', null, n.job);
    else
      v_answer := start_own_analysis(m, 'reanalyze', null, n.job);
    end if;
    v_hints := v_hints || monitor_job_hints(v_answer);
    if v_answer->>'outcome' in ('created', 'duplicate') then
      update monitors set next_analysis_at = null where id = m.id;
    else
      update monitors set
          status = case when status = 'baselining' then 'active' else status end,
          last_error = case when n.purpose = 'baseline' then 'QUOTA_EXCEEDED' else last_error end,
          next_analysis_at = clock_timestamp() + interval '1 day'
        where id = m.id;
    end if;
  end loop;
  return jsonb_build_object('hints', distinct_hints(v_hints));
end $$;

-- Renews ended slots that the account still needs, each with one credit for 30 days, and deletes
-- the others. p_limits contains the number of included monitors of each tier. Handles at most
-- p_limit accounts.
create or replace function renew_monitor_slots(p_limits jsonb, p_limit integer) returns jsonb
language plpgsql as $$
declare
  v_account text;
  a accounts;
  s monitor_slots;
  v_outcome text;
  v_settled integer := 0;
  v_hints jsonb := '[]';
begin
  for v_account in
    select account_id from monitor_slots where paid_until < clock_timestamp()
      group by account_id order by account_id limit p_limit
  loop
    select * into a from accounts where id = v_account for no key update;
    for s in
      select * from monitor_slots
        where account_id = a.id and paid_until < clock_timestamp() order by id
    loop
      v_outcome := null;
      if count_free_slots(a.id, (p_limits->>a.tier)::integer) < 0 and a.closed_at is null then
        select outcome into v_outcome from cover_subject(
          'monitor:' || s.id || ':' || (s.renewals + 1), a.id, 1, 'monitor', null, false,
          s.id);
      end if;
      if v_outcome in ('covered', 'duplicate') then
        update monitor_slots set renewals = renewals + 1,
            paid_until = greatest(paid_until + interval '30 days', clock_timestamp())
          where id = s.id;
      else
        delete from monitor_slots where id = s.id;
      end if;
    end loop;
    perform pause_unpaid_monitors(a, (p_limits->>a.tier)::integer);
    v_hints := v_hints || recharge_hints(a.id);
    v_settled := v_settled + 1;
  end loop;
  return jsonb_build_object('settled', v_settled, 'hints', v_hints);
end $$;

-- An account may have p_limit monitors and one for each paid slot. Monitors above this number
-- become unpaid, the newest first. The caller has locked the account's row.
create or replace function pause_unpaid_monitors(a accounts, p_limit integer) returns void
language plpgsql as $$
begin
  update monitors set status = 'unpaid', next_analysis_at = null
    where id in (
      select id from monitors where account_id = a.id and status <> 'unpaid' and not sandbox
        order by id offset p_limit + (
          select count(*) from monitor_slots
            where account_id = a.id and paid_until > clock_timestamp()));
  perform stop_unwatched_checks(a.id);
end $$;

-- Sets the status "unmonitorable" and reports it once: the domains could not be read for seven
-- days.
create or replace function report_unmonitorable(p_domains text[]) returns void
language plpgsql as $$
declare
  m monitors;
begin
  for m in
    update monitors set status = 'unmonitorable', last_error = 'NO_READING'
      where domain = any (p_domains) and status in ('baselining', 'active') returning *
  loop
    perform create_event_delivery(
      m.account_id, m.id, m.callback_url, m.callback_origin, 'monitor.unmonitorable');
  end loop;
end $$;

-- After a successful reading, ends the status "unmonitorable" and removes the error NO_READING.
create or replace function resume_monitorable(p_domains text[]) returns void language sql as $$
  update monitors set
      status = case when status = 'unmonitorable' then 'active' else status end,
      last_error = case when last_error = 'NO_READING' then null else last_error end
    where domain = any (p_domains) and (status = 'unmonitorable' or last_error = 'NO_READING')
$$;
