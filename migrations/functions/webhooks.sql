-- Functions that deliver webhook events. If the reply of a call is lost, the caller may repeat the
-- call with the same token.

-- Makes the webhook deliveries of a finished job, bulk job or correlation due now. A delivery that
-- already has a time for its next attempt is not changed. Each delivery stores the current tier of
-- the account, because the webhook contains more of the result in a higher tier.
create or replace function make_deliveries_due(p_subject text, p_event_type text) returns void language sql as $$
  update webhook_deliveries d set next_attempt_at = clock_timestamp(), event_type = p_event_type, tier = a.tier
    from accounts a
    where d.subject_id = p_subject and d.state = 'pending' and d.next_attempt_at is null and a.id = d.account_id
$$;

-- Returns the id of the webhook delivery that reports the end of a job, bulk job or correlation to
-- a URL. The first call creates the delivery. If the job has already ended, the delivery is due
-- now. Stores the secret that signs webhooks if the account has none. Returns null and stores
-- nothing if the subject already has deliveries to five other URLs: one free duplicate request
-- after another could otherwise send any number of callbacks. The caller has locked the account's
-- row.
create or replace function create_delivery(p_account text, p_subject text, p_delivery jsonb) returns text
language plpgsql as $$
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
  select min(id) filter (where url = v_delivery.url), count(*) into v_id, v_urls from webhook_deliveries
    where subject_id = p_subject and account_id = p_account;
  if v_id is null and v_urls >= v_urls_max then
    return null;
  end if;
  if v_delivery.secret_sealed is not null then
    update accounts set webhook_secret_sealed = v_delivery.secret_sealed, webhook_secret_hint = v_delivery.secret_hint
      where id = p_account and webhook_secret_sealed is null;
  end if;
  if v_id is not null then
    return v_id;
  end if;
  -- This query waits for a concurrent transaction that finishes the job. That transaction cannot
  -- see this uncommitted webhook delivery, so it would not make the delivery due.
  select status into v_status from jobs where id = p_subject for share;
  insert into webhook_deliveries (id, account_id, subject_id, url, origin)
    values (v_delivery.id, p_account, p_subject, v_delivery.url, v_delivery.origin);
  if v_status in ('completed', 'partial', 'failed') then
    perform make_deliveries_due(p_subject, 'analysis.' || v_status);
  end if;
  return v_delivery.id;
end $$;

-- Creates a due webhook delivery about an event of a monitor. Does nothing without a URL.
create or replace function create_event_delivery(
  p_account text, p_subject text, p_url text, p_origin text, p_event_type text
) returns void language sql as $$
  insert into webhook_deliveries (id, account_id, subject_id, url, origin, event_type, tier, next_attempt_at)
    select new_id('dlv'), a.id, p_subject, p_url, p_origin, p_event_type, a.tier, clock_timestamp()
      from accounts a where a.id = p_account and p_url is not null
$$;

-- The functions below copy the parameter p_origin to a variable with the collation of the column
-- origin. An id has the collation C, and Postgres gives it to all text parameters of a call. With
-- another collation than its column, a parameter cannot be searched for in an index, so each call
-- would read all leased or all waiting deliveries.

-- Locks the account and the webhook receiver (origin of the URL), so that webhook attempts start
-- and end one after another and the number of concurrent attempts is exact. To avoid deadlocks,
-- locks are taken in this order: account, receiver, row of the delivery.
create or replace function lock_delivery_slots(p_account text, p_origin text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7101, hashtext(p_account));
  perform pg_advisory_xact_lock(7102, hashtext(p_origin));
end $$;

-- Takes the locks of lock_delivery_slots for several deliveries: first all accounts, then all
-- receivers, each in the order of the keys, so that two calls for some of the same accounts and
-- receivers cannot wait for each other.
create or replace function lock_slots_of_deliveries(p_ids text[]) returns void language plpgsql as $$
declare
  v_accounts integer[];
  v_origins integer[];
  v_id text;
  v_key integer;
begin
  -- One query for each id, because a plan for an array of ids, made while the table was small,
  -- reads the whole table.
  foreach v_id in array p_ids loop
    select v_accounts || hashtext(d.account_id), v_origins || hashtext(d.origin) into v_accounts, v_origins
      from webhook_deliveries d where d.id = v_id;
  end loop;
  for v_key in select distinct key from unnest(v_accounts) key order by key loop
    perform pg_advisory_xact_lock(7101, v_key);
  end loop;
  for v_key in select distinct key from unnest(v_origins) key order by key loop
    perform pg_advisory_xact_lock(7102, v_key);
  end loop;
end $$;

