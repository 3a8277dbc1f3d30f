-- Everything that changes money or the state of a job. Each function is one statement for its caller: atomic in one round trip,
-- and safe to repeat when the reply was lost. Lock order everywhere: the account's row, then the job's.

-- A TypeID (jetify typeid 0.3): prefix, '_', and a UUIDv7 (RFC 9562) in 26 characters of Crockford's base 32.
create function new_id(p_prefix text) returns text language plpgsql volatile as $$
declare
  alphabet constant text := '0123456789abcdefghjkmnpqrstvwxyz';
  random_hex constant text := replace(gen_random_uuid()::text, '-', '');
  milliseconds constant bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  bits bit varying(130);
  encoded text := '';
begin
  bits := b'00' || ('x' || lpad(to_hex(milliseconds), 12, '0') || '7' || substr(random_hex, 14))::bit(128);
  for place in 0..25 loop
    encoded := encoded || substr(alphabet, substring(bits from place * 5 + 1 for 5)::bit(5)::integer + 1, 1);
  end loop;
  return p_prefix || '_' || encoded;
end $$;
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
--> statement-breakpoint
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();
--> statement-breakpoint
-- The first day of the account's current billing period: its subscription's when one is live, else the calendar month (UTC).
create function current_period(a accounts) returns date language sql stable as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then (a.period_start at time zone 'utc')::date
    else date_trunc('month', clock_timestamp() at time zone 'utc')::date
  end
$$;
--> statement-breakpoint
-- Opens a recharge attempt when the balance is at the threshold or below. The caller holds the account's row; the partial unique
-- index is the second line of defence against two open attempts.
create function maybe_recharge(a accounts, p_balance bigint) returns void language plpgsql as $$
declare
  v_spent bigint;
begin
  if not a.recharge_enabled or p_balance > a.recharge_threshold or a.payment_method_id is null or a.recharge_credits is null
     or a.closed_at is not null or a.recharge_cooldown_until > clock_timestamp() then
    return;
  end if;
  if a.recharge_monthly_limit_cents is not null then
    v_spent := recharged_this_month(a.id);
    if v_spent + a.recharge_amount_cents > a.recharge_monthly_limit_cents then
      return;
    end if;
  end if;
  with opened as (
    insert into recharge_attempts (id, account_id, pack, credits, amount_cents, currency)
      values (new_id('rch'), a.id, a.recharge_pack, a.recharge_credits, a.recharge_amount_cents, coalesce(a.recharge_currency, 'usd'))
      on conflict (account_id) where state in ('pending', 'processing', 'unknown') do nothing
      returning id
  )
  insert into outbox (topic, dedupe, account_id, payload)
    select 'recharge', 'recharge:' || id, a.id, jsonb_build_object('recharge_id', id) from opened;
end $$;
--> statement-breakpoint
-- Whether this very transaction opened a recharge of the account, which then wants to be told at once.
create function opened_recharge(p_account text) returns boolean language sql as $$
  select exists (select 1 from recharge_attempts r where r.account_id = p_account and r.state = 'pending' and r.xmin = pg_current_xact_id()::xid)
$$;
--> statement-breakpoint
-- Books one movement of credits. outcome: applied, duplicate (the same operation was booked before), insufficient. Use of credits may
-- open a recharge; an adjustment never does, since nobody who was just paid back wants to be charged.
create function ledger_post(
  p_account text, p_delta bigint, p_reason text, p_operation_key text, p_reverses text default null, p_job text default null, p_note text default null,
  out outcome text, out entry_id text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  e ledger_entries;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  select * into e from ledger_entries where operation_key = p_operation_key;
  if found then
    if e.account_id <> p_account or e.delta <> p_delta or e.reason <> p_reason or e.reverses is distinct from p_reverses then
      raise exception 'operation % was booked with other parameters', p_operation_key using errcode = '23505';
    end if;
    outcome := 'duplicate'; entry_id := e.id; balance := a.balance;
    return;
  end if;
  if a.balance + p_delta < 0 then
    outcome := 'insufficient'; balance := a.balance;
    if p_reason <> 'adjustment' then
      perform maybe_recharge(a, a.balance);
    end if;
    return;
  end if;
  update accounts set balance = a.balance + p_delta, ledger_sequence = a.ledger_sequence + 1 where id = p_account;
  entry_id := new_id('led');
  insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason, operation_key, reverses, job_id, note)
    values (entry_id, p_account, a.ledger_sequence + 1, p_delta, a.balance + p_delta, p_reason, p_operation_key, p_reverses, p_job, p_note);
  outcome := 'applied'; balance := a.balance + p_delta;
  if p_delta < 0 and p_reason <> 'adjustment' then
    perform maybe_recharge(a, balance);
  end if;
