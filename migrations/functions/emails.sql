-- Creates an email, which is a row of the outbox. Returns the id of the row, or null if an email
-- with this template and key already exists.
create or replace function create_email(
  p_account text, p_template text, p_key text, p_payload jsonb
) returns bigint language sql as $$
  insert into outbox (topic, dedupe, account_id, payload)
    values ('email', 'email:' || p_template || ':' || p_key, p_account,
      p_payload || jsonb_build_object('template', p_template))
    on conflict (dedupe) do nothing returning id
$$;

-- Returns an email that is not sent yet, with its recipient. Outcome "not_wanted": the customer has
-- switched off emails of this kind, or the account is closed or has no email address.
create or replace function read_email(p_id bigint) returns jsonb language plpgsql stable as $$
declare
  o outbox;
  a accounts;
  v_template text;
begin
  select * into o from outbox where id = p_id and topic = 'email';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if o.sent_at is not null then
    return jsonb_build_object('outcome', 'sent');
  end if;
  select template into v_template from jsonb_to_record(o.payload) as payload(template text);
  select * into a from accounts where id = o.account_id;
  if not found or a.closed_at is not null or a.email is null
      or (v_template = 'digest' and not a.digest_enabled)
      or (v_template in ('welcome', 'quota_80', 'quota_100') and not a.lifecycle_enabled) then
    return jsonb_build_object('outcome', 'not_wanted');
  end if;
  return jsonb_build_object(
    'outcome', 'send', 'key', o.dedupe, 'account_id', a.id, 'to', a.email, 'name', a.name,
    'payload', o.payload);
end $$;

-- Creates an email when 80 % of the quota is used, and another at 100 %. Each is created once per
-- billing period and quota. p_used_before is the used quota before the latest analysis.
create or replace function create_quota_email(p_used_before integer, u usage_periods)
returns void language plpgsql as $$
declare
  v_template text;
begin
  if u.quota is null or u.quota = 0 or u.quota_used <= p_used_before then
    return;
  end if;
  if u.quota_used >= u.quota and p_used_before < u.quota then
    v_template := 'quota_100';
  elsif u.quota_used * 5 >= u.quota * 4 and p_used_before * 5 < u.quota * 4 then
    v_template := 'quota_80';
  else
    return;
  end if;
  perform create_email(u.account_id, v_template,
    u.account_id || ':' || u.period_start || ':' || u.quota,
    jsonb_build_object('used', u.quota_used, 'quota', u.quota, 'period_start', u.period_start));
end $$;

-- Returns a change as emails show it. Reads the job only if it belongs to the account of the
-- change.
create or replace function mailed_change(c changes) returns jsonb language sql stable as $$
  select jsonb_build_object('change_id', c.id, 'domain', c.domain, 'kinds', c.kinds, 'diff', c.diff,
    'basis', (select basis from jobs where id = c.job_id and account_id = c.account_id),
    'warnings', (select warnings from jobs where id = c.job_id and account_id = c.account_id))
$$;

-- The account's analysed domains, newest first, at most 10, each with its operator.
create or replace function digest_domains(p_account text, p_since timestamptz, p_until timestamptz)
returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object('domain', domain, 'entity', entity, 'basis', basis,
      'warnings', warnings) order by newest desc), '[]') from (
    select domain, (array_agg(entity order by completed_at desc))[1] as entity,
        max(completed_at) as newest,
        (array_agg(basis order by completed_at desc))[1] as basis,
        (array_agg(warnings order by completed_at desc))[1] as warnings
      from jobs
      where account_id = p_account and completed_at >= p_since and completed_at < p_until
        and status in ('completed', 'partial') and not sandbox
      group by domain order by newest desc limit 10) listed
$$;