-- Returns true if an account may start another attempt at a receiver (origin of the URL). The
-- second half of the receiver's slots is only for accounts without an attempt there. So an account
-- whose receiver never answers holds a few slots, and the callbacks of other accounts to the same
-- receiver do not wait for it.
create or replace function has_free_slot(
  p_account text, p_origin text, p_per_account integer, p_per_account_at_origin integer, p_per_origin integer
) returns boolean language plpgsql stable as $$
declare
  v_origin constant text collate "default" := p_origin;
  v_now constant timestamptz := clock_timestamp();
  v_by_account integer;
  v_by_origin integer;
  v_own_at_origin integer;
begin
  select count(*) into v_by_account from webhook_deliveries where account_id = p_account and lease_until > v_now;
  select count(*), count(*) filter (where account_id = p_account) into v_by_origin, v_own_at_origin
    from webhook_deliveries where origin = v_origin and lease_until > v_now;
  return v_by_account < p_per_account and v_own_at_origin < p_per_account_at_origin
    and v_by_origin < case when v_own_at_origin = 0 then p_per_origin else p_per_origin / 2 end;
end $$;

-- Reserves the next attempt of a due webhook delivery for lease_seconds, for the process that chose
-- "token". Outcomes: claimed, held (by another process), not_due, busy (too many concurrent
-- deliveries of the account or to the receiver), deferred (the receiver has failed repeatedly),
-- ended (not pending), unknown.
create or replace function claim_delivery(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  d webhook_deliveries;
  o webhook_origins;
  v_now timestamptz;
  v_secret text;
  v_closed timestamptz;
begin
  select * into p from jsonb_to_record(input)
    as fields(id text, token text, lease_seconds double precision, max_attempts integer, per_account integer,
      per_account_at_origin integer, per_origin integer);
  select * into d from webhook_deliveries where id = p.id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if d.state <> 'pending' or d.next_attempt_at is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  perform lock_delivery_slots(d.account_id, d.origin);
  select * into d from webhook_deliveries where id = d.id for update;
  v_now := clock_timestamp();
  select webhook_secret_sealed, closed_at into v_secret, v_closed from accounts where id = d.account_id;
  select * into o from webhook_origins where account_id = d.account_id and origin = d.origin;
  if d.state <> 'pending' or d.next_attempt_at is null then
    return jsonb_build_object('outcome', 'ended');
  end if;
  if d.lease_until > v_now then
    if d.lease_token = p.token then
      return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secret', v_secret);
    end if;
    return jsonb_build_object('outcome', 'held');
  end if;
  -- The delivery fails if the account is closed or no attempt is left. In the second case, a crash
  -- has lost the result of the last attempt.
  if d.attempts >= p.max_attempts or v_closed is not null then
    update webhook_deliveries set
        state = 'dead_lettered', dead_lettered_at = v_now, next_attempt_at = null, lease_until = null, waiting = false,
        last_error = case
          when v_closed is null then 'The last attempt was interrupted.' else 'The account is closed.' end
      where id = d.id;
    return jsonb_build_object('outcome', 'ended');
  end if;
  -- A queue message that arrives up to 250 ms early is accepted, because the message is not sent
  -- again after a refusal.
  if d.next_attempt_at > v_now + interval '250 milliseconds' then
    return jsonb_build_object('outcome', 'not_due');
  end if;
  if o.deferred_until > v_now then
    update webhook_deliveries set next_attempt_at = o.deferred_until, waiting = false, handed_out_at = null
      where id = d.id;
    return jsonb_build_object('outcome', 'deferred');
  end if;
  if not has_free_slot(d.account_id, d.origin, p.per_account, p.per_account_at_origin, p.per_origin) then
    update webhook_deliveries set waiting = true, handed_out_at = null where id = d.id;
    return jsonb_build_object('outcome', 'busy');
  end if;
  update webhook_deliveries set
      attempts = attempts + 1, last_attempt_at = v_now, lease_until = v_now + make_interval(secs => p.lease_seconds),
      lease_token = p.token, waiting = false, handed_out_at = null
    where id = d.id returning * into d;
  return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secret', v_secret);
end $$;

-- Calls claim_delivery for each of the ids, in one transaction. Returns the outcomes, each with its
-- id.
create or replace function claim_deliveries(input jsonb) returns jsonb language plpgsql as $$
declare
  v_ids constant text[] := array(select distinct id from jsonb_array_elements_text(input->'ids') id order by id);
  v_id text;
  v_claims jsonb := '[]';
begin
  perform lock_slots_of_deliveries(v_ids);
  foreach v_id in array v_ids loop
    v_claims := v_claims || jsonb_build_array(
      claim_delivery(input || jsonb_build_object('id', v_id)) || jsonb_build_object('id', v_id));
  end loop;
  return v_claims;
end $$;

-- Stores the body of a webhook delivery at the first call and returns the stored body at every
-- call, so that all attempts send the same body. Returns null for an unknown delivery.
create or replace function freeze_delivery_body(p_id text, p_body text) returns text language plpgsql as $$
declare
  v_body text;
begin
  update webhook_deliveries set body = p_body where id = p_id and body is null;
  select body into v_body from webhook_deliveries where id = p_id;
  return v_body;
end $$;

-- Calls freeze_delivery_body for each pair of id and body. Returns the pairs of id and stored body.
create or replace function freeze_delivery_bodies(input jsonb) returns jsonb language plpgsql as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', b.id, 'body', freeze_delivery_body(b.id, b.body)))
      from jsonb_to_recordset(input->'bodies') as b(id text, body text)
  ), '[]');