end $$;
--> statement-breakpoint
-- Covers one subject in the decided order: quota, overage, credits, refusal. p_quota null: the tier has no quota to run out of.
-- p_counts false: not an analysis, so credits only and no counter. outcome: covered, duplicate, void, refused.
create function cover_subject(
  p_subject text, p_account text, p_amount bigint, p_reason text, p_quota integer, p_counts boolean default true, p_job text default null,
  out outcome text, out coverage text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  c charges;
  u usage_periods;
  v_period date;
  v_posted record;
  v_entry text;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  balance := a.balance;
  select * into c from charges where subject = p_subject;
  if found then
    if c.account_id <> p_account then
      raise exception 'subject % belongs to another account', p_subject using errcode = '23505';
    end if;
    outcome := case c.state when 'void' then 'void' else 'duplicate' end; coverage := c.coverage;
    return;
  end if;
  coverage := 'credit';
  if p_counts then
    v_period := current_period(a);
    insert into usage_periods (account_id, period_start, quota) values (p_account, v_period, p_quota) on conflict do nothing;
    select * into u from usage_periods where account_id = p_account and period_start = v_period;
    if p_quota is null or u.quota_used < p_quota then
      coverage := 'quota';
    elsif a.tier <> 'free' and a.subscription_metered and a.subscription_status in ('active', 'trialing', 'past_due') then
      coverage := 'overage';
    end if;
  end if;
  if p_amount = 0 and coverage = 'credit' then
    coverage := 'none';
  end if;
  if coverage = 'credit' then
    select * into v_posted from ledger_post(p_account, -p_amount, p_reason, 'charge:' || p_subject, null, p_job);
    balance := v_posted.balance;
    if v_posted.outcome = 'insufficient' then
      outcome := 'refused'; coverage := null;
      return;
    end if;
    v_entry := v_posted.entry_id;
  end if;
  if p_counts then
    update usage_periods set
        used = used + 1,
        quota_used = quota_used + (coverage = 'quota')::integer,
        overage = usage_periods.overage + (coverage = 'overage')::integer,
        -- The most that held while it was used: null is a tier without end, but in an unused month only that nobody has said it yet.
        quota = case
          when p_quota is null then null
          when usage_periods.used = usage_periods.carried then greatest(usage_periods.quota, p_quota)
          when usage_periods.quota is not null then greatest(usage_periods.quota, p_quota)
        end
      where account_id = p_account and period_start = v_period;
  end if;
  insert into charges (subject, account_id, coverage, amount, period_start, counted, state, charge_entry)
    values (p_subject, p_account, coverage, p_amount, v_period, p_counts, 'charged', v_entry);
  if coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter', 'meter:' || p_subject, p_account, jsonb_build_object('subject', p_subject, 'at', clock_timestamp()));
  end if;
  outcome := 'covered';
end $$;
--> statement-breakpoint
-- Gives back exactly what the subject's charge took, once. A charge never seen leaves a tombstone, so that a late one does nothing.
-- outcome: refunded, void, duplicate.
create function refund_subject(p_subject text, p_account text, p_job text default null, out outcome text, out balance bigint) language plpgsql as $$
declare
  a accounts;
  c charges;
  v_posted record;
  v_entry text;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  balance := a.balance;
  select * into c from charges where subject = p_subject;
  if not found then
    insert into charges (subject, account_id, coverage, amount, state, settled_at) values (p_subject, p_account, 'none', 0, 'void', clock_timestamp());
    outcome := 'void';
    return;
  end if;
  if c.account_id <> p_account then
    raise exception 'subject % belongs to another account', p_subject using errcode = '23505';
  end if;
  if c.state <> 'charged' then
    outcome := 'duplicate';
    return;
  end if;
  if c.coverage = 'credit' then
    select * into v_posted from ledger_post(p_account, c.amount, 'refund', 'refund:' || p_subject, c.charge_entry, p_job);
    balance := v_posted.balance; v_entry := v_posted.entry_id;
  end if;
  if c.counted then
    update usage_periods set
        used = used - 1,
        quota_used = quota_used - (c.coverage = 'quota')::integer,
        overage = overage - (c.coverage = 'overage')::integer
      where account_id = p_account and period_start = c.period_start;
  end if;
  if c.coverage = 'overage' then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('meter_cancel', 'meter_cancel:' || p_subject, p_account, jsonb_build_object('subject', p_subject));
  end if;
  update charges set state = 'refunded', settled_at = clock_timestamp(), refund_entry = v_entry where subject = p_subject;
  outcome := 'refunded';
end $$;
--> statement-breakpoint
-- Records a callback owed for a subject; the same address twice is owed once. Gives the account its first signing secret where it has
-- none. The caller holds the account's row. A job that has ended meanwhile makes the delivery due at once. Returns the delivery's id.
create function owe_delivery(p_account text, p_subject text, p_delivery jsonb) returns text language plpgsql as $$
declare
  v_id text;
  v_status text;
begin
  if p_delivery is null or jsonb_typeof(p_delivery) = 'null' then
    return null;
  end if;
  if jsonb_typeof(p_delivery->'secret') = 'object' then
    update accounts set webhook_secret_sealed = p_delivery->'secret'->>'sealed', webhook_secret_hint = p_delivery->'secret'->>'hint'
      where id = p_account and webhook_secret_sealed is null;
  end if;
  select id into v_id from webhook_deliveries where subject_id = p_subject and account_id = p_account and url = p_delivery->>'url' limit 1;
  if found then
    return v_id;
  end if;
  -- Waits for a job that is just ending: its end would not see a delivery that is not committed yet.
  select status into v_status from jobs where id = p_subject for share;
  v_id := p_delivery->>'id';
  insert into webhook_deliveries (id, account_id, subject_id, url, origin, event_type, next_attempt_at)
    values (v_id, p_account, p_subject, p_delivery->>'url', p_delivery->>'origin',
      case when v_status in ('completed', 'partial', 'failed') then 'analysis.' || v_status end,
      case when v_status in ('completed', 'partial', 'failed') then clock_timestamp() end);
  return v_id;
end $$;
--> statement-breakpoint
-- Files a name under its entity and ties a domain to it. Returns the entity's id. A site can say any name is another name of its
-- operator, so what it says moves no other domain: a spelling leads to the entity only for a domain that is already the entity's, and an
-- entity is taken in as a mere spelling only where nothing but this domain ever carried it. Its runs follow, each under the name it was given.
create function file_attribution(p_entity jsonb, p_domain text, p_confidence real, p_at timestamptz) returns text language plpgsql as $$
declare
  v_id text;
  v_other text;
begin
  select coalesce(
    (select id from entities where normalized_name = p_entity->>'normalized'),
    (select s.entity_id from entity_aliases s join attributions t on t.entity_id = s.entity_id and t.domain = p_domain
      where s.normalized_name = p_entity->>'normalized')
  ) into v_id;
  if v_id is null then
    delete from entity_aliases where normalized_name = p_entity->>'normalized';
    insert into entities (id, name, normalized_name, parent)
      values (new_id('ent'), p_entity->>'name', p_entity->>'normalized', p_entity->>'parent')
      on conflict (normalized_name) do update set parent = coalesce(excluded.parent, entities.parent)
      returning id into v_id;
  elsif p_entity->>'parent' is not null then
    update entities set parent = p_entity->>'parent' where id = v_id and parent is distinct from p_entity->>'parent';
  end if;
  for v_other in
    select e.id from entities e
      where e.normalized_name in (select alias->>'normalized' from jsonb_array_elements(coalesce(p_entity->'aliases', '[]')) alias)
        and e.id <> v_id
        and not exists (select 1 from attributions t where t.entity_id = e.id and t.domain <> p_domain)
        and not exists (select 1 from domain_runs r where r.entity_id = e.id and r.domain <> p_domain)
        and exists (select 1 from domain_runs r where r.entity_id = e.id)
      order by e.id for update
  loop
    perform merge_entity(v_other, v_id);
  end loop;
  insert into entity_aliases (normalized_name, entity_id, name)
    select alias->>'normalized', v_id, alias->>'name' from jsonb_array_elements(coalesce(p_entity->'aliases', '[]')) alias
      where not exists (select 1 from entities where normalized_name = alias->>'normalized')
      order by 1
    on conflict do nothing;
  insert into attributions (domain, entity_id, confidence, last_analyzed_at) values (p_domain, v_id, p_confidence, p_at)
    on conflict (domain) do update set entity_id = excluded.entity_id, confidence = excluded.confidence, last_analyzed_at = excluded.last_analyzed_at
      where attributions.last_analyzed_at <= excluded.last_analyzed_at;
  return v_id;
end $$;
--> statement-breakpoint
-- Ends a job, once: status, result, entity, history, charge given back when it failed, callbacks made due. Guarded by "not terminal"
-- and, where p.run_token is given, by the claim. outcome: ended, already, lost, unknown. Returns the job's row and the deliveries due.
create function finish_job(p jsonb) returns jsonb language plpgsql as $$
declare
  j jobs;
  v_account text;
  v_entity_id text;
  v_at timestamptz;
  v_due jsonb;
begin
  select account_id into v_account from jobs where id = p->>'job_id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if p->>'status' = 'failed' then
    perform 1 from accounts where id = v_account for no key update;
  end if;
  select * into j from jobs where id = p->>'job_id' for update;
  if j.status in ('completed', 'partial', 'failed') then
    return jsonb_build_object('outcome', 'already', 'job', to_jsonb(j));
  end if;
  if p->>'run_token' is not null and j.run_token is distinct from p->>'run_token' then
    return jsonb_build_object('outcome', 'lost', 'job', to_jsonb(j));
  end if;
  update jobs set
      status = p->>'status', completed_at = clock_timestamp(), updated_at = clock_timestamp(), run_token = null,
      error_code = p->'error'->>'code', error_message = p->'error'->>'message',
      outcome = p->'result'->>'outcome', entity = p->'result'->>'entity', confidence = (p->'result'->>'confidence')::real,
      collectors = p->'collectors'
    where id = j.id returning * into j;
  if jsonb_typeof(p->'result') = 'object' then
    insert into job_results (job_id, result, signals, evidence, links)
      values (j.id, p->'result', coalesce(p->'signals', '[]'), coalesce(p->'evidence', '[]'), coalesce(p->'links', '[]'));
  end if;
  if j.status <> 'failed' and not j.sandbox then
    perform pg_advisory_xact_lock(hashtextextended('domain_runs:' || j.domain, 0));
    select greatest(clock_timestamp(), max(analyzed_at) + interval '1 microsecond') into v_at from domain_runs where domain = j.domain;
    if jsonb_typeof(p->'entity') = 'object' then
      v_entity_id := file_attribution(p->'entity', j.domain, j.confidence, v_at);
    else
      delete from attributions where domain = j.domain and last_analyzed_at <= v_at;
    end if;
    insert into domain_runs (domain, analyzed_at, job_id, account_id, status, entity_id, entity, confidence, registrar, name_servers)
      values (j.domain, v_at, j.id, j.account_id, j.status, v_entity_id, j.entity, coalesce(j.confidence, 0), p->>'registrar',
        array(select jsonb_array_elements_text(coalesce(p->'name_servers', '[]'))));
  end if;
  if j.status = 'failed' and not j.sandbox and j.correlation_id is null then
    perform refund_subject('job:' || j.id, j.account_id, j.id);
  end if;
  with due as (
    update webhook_deliveries set next_attempt_at = clock_timestamp(), event_type = 'analysis.' || j.status
      where subject_id = j.id and state = 'pending' and next_attempt_at is null returning id
  )
  select coalesce(jsonb_agg(id), '[]') into v_due from due;
  return jsonb_build_object('outcome', 'ended', 'job', to_jsonb(j), 'deliveries', v_due);
end $$;
--> statement-breakpoint
-- Takes one analysis in: de-duplicates, covers, inserts, owes the callback, notes the act. Repeating it with the same job id repeats
-- the answer. outcome: created, duplicate, refused, playground_limited, closed.
create function submit_job(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  j jobs;
  v_cover record;
  v_delivery text;
  v_finished jsonb;
  v_sandbox constant jsonb := nullif(p->'sandbox', 'null');
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into j from jobs where id = p->>'job_id';
  if found then
    if j.account_id <> a.id then
      raise exception 'job % belongs to another account', j.id using errcode = '23505';
    end if;
    return jsonb_build_object('outcome', 'created', 'job', to_jsonb(j));
  end if;
  if not coalesce((p->>'force_refresh')::boolean, false) then
    select * into j from jobs
      where account_id = a.id and domain = p->>'domain' and depth = p->>'depth' and status in ('queued', 'running')
      order by id desc limit 1;
    if found then
      v_delivery := owe_delivery(a.id, j.id, p->'delivery');
      return jsonb_build_object('outcome', 'duplicate', 'job', to_jsonb(j));
    end if;
  end if;
  if p->>'playground_limit' is not null and v_sandbox is null then
    if (select count(*) from jobs where account_id = a.id and playground and not sandbox and created_at > clock_timestamp() - interval '1 hour')
        >= (p->>'playground_limit')::integer then
      return jsonb_build_object('outcome', 'playground_limited', 'retry_after_seconds', (
        select ceil(extract(epoch from min(created_at) + interval '1 hour' - clock_timestamp())) from jobs
          where account_id = a.id and playground and not sandbox and created_at > clock_timestamp() - interval '1 hour'));
    end if;
  end if;
  if v_sandbox is null and p->>'correlation_id' is null then
    select * into v_cover from cover_subject('job:' || (p->>'job_id'), a.id, 1, 'analysis', (p->>'quota')::integer, true, p->>'job_id');
    if v_cover.outcome <> 'covered' then
      return jsonb_build_object('outcome', 'refused', 'balance', v_cover.balance, 'opened_recharge', opened_recharge(a.id));
    end if;
  end if;
  insert into jobs (id, account_id, domain, registrable_domain, depth, sandbox, playground, callback_url, bulk_job_id, correlation_id)
    values (p->>'job_id', a.id, p->>'domain', p->>'registrable_domain', p->>'depth', v_sandbox is not null,
      p->>'playground_limit' is not null, p->'delivery'->>'url', p->>'bulk_job_id', p->>'correlation_id')
    returning * into j;
  v_delivery := owe_delivery(a.id, j.id, p->'delivery');
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), a.id, 'analysis.submitted', j.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  if v_sandbox is not null then
    v_finished := finish_job(v_sandbox || jsonb_build_object('job_id', j.id));
    return jsonb_build_object('outcome', 'created', 'job', v_finished->'job', 'deliveries', v_finished->'deliveries');
  end if;
  return jsonb_build_object('outcome', 'created', 'job', to_jsonb(j), 'opened_recharge', v_cover.coverage = 'credit' and opened_recharge(a.id));
end $$;
--> statement-breakpoint
-- Gives a job to one run. The newest claim wins: whoever held it before can write nothing any more. outcome: claimed, terminal, unknown.
create function claim_job(p_job text, p_run_token text) returns jsonb language plpgsql as $$
declare
  j jobs;
begin
  update jobs set
      status = 'running', run_token = p_run_token, runs = runs + (run_token is distinct from p_run_token)::integer,
      started_at = coalesce(started_at, clock_timestamp()), claimed_at = clock_timestamp(), updated_at = clock_timestamp()
    where id = p_job and status in ('queued', 'running') returning * into j;
  if found then
    return jsonb_build_object('outcome', 'claimed', 'job', to_jsonb(j), 'age_ms', (extract(epoch from clock_timestamp() - j.started_at) * 1000)::bigint);
  end if;
  select * into j from jobs where id = p_job;
  if found then
    return jsonb_build_object('outcome', 'terminal', 'job', to_jsonb(j));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;
--> statement-breakpoint
create function take_stale_jobs(p_quiet interval, p_limit integer) returns table (id text, status text, depth text, listed boolean) language sql as $$
  with moving as materialized (
    select b.id from bulk_jobs b where b.status = 'running'
      and exists (select 1 from jobs c where c.bulk_job_id = b.id and c.completed_at > clock_timestamp() - p_quiet)
  )
  update jobs set updated_at = clock_timestamp()
    where jobs.id in (
      select s.id from jobs s where s.status in ('queued', 'running') and s.updated_at < clock_timestamp() - p_quiet
          and (s.status = 'running' or s.bulk_job_id is null or s.bulk_job_id not in (select moving.id from moving))
        order by s.updated_at limit p_limit for update skip locked)
    returning jobs.id, jobs.status, jobs.depth, jobs.bulk_job_id is not null
$$;
--> statement-breakpoint
-- The last resort: jobs that nobody could end. Running past p_running, or waiting past p_queued. Returns what finish_job says of each.
create function fail_overdue_jobs(p_running interval, p_queued interval, p_limit integer) returns setof jsonb language plpgsql as $$
declare
  v_id text;
begin
  for v_id in
    select id from jobs where (status = 'running' and started_at < clock_timestamp() - p_running)
        or (status = 'queued' and created_at < clock_timestamp() - p_queued)
      order by created_at limit p_limit
  loop
    return next finish_job(jsonb_build_object('job_id', v_id, 'status', 'failed', 'error',
      jsonb_build_object('code', 'ANALYSIS_FAILED', 'message', 'The analysis did not end in time.')));
  end loop;
end $$;
--> statement-breakpoint
-- The account of a subject, made at its first call. A later address than the one known replaces it. A closed account's subject gets the
-- closed account back, never a new one. What an erased account of the same address had used this month is carried over.
create function open_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_email constant text := nullif(p->>'email', '');
  v_issued constant timestamptz := coalesce(to_timestamp((p->>'issued_at')::double precision), clock_timestamp());
  v_month constant date := date_trunc('month', clock_timestamp() at time zone 'utc')::date;
  v_carried integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('subject:' || (p->>'subject'), 0));
  select * into a from accounts where closed_subject_digest = subject_digest(p->>'subject');
  if found then
    return to_jsonb(a);
  end if;
  select * into a from accounts where subject = p->>'subject';
  if found then
    if v_email is not null and lower(v_email) is distinct from lower(a.email) and v_issued > coalesce(a.email_as_of, '-infinity') then
      perform release_email(v_email, a.id);
      update accounts set email = v_email, email_as_of = v_issued where id = a.id and closed_at is null returning * into a;
      perform note_act(p, a.id, 'account.email_changed');
    end if;
    return to_jsonb(a);
  end if;
  if v_email is not null then
    perform release_email(v_email, p->>'account_id');
  end if;
  insert into accounts (id, subject, email, email_as_of, name)
    values (p->>'account_id', p->>'subject', v_email, v_issued, p->>'name') returning * into a;
  select max(quota_used) into v_carried from erased_usage
    where email_digest in (select jsonb_array_elements_text(coalesce(p->'email_digests', '[]'))) and period_start = v_month;
  if v_carried > 0 then
    insert into usage_periods (account_id, period_start, used, quota_used, carried) values (a.id, v_month, v_carried, v_carried, v_carried);
  end if;
  perform note_act(p, a.id, 'account.opened');
  return to_jsonb(a);