-- Domains whose operator changed in the week: at most 20, found among at most 5,000 analyses.
-- Compares the account's last analysis before the week with the newest analysis in the week, which
-- may belong to another account. A passive and an active analysis are not compared: only one has
-- read the site. If both kinds show a change, the active one is listed.
create or replace function digest_changes(p_account text, p_since timestamptz, p_until timestamptz)
returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(
      jsonb_build_object('domain', domain, 'from', old_entity, 'to', new_entity)), '[]') from (
    select distinct on (known.domain) known.domain, known.entity as old_entity,
        latest.entity as new_entity
      from (
        select distinct on (j.domain, r.passive) j.domain, r.passive, r.entity, r.entity_id
          from jobs j join domain_runs r on r.job_id = j.id
          where j.account_id = p_account and r.analyzed_at < p_since
          order by j.domain, r.passive, j.id desc limit 5000
      ) known
      join lateral (
        select r.entity, r.entity_id from domain_runs r
          where r.domain = known.domain and r.passive = known.passive
            and r.analyzed_at >= p_since and r.analyzed_at < p_until
          order by r.analyzed_at desc limit 1
      ) latest on latest.entity_id is distinct from known.entity_id
        and latest.entity is not null and known.entity is not null
      order by known.domain, known.passive limit 20) changed
$$;

-- At most 20 changes that monitors found, and the number of all of them. Changes of high severity
-- come first, then the newest.
create or replace function digest_watched(p_account text, p_since timestamptz, p_until timestamptz)
returns jsonb language sql stable as $$
  with found as (
    select c as change, row_number() over (
          order by c.severity <> 'high', c.severity <> 'medium', c.id desc) as place
      from changes c join monitors m on m.id = c.monitor_id
      where c.account_id = p_account and c.confirmed_at >= p_since and c.confirmed_at < p_until
        and cardinality(c.kinds) > 0 and not m.sandbox
  )
  select jsonb_build_object('total', count(*), 'changes', coalesce(jsonb_agg(
      mailed_change(change) order by place) filter (where place <= 20), '[]')) from found
$$;

-- Creates the weekly email of an account. Returns false if the email already exists or would be
-- empty.
create or replace function create_digest(
  p_account text, p_week text, p_since timestamptz, p_until timestamptz
) returns boolean language plpgsql as $$
declare
  v_counts record;
  v_changes constant jsonb := digest_changes(p_account, p_since, p_until);
  v_watched constant jsonb := digest_watched(p_account, p_since, p_until);
begin
  select count(*) as total, count(*) filter (where newest.outcome = 'attributed') as attributed
    into v_counts from (
    select distinct on (domain) outcome from jobs
      where account_id = p_account and completed_at >= p_since and completed_at < p_until
        and status in ('completed', 'partial') and not sandbox
      order by domain, completed_at desc) newest;
  if v_counts.total = 0 and jsonb_array_length(v_changes) = 0
      and (v_watched->>'total')::integer = 0 then
    return false;
  end if;
  return create_email(p_account, 'digest', p_account || ':' || p_week, jsonb_build_object(
    'week', p_week, 'analyzed', v_counts.total, 'attributed', v_counts.attributed,
    'domains', digest_domains(p_account, p_since, p_until), 'changes', v_changes,
    'watched', v_watched)) is not null;
end $$;

-- Creates the weekly emails of at most "limit" accounts in the order of their ids, beginning after
-- the id "after". Returns the last of these ids as "last". If no account is left, "last" is null,
-- and a row of the outbox marks the week as done, so that later calls for this week do nothing.
create or replace function create_digests(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_account text;
  v_last text;
  v_read integer := 0;
  v_created integer := 0;
begin
  select * into p from jsonb_to_record(input)
    as fields("until" timestamptz, week text, after text, "limit" integer);
  if exists (select 1 from outbox where dedupe = 'digest_week:' || p.week) then
    return jsonb_build_object('last', null, 'created', 0);
  end if;
  for v_account in
    select id from accounts
      where id > coalesce(p.after, '') and closed_at is null and digest_enabled
        and email is not null
      order by id limit p.limit
  loop
    v_read := v_read + 1;
    v_last := v_account;
    v_created := v_created
      + create_digest(v_account, p.week, p.until - interval '7 days', p.until)::integer;
  end loop;
  if v_read < p.limit then
    insert into outbox (topic, dedupe, payload, sent_at)
      values ('digest_week', 'digest_week:' || p.week, '{}', clock_timestamp())
      on conflict (dedupe) do nothing;
    v_last := null;
  end if;
  return jsonb_build_object('last', v_last, 'created', v_created);
end $$;
