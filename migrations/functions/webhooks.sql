-- State machine of the table webhook_deliveries. docs/states.md shows which function
-- changes which state. The trigger allows only these changes of the state. A call whose reply was
-- lost may be repeated with the same token.

create or replace trigger webhook_deliveries_transitions
  before update of state on webhook_deliveries
  for each row when (old.state is distinct from new.state)
  execute function refuse_transition('state',
    'waiting>pending',
    'pending>leased',
    'pending>deferred',
    'pending>delivered',
    'pending>dead_lettered',
    'leased>pending',
    'leased>delivered',
    'leased>dead_lettered',
    'deferred>pending',
    'deferred>delivered',
    'dead_lettered>pending');

-- Makes the deliveries of an ended subject due. Each delivery stores the account's tier of this
-- moment, because the tier limits what the body may contain.
create or replace function make_deliveries_due(p_subject text, p_event_type text) returns void
language sql as $$
  update webhook_deliveries d set
      state = 'pending', next_attempt_at = clock_timestamp(), event_type = p_event_type,
      tier = a.tier
    from accounts a
    where d.subject_id = p_subject and d.state = 'waiting' and a.id = d.account_id
$$;

-- Returns the id of the delivery that reports the end of a subject to a URL, and creates it at the
-- first call. If the account has no secret for signatures of webhooks, creates one. Returns null
-- and stores nothing if the subject has deliveries to five other URLs: duplicate requests are free,
-- and each could otherwise add one more callback. The caller has locked the account's row.
create or replace function create_delivery(p_account text, p_subject text, p_delivery jsonb)
returns text language plpgsql as $$
declare
  v_urls_max constant integer := 5;
  v_delivery record;
  v_id text;
  v_urls integer;
  v_status text;
begin
  if coalesce(jsonb_typeof(p_delivery), 'null') = 'null' then
    return null;
  end if;
  select * into v_delivery from jsonb_to_record(p_delivery)
    as fields(id text, url text, origin text, secret_sealed text, secret_hint text);
  select min(id) filter (where url = v_delivery.url), count(*) into v_id, v_urls
    from webhook_deliveries where subject_id = p_subject and account_id = p_account;
  if v_id is null and v_urls >= v_urls_max then
    return null;
  end if;
  if v_delivery.secret_sealed is not null then
    update accounts set
        webhook_secret_sealed = v_delivery.secret_sealed,
        webhook_secret_hint = v_delivery.secret_hint
      where id = p_account and webhook_secret_sealed is null;
  end if;
  if v_id is not null then
    return v_id;
  end if;
  -- This query waits for a concurrent transaction that finishes the job. Such a transaction cannot
  -- see this delivery before it is committed, so it would not make the delivery due.
  select status into v_status from jobs where id = p_subject for share;
  insert into webhook_deliveries (id, account_id, subject_id, url, origin)
    values (v_delivery.id, p_account, p_subject, v_delivery.url, v_delivery.origin);
  if v_status in ('completed', 'partial', 'failed') then
    perform make_deliveries_due(p_subject, 'analysis.' || v_status);
  end if;
  return v_delivery.id;
end $$;

-- Creates a delivery that is due now, because its subject (a change, a monitor or feedback) is an
-- event itself. Does nothing without a URL.
create or replace function create_event_delivery(
  p_account text, p_subject text, p_url text, p_origin text, p_event_type text
) returns void language sql as $$
  insert into webhook_deliveries
    (id, account_id, subject_id, url, origin, event_type, tier, state, next_attempt_at)
    select new_id('dlv'), a.id, p_subject, p_url, p_origin, p_event_type, a.tier, 'pending',
        clock_timestamp()
      from accounts a where a.id = p_account and p_url is not null
$$;

-- Returns true if an attempt at delivery d may start now. An account that already has an attempt at
-- the receiver can use only half of the receiver's slots. So an account whose receiver never
-- answers does not stop the callbacks of other accounts to the same receiver.
create or replace function has_free_slot(
  d webhook_deliveries, p_per_account integer, p_per_account_at_origin integer, p_per_origin integer
) returns boolean language plpgsql stable as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_by_account integer;
  v_by_origin integer;
  v_own_at_origin integer;
