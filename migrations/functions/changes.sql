-- Functions about changes that monitors found. Each monitor of a domain gets its own row in the
-- table changes.

-- Returns the kinds of change, each with its value, that the customer has marked as expected within
-- the last 90 days.
create or replace function list_silenced(p_monitor text) returns text[] language sql stable as $$
  select array(
    select distinct unnest(silence_keys) from changes
      where monitor_id = p_monitor and verdict = 'expected'
        and acknowledged_at > clock_timestamp() - interval '90 days')
$$;

-- Returns the oldest confirmed change that some monitors do not have yet, or null. The answer lists
-- at most p_limit of these monitors, in the order of their ids.
create or replace function read_untold_change(p_limit integer) returns jsonb
language plpgsql stable as $$
declare
  n name_changes;
begin
  select * into n from name_changes where done_at is null order by id limit 1;
  if not found then
    return null;
  end if;
  return jsonb_build_object('id', n.id, 'domain', n.domain, 'change', n.change,
    'monitors', coalesce((
      select jsonb_agg(
          to_jsonb(listed)
            || jsonb_build_object('tier', a.tier, 'silenced', list_silenced(listed.id))
          order by listed.id)
        from (
          select m.* from monitors m
            where m.domain = n.domain and m.id > n.notified_until order by m.id limit p_limit
        ) listed join accounts a on a.id = listed.account_id and a.closed_at is null), '[]'));
end $$;

-- A change of high severity is mailed at once, and a change of medium severity with the next daily
-- email.
create or replace function publish_change(c changes) returns jsonb language plpgsql as $$
declare
  m monitors;
  v_mails boolean;
begin
  select * into m from monitors where id = c.monitor_id;
  if not found then
    return '[]';
  end if;
  update monitors set last_changed_at = greatest(last_changed_at, c.confirmed_at)
    where id = m.id;
  perform create_event_delivery(
    m.account_id, c.id, m.callback_url, m.callback_origin, 'monitor.changed');
  v_mails := m.email and not m.sandbox;
  if v_mails and c.severity = 'high' then
    update changes set mail = 'created' where id = c.id;
    perform create_email(m.account_id, 'monitor_change', c.id,
      jsonb_build_object('changes', jsonb_build_array(mailed_change(c))));
    return delivery_hints(c.id) || email_hints('email:monitor_change:' || c.id);
  end if;
  if v_mails and c.severity = 'medium' then
    update changes set mail = 'due' where id = c.id;
  end if;
  return delivery_hints(c.id);
end $$;

-- Records a confirmed change for the monitors in "changes", in the order of their ids, and starts
-- the analyses that the change needs. A monitor that already has the change is left out. If "done"
-- is true, no further monitor watches the domain, and the change is marked as done. Returns queue
-- messages.
create or replace function record_changes(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  n record;
  m monitors;
  c changes;
  v_answer jsonb;
  v_hints jsonb := '[]';
begin
  select * into p from jsonb_to_record(input)
    as fields(name_change_id text, notified_until text, done boolean, changes jsonb);
  perform 1 from accounts where id in (
      select account_id from jsonb_to_recordset(p.changes) as fields(account_id text))
    order by id for no key update;
  perform 1 from name_changes
    where id = p.name_change_id and notified_until < p.notified_until and done_at is null
      for update;
  if not found and not p.done then
    return jsonb_build_object('hints', v_hints);
  end if;
  for n in
    select * from jsonb_to_recordset(p.changes)
      as fields(change_id text, monitor_id text, account_id text, domain text, severity text,
        kinds text[], detected_at timestamptz, confirmed_at timestamptz, diff jsonb,
        evidence jsonb, silence_keys text[], job jsonb)
  loop
    select * into m from monitors
      where id = n.monitor_id and account_id = n.account_id and is_watching(status);
    continue when not found;
    insert into changes (id, account_id, monitor_id, name_change_id, domain, label, severity,
        kinds, detected_at, confirmed_at, diff, evidence, job_id_before, analysis, silence_keys)
      values (n.change_id, m.account_id, m.id, p.name_change_id, n.domain, m.label, n.severity,
        n.kinds, n.detected_at, n.confirmed_at, n.diff, n.evidence,
        case when m.baseline_account_id = m.account_id then m.baseline_job_id end,
        'not_needed', n.silence_keys)
      on conflict do nothing returning * into c;
    continue when not found;
    if n.job is not null then
      v_answer := start_own_analysis(m, 'change', c.id, n.job);
      update changes set
          analysis = case
            when v_answer->>'outcome' in ('created', 'duplicate') then 'pending'
            else 'not_covered' end,
          job_id = v_answer->'job'->>'id'
        where id = c.id returning * into c;
      v_hints := v_hints || monitor_job_hints(v_answer);
    end if;
    if c.analysis <> 'pending' and cardinality(c.kinds) > 0 then
      v_hints := v_hints || publish_change(c);
    elsif c.analysis <> 'pending' then
      delete from changes where id = c.id;
    end if;
  end loop;
  update name_changes set notified_until = greatest(notified_until, p.notified_until),
      done_at = case when p.done then clock_timestamp() end
    where id = p.name_change_id;
  return jsonb_build_object('hints', distinct_hints(v_hints));
end $$;

-- Returns the ended analyses that monitors wait for, oldest first, with the data that decides if
-- the operator has changed. With p_monitor, returns only the analyses of this monitor.
create or replace function read_ended_monitor_jobs(p_limit integer, p_monitor text) returns jsonb
language plpgsql stable as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object(
        'job', jsonb_build_object('id', j.id, 'status', j.status, 'outcome', j.outcome,
          'entity', j.entity, 'confidence', j.confidence, 'completed_at', j.completed_at,
          'passive', j.passive),
        'purpose', listed.purpose, 'monitor', to_jsonb(m), 'change', to_jsonb(c),
        'aliases', r.result->'candidates'->0->'aliases',
        'signals', (
          select s->'signals' from json_array_elements(r.signals) s
            where s->>'entity' = j.entity limit 1),
        'site', (
          select e->'data'->>'outcome' from json_array_elements(r.evidence) e
            where e->>'collector' = 'http_probe'),
        'basis', (select basis from jsonb_to_record(r.result) as answer(basis text)),
        'baseline_basis', (
          select basis from job_results b, jsonb_to_record(b.result) as answer(basis text)
            where b.job_id = m.baseline_job_id),
        -- An analysis of the sandbox has no row in domain_runs.
        'is_baseline_passive', coalesce(
          (select passive from domain_runs where job_id = m.baseline_job_id),
          (select passive from jobs where id = m.baseline_job_id), false),
        'parent', (select a.parent from attributions a where a.domain = j.domain),
        'registered', (
          select piece.data->'matches'
            from json_to_recordset(r.evidence) as piece(collector text, data json)
            where piece.collector = 'legal_entity'),
        'silenced', list_silenced(m.id))
        order by listed.created_at)
      from (
        select w.* from monitor_jobs w join jobs ended on ended.id = w.job_id
          where w.settled_at is null and ended.status in ('completed', 'partial', 'failed')
            and (p_monitor is null or w.monitor_id = p_monitor)
          order by w.created_at limit p_limit
      ) listed
        join jobs j on j.id = listed.job_id
        join monitors m on m.id = listed.monitor_id
        left join job_results r on r.job_id = j.id
        left join changes c on c.id = listed.change_id), '[]');