end $$;
--> statement-breakpoint
-- One row per broken invariant of charges; empty at every instant.
create view charge_audit as
  select 'balance is not the sum of the ledger' as broken, a.id as who
    from accounts a left join (
      select account_id, sum(delta) total, count(*) entries, max(sequence) last_sequence from ledger_entries group by 1
    ) l on l.account_id = a.id
    where a.balance <> coalesce(l.total, 0) or a.ledger_sequence <> coalesce(l.entries, 0) or a.ledger_sequence <> coalesce(l.last_sequence, 0)
  union all
  select 'ledger chain is broken', x.account_id
    from (
      select account_id, sequence, delta, balance_after,
        lag(balance_after, 1, 0::bigint) over w as balance_before, lag(sequence, 1, 0::bigint) over w as sequence_before
      from ledger_entries window w as (partition by account_id order by sequence)
    ) x
    where x.balance_after <> x.balance_before + x.delta or x.sequence <> x.sequence_before + 1
  union all
  select 'charge and refund do not pair', c.subject
    from charges c left join ledger_entries charged on charged.id = c.charge_entry left join ledger_entries refunded on refunded.id = c.refund_entry
    where (c.coverage = 'credit' and (charged.delta <> -c.amount or charged.account_id <> c.account_id))
      or (c.coverage = 'credit' and c.state = 'refunded' and (refunded.id is null or refunded.reverses <> charged.id or refunded.delta <> c.amount))
      or (c.state = 'charged' and (c.refund_entry is not null) <> (c.returned > 0))
      or (c.returned > 0 and (refunded.reverses <> charged.id or refunded.delta <> c.returned))
  union all
  select 'ledger charge without a subject', l.operation_key
    from ledger_entries l where l.operation_key like 'charge:%' and not exists (select 1 from charges c where c.charge_entry = l.id)
  union all
  select 'counter is not the number of live charges', u.account_id || ' ' || u.period_start
    from usage_periods u left join (
      select account_id, period_start,
        count(*) filter (where counted and state = 'charged') counted_live,
        count(*) filter (where coverage = 'quota' and state = 'charged') quota_live,
        count(*) filter (where coverage = 'overage' and state = 'charged') overage_live
      from charges group by 1, 2
    ) c using (account_id, period_start)
    where u.used <> u.carried + coalesce(c.counted_live, 0) or u.quota_used <> u.carried + coalesce(c.quota_live, 0)
      or u.overage <> coalesce(c.overage_live, 0)
  union all
  select 'more quota used than there is', u.account_id || ' ' || u.period_start from usage_periods u where u.quota is not null and u.quota_used - u.carried > greatest(u.quota - u.carried, 0)
  union all
  select 'failed job keeps its charge', j.id from jobs j join charges c on c.subject = 'job:' || j.id where j.status = 'failed' and c.state = 'charged'
  union all
  select 'job without a live charge', j.id
    from jobs j left join charges c on c.subject = 'job:' || j.id
    where j.status <> 'failed' and not j.sandbox and j.correlation_id is null and c.state is distinct from 'charged'
  union all
  select 'recharge succeeded but not granted', r.id
    from recharge_attempts r left join ledger_entries l on l.operation_key = 'stripe:' || r.payment_intent_id
    where r.state = 'succeeded' and (l.id is null or l.delta <> r.credits)
  union all
  select 'several open recharges', account_id from recharge_attempts where state in ('pending', 'processing', 'unknown') group by account_id having count(*) > 1
  union all
  select 'correlation and its charge do not match', k.id
    from correlations k left join charges c on c.subject = 'correlation:' || k.id
    where c.subject is null or c.amount <> k.credits_charged
      or (k.status = 'failed') <> (c.state = 'refunded')
      or c.returned <> case k.status when 'completed' then cardinality(k.unanalyzed) else 0 end;
--> statement-breakpoint
-- The holder of a living key, by its possible digests, with one job of that holder and the job's answer; null when the key is not good.
-- In a function, so that it is planned once a connection and not once a request.
create function job_for_key(p_digests text[], p_job text) returns jsonb language plpgsql stable as $$
declare
  v_held jsonb;
begin
  select jsonb_build_object('key_id', k.id, 'kind', k.kind, 'account_id', a.id, 'tier', a.tier, 'job', to_jsonb(j), 'result', r.result)
    into v_held
    from api_keys k join accounts a on a.id = k.account_id
      left join jobs j on j.id = p_job and j.account_id = a.id
      left join job_results r on r.job_id = j.id
    where k.digest = any (p_digests) and k.revoked_at is null and a.closed_at is null;
  return v_held;
end $$;