begin
  select count(*) into v_by_account from webhook_deliveries l
    where l.state = 'leased' and l.account_id = d.account_id and l.lease_until > v_now;
  select count(*), count(*) filter (where l.account_id = d.account_id)
    into v_by_origin, v_own_at_origin from webhook_deliveries l
    where l.state = 'leased' and l.origin = d.origin and l.lease_until > v_now;
  return v_by_account < p_per_account and v_own_at_origin < p_per_account_at_origin
    and v_by_origin < case when v_own_at_origin = 0 then p_per_origin else p_per_origin / 2 end;
end $$;

-- Returns the milliseconds until the next attempt of delivery d. Returns 0 if the attempt is due or
-- if there is none.
create or replace function wait_ms_of(d webhook_deliveries) returns bigint language sql as $$
  select greatest(0, extract(epoch from d.next_attempt_at - clock_timestamp()) * 1000)::bigint
$$;

-- Returns the sealed secrets that sign the account's webhooks now, the newest first.
create or replace function signing_secrets(a accounts) returns text[] language sql stable as $$
  select array_remove(array[a.webhook_secret_sealed, case
    when a.webhook_secret_before_until > clock_timestamp() then a.webhook_secret_before_sealed
  end], null)
$$;

-- Leases the next attempt of a pending delivery to the caller for lease_seconds.
-- Outcomes: claimed, held (leased to another caller), not_due, deferred (the receiver failed
-- repeatedly), busy (too many concurrent attempts; due again within busy_seconds), ended, unknown.
create or replace function claim_delivery(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  d webhook_deliveries;
  v_now timestamptz;
  v_secrets text[];
  v_closed timestamptz;
  v_deferred_until timestamptz;
begin
  select * into p from jsonb_to_record(input)
    as fields(id text, token text, lease_seconds double precision, busy_seconds double precision,
      max_attempts integer, per_account integer, per_account_at_origin integer,
      per_origin integer);
  select * into d from webhook_deliveries where id = p.id;
  -- These locks make claims of one account, and claims for one receiver, run one after another, so
  -- that the number of leases is exact. To avoid deadlocks, locks are taken in this order: account,
  -- receiver, delivery.
  perform pg_advisory_xact_lock(7101, hashtext(d.account_id));
  perform pg_advisory_xact_lock(7102, hashtext(d.origin));
  select * into d from webhook_deliveries where id = p.id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  v_now := clock_timestamp();
  select signing_secrets(a), a.closed_at into v_secrets, v_closed
    from accounts a where a.id = d.account_id;
  if d.state = 'leased' and d.lease_token = p.token and d.lease_until > v_now then
    return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secrets', v_secrets);
  end if;
  if d.state <> 'pending' then
    return jsonb_build_object('outcome', case d.state
      when 'leased' then 'held' when 'deferred' then 'deferred' when 'waiting' then 'not_due'
      else 'ended' end);
  end if;
  if d.attempts >= p.max_attempts or v_closed is not null then
    update webhook_deliveries set
        state = 'dead_lettered', dead_lettered_at = v_now, next_attempt_at = null,
        last_error = case when v_closed is null
          then 'The last attempt was interrupted.' else 'The account is closed.' end
      where id = d.id;
    return jsonb_build_object('outcome', 'ended');
  end if;
  -- A queue message may arrive a little early. It is accepted, because after a refusal it is not
  -- sent again.
  if d.next_attempt_at > v_now + interval '250 milliseconds' then
    return jsonb_build_object('outcome', 'not_due');
  end if;
  select deferred_until into v_deferred_until
    from webhook_origins where account_id = d.account_id and origin = d.origin;
  if v_deferred_until > v_now then
    update webhook_deliveries set state = 'deferred', next_attempt_at = v_deferred_until
      where id = d.id;
    return jsonb_build_object('outcome', 'deferred');
  end if;
  if not has_free_slot(d, p.per_account, p.per_account_at_origin, p.per_origin) then
    -- The random time spreads the next attempts. Otherwise deliveries that were refused together
    -- would all be due again at the same time.
    update webhook_deliveries
      set next_attempt_at = v_now + make_interval(secs => p.busy_seconds * (1 + random()) / 2)
      where id = d.id returning * into d;
    return jsonb_build_object('outcome', 'busy', 'wait_ms', wait_ms_of(d));
  end if;
  update webhook_deliveries set
      state = 'leased', lease_until = v_now + make_interval(secs => p.lease_seconds),
      lease_token = p.token, attempts = attempts + 1, last_attempt_at = v_now
    where id = d.id returning * into d;
  return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secrets', v_secrets);
end $$;

-- Counts a failed attempt at the receiver of delivery d. After p_tolerated failures in a row, the
-- account's deliveries to this receiver wait for p_deferral_seconds. A repeated call counts again.
create or replace function count_origin_failure(
  d webhook_deliveries, p_tolerated integer, p_deferral_seconds double precision
) returns void language sql as $$
  insert into webhook_origins as o (account_id, origin, failures_in_row, updated_at)
    values (d.account_id, d.origin, 1, clock_timestamp())
    on conflict (account_id, origin) do update set
      failures_in_row = o.failures_in_row + 1, updated_at = excluded.updated_at,
      deferred_until = case when o.failures_in_row + 1 >= p_tolerated
        then excluded.updated_at + make_interval(secs => p_deferral_seconds)
        else o.deferred_until end
$$;

-- Ends an attempt with its verdict: delivered, retry (after delay_ms) or dead_letter. If the lease
-- is lost, only the verdict delivered is stored. Any other verdict then has the outcome "late".
create or replace function record_delivery_attempt(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  d webhook_deliveries;
  v_now timestamptz;
  v_counts boolean;
begin
  select * into p from jsonb_to_record(input)
    as fields(id text, token text, generation integer, attempt integer, verdict text,
      delay_ms double precision, response_code integer, duration_ms integer, error text,
      response_excerpt text, origin_failed boolean, failures_tolerated integer,
      deferral_seconds double precision);
  select * into d from webhook_deliveries where id = p.id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  v_now := clock_timestamp();
  insert into webhook_attempts
    (delivery_id, generation, attempt, attempted_at, response_code, duration_ms, error,
      response_excerpt)
    values (d.id, p.generation, p.attempt, v_now - make_interval(secs => p.duration_ms / 1000.0),
      p.response_code, p.duration_ms, p.error, p.response_excerpt)
    on conflict do nothing;
  v_counts := d.generation = p.generation and (d.state = 'leased' and d.lease_token = p.token
    or p.verdict = 'delivered' and d.state in ('pending', 'leased', 'deferred'));
  if v_counts then
    update webhook_deliveries set
        state = case p.verdict
          when 'delivered' then 'delivered' when 'dead_letter' then 'dead_lettered'
          else 'pending' end,
        delivered_at = case when p.verdict = 'delivered' then v_now end,
        dead_lettered_at = case when p.verdict = 'dead_letter' then v_now end,
        next_attempt_at = case when p.verdict = 'retry'
          then v_now + make_interval(secs => p.delay_ms / 1000) end,
        last_response_code = p.response_code, last_error = p.error, lease_until = null
      where id = d.id returning * into d;
    if p.verdict = 'delivered' then
      delete from webhook_origins where account_id = d.account_id and origin = d.origin;
    elsif p.origin_failed then
      perform count_origin_failure(d, p.failures_tolerated, p.deferral_seconds);
    end if;
  end if;
  return jsonb_build_object('state', d.state, 'wait_ms', wait_ms_of(d),
    'outcome', case when v_counts or d.lease_token = p.token then 'recorded' else 'late' end);
end $$;

-- Makes a dead-lettered delivery due again, with as many attempts as a new delivery. The id and the
-- body of the delivery do not change.
create or replace function retry_delivery(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  d webhook_deliveries;
begin
  select * into p from jsonb_to_record(input) as fields(id text, account_id text, token text);
  select * into d from webhook_deliveries where id = p.id and account_id = p.account_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if d.retry_token = p.token then
    return jsonb_build_object('outcome', 'retried', 'hints',
      hints_of('delivery', array(select d.id where d.state = 'pending' and d.attempts = 0)));
  end if;
  if d.state <> 'dead_lettered' then
    return jsonb_build_object('outcome', 'not_dead_lettered');
  end if;
  update webhook_deliveries set
      state = 'pending', next_attempt_at = clock_timestamp(), attempts = 0,
      generation = generation + 1, dead_lettered_at = null, lease_token = null,
      retry_token = p.token
    where id = d.id;
  perform add_audit_entry(input, d.account_id, 'webhook.retried', d.id);
  return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array[d.id]));
end $$;

-- Returns the deliveries that need a queue message: due for longer than p_grace, deferred until
-- now, or with a lease that ended without a result. A delivery is left out if an attempt is just
-- starting or ending. The receivers of accounts take turns with at most p_per_receiver deliveries
-- each, so that many deliveries to one receiver do not delay the others.
create or replace function take_due_deliveries(
  p_grace interval, p_per_receiver integer, p_limit integer
) returns table (id text) language sql as $$
  with due as (
    select w.id, w.state, w.next_attempt_at,
        row_number() over (partition by w.account_id, w.origin order by w.next_attempt_at, w.id)
          as turn
      from webhook_deliveries w
      where w.state = 'leased' and w.lease_until < now()
        or w.state in ('pending', 'deferred') and w.next_attempt_at < now() - p_grace
          and not exists (
            select 1 from webhook_origins o
              where o.account_id = w.account_id and o.origin = w.origin
                and o.deferred_until > now())
  ), locked as (
    select d.id from due join webhook_deliveries d
        on d.id = due.id and d.state = due.state and d.next_attempt_at = due.next_attempt_at
      where due.turn <= p_per_receiver
      order by due.turn limit p_limit for update of d skip locked
  )
  update webhook_deliveries d set
      state = 'pending', next_attempt_at = now(), lease_until = null, lease_token = null
    from locked where d.id = locked.id
    returning d.id
$$;

-- Replaces the secret that signs the account's webhooks. The old secret also signs for the next
-- overlap_hours; an older one signs nothing from now on. A repeated call with the same audit_id
-- changes nothing, because the old secret would be lost. Outcomes: rotated, closed.
create or replace function rotate_webhook_secret(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, sealed text, hint text, overlap_hours integer, audit_id text);
  perform from accounts where id = p.account_id and closed_at is null for no key update;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if exists (select from audit_entries where id = p.audit_id and account_id = p.account_id) then
    return jsonb_build_object('outcome', 'rotated');
  end if;
  update accounts set
      webhook_secret_before_sealed = case
        when p.overlap_hours > 0 then webhook_secret_sealed end,
      webhook_secret_before_until = case
        when p.overlap_hours > 0 and webhook_secret_sealed is not null
          then clock_timestamp() + make_interval(hours => p.overlap_hours) end,
      webhook_secret_sealed = p.sealed, webhook_secret_hint = p.hint
    where id = p.account_id;
  perform add_audit_entry(input, p.account_id, 'webhook_secret.rotated');
  return jsonb_build_object('outcome', 'rotated');
end $$;

-- Deletes at most p_limit log entries of attempts and at most p_limit failure counts of receivers.
-- Both must be older than p_age. Returns the number of deleted log entries.
create or replace function purge_webhook_attempts(p_age interval, p_limit integer) returns integer
language plpgsql as $$
declare
  v_deleted integer;
begin
  delete from webhook_origins where ctid in (
    select o.ctid from webhook_origins o where o.updated_at < now() - p_age limit p_limit);
  delete from webhook_attempts where ctid in (
    select a.ctid from webhook_attempts a where a.attempted_at < now() - p_age limit p_limit);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;