end $$;

-- Creates at most p_limit emails about changes, and at most one per account in 24 hours. Returns
-- queue messages.
create or replace function create_change_emails(p_limit integer) returns jsonb
language plpgsql as $$
declare
  v_account text;
  v_changes jsonb;
  v_last text;
  v_hints jsonb := '[]';
begin
  for v_account in
    select distinct c.account_id from changes c where c.mail = 'due' and not exists (
        select 1 from outbox o where o.account_id = c.account_id and o.topic = 'email'
          and o.dedupe like 'email:monitor_changes:%'
          and o.created_at > clock_timestamp() - interval '24 hours')
      order by 1 limit p_limit
  loop
    perform 1 from accounts where id = v_account for no key update;
    with due as (
      update changes set mail = 'created' where account_id = v_account and mail = 'due'
        returning id
    )
    select jsonb_agg(mailed_change(c) order by c.id) filter (where place <= 50), max(c.id)
      into v_changes, v_last
      from (select due.id, row_number() over (order by due.id desc) as place from due) numbered
        join changes c on c.id = numbered.id;
    continue when v_last is null;
    perform create_email(
      v_account, 'monitor_changes', v_last, jsonb_build_object('changes', v_changes));
    v_hints := v_hints || email_hints('email:monitor_changes:' || v_last);
  end loop;
  return jsonb_build_object('hints', v_hints);
end $$;

-- Stores the customer's verdict about a change; a second verdict replaces the first. The verdict
-- "wrong" also creates feedback on the analysis of the change. If the account may give no more
-- feedback now, nothing is stored.
create or replace function acknowledge_change(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  c changes;
  v_feedback jsonb;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, change_id text, verdict text, note text, feedback_id text,
      feedback_limit integer);
  select * into c from changes
    where id = p.change_id and account_id = p.account_id and cardinality(kinds) > 0;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if p.verdict = 'wrong' and c.job_id is not null then
    v_feedback := give_feedback(jsonb_build_object('account_id', p.account_id, 'job_id', c.job_id,
      'feedback_id', p.feedback_id, 'verdict', 'wrong', 'note', p.note, 'limit', p.feedback_limit,
      'keep_answer', true));
    if v_feedback ->> 'outcome' = 'limited' then
      return v_feedback;
    end if;
  end if;
  update changes set verdict = p.verdict, note = p.note, acknowledged_at = clock_timestamp()
    where id = c.id returning * into c;
  return jsonb_build_object('outcome', 'acknowledged', 'change', to_jsonb(c));
end $$;
