-- Owes an account a mail, once for each key. Returns the outbox row's id, null when it was owed before.
create or replace function create_email(p_account text, p_template text, p_key text, p_payload jsonb) returns bigint language sql as $$
  insert into outbox (topic, dedupe, account_id, payload)
    values ('email', 'email:' || p_template || ':' || p_key, p_account, p_payload || jsonb_build_object('template', p_template))
    on conflict (dedupe) do nothing returning id
$$;

-- A mail that is to be sent, with whom it is for; never what the account does not want or what was sent. outcome: send, not_wanted, sent, unknown.
create or replace function read_email(p_id bigint) returns jsonb language plpgsql stable as $$
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

-- Switches one kind of mail off. True when the account is there, however often it is asked.
create or replace function unsubscribe_email(p_account text, p_kind text) returns boolean language plpgsql as $$
begin
  update accounts set
      digest_enabled = digest_enabled and p_kind <> 'digest', lifecycle_enabled = lifecycle_enabled and p_kind <> 'lifecycle'
    where id = p_account and closed_at is null;
  return found;
end $$;

-- Creates an email once a month and quota when 80 % of the quota is used, and one when all of it is used. p_used_before is the used quota
-- before the change that led to u. The email contains the figures of this moment.
create or replace function create_quota_email(p_used_before integer, u usage_periods) returns void language plpgsql as $$
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
  perform create_email(u.account_id, v_template, u.account_id || ':' || u.period_start || ':' || u.quota,
    jsonb_build_object('used', u.quota_used, 'quota', u.quota, 'period_start', u.period_start));
end $$;

-- Owes the weekly digest to accounts after p.after, at most p.limit of them, that analysed anything in the week before p.until: what,
-- and which of the domains they ever analysed has since been attributed to somebody else. Returns the last account looked at, null at the
-- end; that a week has come to its end is noted in the outbox, and then it is not looked at again.
create or replace function create_digests(p jsonb) returns jsonb language plpgsql as $$
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
      v_owed := v_owed + (create_email(v_account, 'digest', v_account || ':' || (p->>'week'), jsonb_build_object(
        'week', p->>'week', 'analyzed', v_counts.total, 'attributed', v_counts.attributed, 'domains', v_domains, 'changes', v_changes)) is not null)::integer;
    end if;
  end loop;
  if v_seen < (p->>'limit')::integer then
    insert into outbox (topic, dedupe, payload, sent_at) values ('digest_week', 'digest_week:' || (p->>'week'), '{}', clock_timestamp())
      on conflict (dedupe) do nothing;
  end if;
  return jsonb_build_object('last', case when v_seen = (p->>'limit')::integer then v_last end, 'owed', v_owed);
end $$;