end $$;

-- Returns the next account after p_account, in the cyclic order of ids, that has a waiting delivery
-- to a receiver. An index contains each account's deliveries together, so many deliveries of one
-- account do not slow down the search. A plan that Postgres made while no delivery was waiting
-- would take any index of waiting deliveries, and later read all of them. So the condition on
-- next_attempt_at, which always holds, fits only the index that begins with the receiver.
create or replace function next_waiting_account(p_origin text, p_account text) returns text
language plpgsql stable as $$
declare
  v_origin constant text collate "default" := p_origin;
begin
  return coalesce(
    (select w.account_id from webhook_deliveries w
      where w.waiting and w.next_attempt_at is not null and w.origin = v_origin and w.account_id > p_account
      order by w.account_id limit 1),
    (select w.account_id from webhook_deliveries w
      where w.waiting and w.next_attempt_at is not null and w.origin = v_origin
      order by w.account_id limit 1));
end $$;

-- Returns the next receiver after p_origin, in alphabetical and cyclic order, that an account has a
-- waiting delivery to. The condition on the state, which always holds, fits only the index that
-- begins with the account.
create or replace function next_waiting_origin(p_account text, p_origin text) returns text
language plpgsql stable as $$
declare
  v_origin constant text collate "default" := p_origin;
begin
  return coalesce(
    (select w.origin from webhook_deliveries w
      where w.waiting and w.state = 'pending' and w.account_id = p_account and w.origin > v_origin
      order by w.origin limit 1),
    (select w.origin from webhook_deliveries w
      where w.waiting and w.state = 'pending' and w.account_id = p_account
      order by w.origin limit 1));
end $$;

-- Removes an account's oldest waiting delivery to a receiver from the waiting deliveries, so that
-- the caller can send its queue message. Returns its id, or null if the account may not start an
-- attempt at the receiver now.
create or replace function take_waiting_delivery(
  p_account text, p_origin text, p_per_account integer, p_per_account_at_origin integer, p_per_origin integer
) returns text language plpgsql as $$
declare
  v_origin constant text collate "default" := p_origin;
  v_now constant timestamptz := clock_timestamp();
  v_id text;
begin
  if not has_free_slot(p_account, p_origin, p_per_account, p_per_account_at_origin, p_per_origin)
      or exists (select 1 from webhook_origins o
        where o.account_id = p_account and o.origin = v_origin and o.deferred_until > v_now) then
    return null;
  end if;
  select w.id into v_id from webhook_deliveries w
    where w.waiting and w.origin = v_origin and w.account_id = p_account and w.next_attempt_at <= v_now
    order by w.next_attempt_at limit 1 for update of w skip locked;
  update webhook_deliveries set waiting = false, handed_out_at = v_now where id = v_id;
  return v_id;
end $$;

-- Finds waiting webhook deliveries that may start after an attempt of p_account at p_origin has
-- ended: one to the same receiver and one of the same account to another receiver. Accounts (and
-- receivers) take turns: the search begins after p_account (p_origin). Returns queue messages. The
-- caller holds the locks of lock_delivery_slots.
create or replace function assign_free_slots(
  p_account text, p_origin text, p_per_account integer, p_per_account_at_origin integer, p_per_origin integer
) returns jsonb language plpgsql as $$
declare
  v_steps_max constant integer := 100;
  v_at_origin text;
  v_elsewhere text;
  v_account text := p_account;
  v_first_account text;
  v_origin text := p_origin;
  v_first_origin text;
begin
  for v_step in 1..v_steps_max loop
    v_account := next_waiting_account(p_origin, v_account);
    exit when v_account is null or v_account = v_first_account;
    v_first_account := coalesce(v_first_account, v_account);
    v_at_origin := take_waiting_delivery(
      v_account, p_origin, p_per_account, p_per_account_at_origin, p_per_origin);
    exit when v_at_origin is not null;
  end loop;
  for v_step in 1..v_steps_max loop
    v_origin := next_waiting_origin(p_account, v_origin);
    exit when v_origin is null or v_origin = p_origin or v_origin = v_first_origin;
    v_first_origin := coalesce(v_first_origin, v_origin);
    v_elsewhere := take_waiting_delivery(
      p_account, v_origin, p_per_account, p_per_account_at_origin, p_per_origin);
    exit when v_elsewhere is not null;
  end loop;
  return hints_of('delivery', array[v_at_origin, v_elsewhere]);
end $$;

-- Counts a failed webhook attempt for a receiver (origin of the URL). After p_tolerated failures in
-- a row, the account's deliveries to this receiver wait for p_deferral_seconds. A repeated call
-- counts again. The caller holds the locks of lock_delivery_slots.
create or replace function count_origin_failure(
  p_account text, p_origin text, p_tolerated integer, p_deferral_seconds double precision, p_now timestamptz
) returns void language plpgsql as $$
declare
  v_origin constant text collate "default" := p_origin;
  v_failures integer;
begin
  insert into webhook_origins (account_id, origin, failures_in_row, updated_at)
    values (p_account, p_origin, 1, p_now)
    on conflict (account_id, origin) do update set
        failures_in_row = webhook_origins.failures_in_row + 1, updated_at = p_now
    returning failures_in_row into v_failures;
  if v_failures >= p_tolerated then
    update webhook_origins set deferred_until = p_now + make_interval(secs => p_deferral_seconds)
      where account_id = p_account and origin = v_origin;
  end if;
end $$;

-- Stores the result of a webhook attempt (verdict: delivered, retry after delay_ms, or
-- dead_letter). Returns the queue messages for deliveries that can start now. If the process has
-- lost its reservation of the delivery, only a success is stored; any other verdict gets the
-- outcome "late".
create or replace function record_delivery_attempt(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  d webhook_deliveries;
  v_now timestamptz;
  v_is_holder boolean;
begin
  select * into p from jsonb_to_record(input)
    as fields(id text, token text, generation integer, attempt integer, verdict text, delay_ms double precision,
      response_code integer, duration_ms integer, error text, response_excerpt text, origin_failed boolean,
      failures_tolerated integer, deferral_seconds double precision, per_account integer,
      per_account_at_origin integer, per_origin integer);
  select * into d from webhook_deliveries where id = p.id;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform lock_delivery_slots(d.account_id, d.origin);
  select * into d from webhook_deliveries where id = d.id for update;
  v_now := clock_timestamp();
  insert into webhook_attempts
    (delivery_id, generation, attempt, attempted_at, response_code, duration_ms, error, response_excerpt)
    values (d.id, p.generation, p.attempt, v_now - make_interval(secs => p.duration_ms / 1000.0),
      p.response_code, p.duration_ms, p.error, p.response_excerpt)
    on conflict do nothing;
  v_is_holder := d.state = 'pending' and d.generation = p.generation
    and ((d.lease_token = p.token and d.lease_until is not null) or p.verdict = 'delivered');
  if v_is_holder then
    update webhook_deliveries set
        state = case p.verdict
          when 'delivered' then 'delivered' when 'dead_letter' then 'dead_lettered' else 'pending' end,
        delivered_at = case when p.verdict = 'delivered' then v_now end,
        dead_lettered_at = case when p.verdict = 'dead_letter' then v_now end,
        next_attempt_at = case when p.verdict = 'retry' then v_now + make_interval(secs => p.delay_ms / 1000) end,
        last_response_code = p.response_code, last_error = p.error, lease_until = null, waiting = false
      where id = d.id returning * into d;
    if p.verdict = 'delivered' then
      delete from webhook_origins where account_id = d.account_id and origin = d.origin;
    elsif p.origin_failed then
      perform count_origin_failure(d.account_id, d.origin, p.failures_tolerated, p.deferral_seconds, v_now);
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when v_is_holder or d.lease_token = p.token then 'recorded' else 'late' end, 'state', d.state,
    'wait_ms', greatest(0, extract(epoch from d.next_attempt_at - clock_timestamp()) * 1000)::bigint,
    'hints', assign_free_slots(
      d.account_id, d.origin, p.per_account, p.per_account_at_origin, p.per_origin));
end $$;

-- Calls record_delivery_attempt for each of the attempts, in one transaction. Returns the outcomes
-- in the same order.
create or replace function record_delivery_attempts(input jsonb) returns jsonb language plpgsql as $$
declare
  v_attempt jsonb;
  v_outcomes jsonb := '[]';
begin
  perform lock_slots_of_deliveries(array(select attempt->>'id' from jsonb_array_elements(input->'attempts') attempt));
  for v_attempt in select attempt from jsonb_array_elements(input->'attempts') attempt loop
    v_outcomes := v_outcomes || jsonb_build_array(record_delivery_attempt(input - 'attempts' || v_attempt));
  end loop;
  return v_outcomes;
end $$;

-- Makes a webhook delivery that has failed all attempts (dead letter) due again, with all attempts
-- available. The id and the body of the delivery stay. A repeated call with the same token also has
-- the outcome "retried".
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
    return jsonb_build_object('outcome', 'retried',
      'hints', hints_of('delivery', array(select d.id where d.state = 'pending' and d.attempts = 0)));
  end if;
  if d.state <> 'dead_lettered' then
    return jsonb_build_object('outcome', 'not_dead_lettered');
  end if;
  update webhook_deliveries set
      state = 'pending', attempts = 0, generation = generation + 1, next_attempt_at = clock_timestamp(),
      dead_lettered_at = null, lease_until = null, lease_token = null, waiting = false, handed_out_at = null,
      retry_token = p.token
    where id = d.id;
  perform add_audit_entry(input, d.account_id, 'webhook.retried', d.id);
  return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array[d.id]));
end $$;

-- Returns due webhook deliveries that were never sent or whose queue message was lost. At most
-- p_per_origin deliveries of each account and receiver are returned, so that the long queue of one
-- receiver does not delay others. Accounts take turns, so that many deliveries of one account do
-- not use up p_limit. A returned delivery is returned again only after p_quiet. A delivery whose
-- row is locked is left out, because an attempt at it starts or ends at this moment.
create or replace function take_due_deliveries(
  p_grace interval, p_quiet interval, p_per_origin integer, p_limit integer
) returns table (id text) language sql as $$
  with due as (
    select w.id, w.account_id, w.waiting, w.next_attempt_at,
        row_number() over (partition by w.account_id, w.origin order by w.next_attempt_at, w.id) as turn
      from webhook_deliveries w
      where w.state = 'pending' and w.next_attempt_at < now() - p_grace
        and (w.lease_until is null or w.lease_until < now())
        and (w.handed_out_at is null or w.handed_out_at < now() - p_quiet)
        and not exists (
          select 1 from webhook_origins o
            where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > now())
  ), chosen as (
    select due.id, turn <= p_per_origin as sent from due
      where turn <= p_per_origin or not waiting
      order by row_number() over (partition by due.account_id order by turn, next_attempt_at), next_attempt_at
      limit p_limit
  ), locked as (
    select d.id, c.sent from webhook_deliveries d join chosen c on c.id = d.id
      where d.state = 'pending' and (d.lease_until is null or d.lease_until < now())
        and (d.handed_out_at is null or d.handed_out_at < now() - p_quiet)
      for update of d skip locked
  ), updated as (
    update webhook_deliveries d set waiting = not l.sent, handed_out_at = case when l.sent then now() end
      from locked l where d.id = l.id
      returning d.id, l.sent
  )
  select updated.id from updated where updated.sent
$$;

-- Replaces the secret that signs the account's webhooks. The old secret is not used any more. A
-- repeated call with the same audit_id adds no second audit entry. Outcomes: rotated, closed (no
-- open account).
create or replace function rotate_webhook_secret(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
begin
  select * into p from jsonb_to_record(input) as fields(account_id text, sealed text, hint text);
  update accounts set webhook_secret_sealed = p.sealed, webhook_secret_hint = p.hint
    where id = p.account_id and closed_at is null;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  perform add_audit_entry(input, p.account_id, 'webhook_secret.rotated');
  return jsonb_build_object('outcome', 'rotated');
end $$;

-- Deletes at most p_limit log entries of webhook attempts, and at most p_limit failure counts of
-- receivers, all older than p_age. Returns the number of deleted log entries. A repeated call
-- deletes further rows.
create or replace function purge_webhook_attempts(p_age interval, p_limit integer) returns integer
language plpgsql as $$
declare
  v_deleted integer;
begin
  delete from webhook_origins
    where ctid in (select o.ctid from webhook_origins o where o.updated_at < now() - p_age limit p_limit);
  delete from webhook_attempts
    where ctid in (select a.ctid from webhook_attempts a where a.attempted_at < now() - p_age limit p_limit);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;
