-- Deliveries of webhooks: owed, made due, claimed, recorded, retried, swept. Each function is one statement for its caller and safe to
-- repeat when the reply was lost: a claim and a retry carry a token by which the repetition is known.

-- Makes the deliveries of a finished subject due at once. Each keeps the tier that its account has at this moment, because the tier decides
-- how much of the result the body shows.
create or replace function make_deliveries_due(p_subject text, p_event_type text) returns void language sql as $$
  update webhook_deliveries d set next_attempt_at = clock_timestamp(), event_type = p_event_type, tier = a.tier
    from accounts a
    where d.subject_id = p_subject and d.state = 'pending' and d.next_attempt_at is null and a.id = d.account_id
$$;

-- Records a callback owed for a subject; the same address twice is owed once. Gives the account its first signing secret where it has
-- none. The caller holds the account's row. A job that has ended meanwhile makes the delivery due at once. Returns the delivery's id.
create or replace function create_delivery(p_account text, p_subject text, p_delivery jsonb) returns text language plpgsql as $$
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
  insert into webhook_deliveries (id, account_id, subject_id, url, origin)
    values (v_id, p_account, p_subject, p_delivery->>'url', p_delivery->>'origin');
  if v_status in ('completed', 'partial', 'failed') then
    perform make_deliveries_due(p_subject, 'analysis.' || v_status);
  end if;
  return v_id;
end $$;

-- Claims and records of one account or one origin come one after another, so that slots are counted and handed over without a gap.
-- Lock order: the account, then the origin, then the delivery's row.
create or replace function lock_delivery_slots(p_account text, p_origin text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7101, hashtext(p_account));
  perform pg_advisory_xact_lock(7102, hashtext(p_origin));
end $$;

-- Gives one attempt at a delivery to the holder of p.token, for p.lease_seconds, when it is due and its account and origin have a slot
-- free. outcome: claimed; held, not_due, busy, deferred (each costs no attempt); ended, unknown.
create or replace function claim_delivery(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  o webhook_origins;
  v_now timestamptz;
  v_by_account integer;
  v_by_origin integer;
  v_secret text;
  v_closed timestamptz;
begin
  select * into d from webhook_deliveries where id = p->>'id';
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
    if d.lease_token = p->>'token' then
      return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secret', v_secret);
    end if;
    return jsonb_build_object('outcome', 'held');
  end if;
  -- A crash may have taken the record of the last attempt with it, and a closed account is owed nothing.
  if d.attempts >= (p->>'max_attempts')::integer or v_closed is not null then
    update webhook_deliveries set
        state = 'dead_lettered', dead_lettered_at = v_now, next_attempt_at = null, lease_until = null, waiting = false,
        last_error = case when v_closed is null then 'The last attempt was interrupted.' else 'The account is closed.' end
      where id = d.id;
    return jsonb_build_object('outcome', 'ended');
  end if;
  -- A quarter of a second of grace: a message must not be lost because it came a moment early.
  if d.next_attempt_at > v_now + interval '250 milliseconds' then
    return jsonb_build_object('outcome', 'not_due');
  end if;
  if o.deferred_until > v_now then
    update webhook_deliveries set next_attempt_at = o.deferred_until, waiting = false, handed_out_at = null where id = d.id;
    return jsonb_build_object('outcome', 'deferred');
  end if;
  select count(*) into v_by_account from webhook_deliveries where account_id = d.account_id and lease_until > v_now;
  select count(*) into v_by_origin from webhook_deliveries where origin = d.origin and lease_until > v_now;
  if v_by_account >= (p->>'per_account')::integer or v_by_origin >= (p->>'per_origin')::integer then
    update webhook_deliveries set waiting = true, handed_out_at = null where id = d.id;
    return jsonb_build_object('outcome', 'busy');
  end if;
  update webhook_deliveries set
      attempts = attempts + 1, last_attempt_at = v_now, lease_until = v_now + make_interval(secs => (p->>'lease_seconds')::double precision),
      lease_token = p->>'token', waiting = false, handed_out_at = null
    where id = d.id returning * into d;
  return jsonb_build_object('outcome', 'claimed', 'delivery', to_jsonb(d), 'secret', v_secret);
end $$;

-- Stores a delivery's body the first time; ever after gives back what was stored. Null for an unknown delivery.
create or replace function freeze_delivery_body(p_id text, p_body text) returns text language plpgsql as $$
declare
  v_body text;
begin
  update webhook_deliveries set body = p_body where id = p_id and body is null;
  select body into v_body from webhook_deliveries where id = p_id;
  return v_body;
end $$;

-- Takes the longest waiting delivery of an origin, and that of an account to its other origins, where each finds a slot free. The caller holds
-- the locks of the slots. Returns the hints.
create or replace function pass_on_slots(p_account text, p_origin text, p_per_account integer, p_per_origin integer) returns jsonb language plpgsql as $$
declare
  v_now constant timestamptz := clock_timestamp();
  v_ids text[] := '{}';
  v_id text;
begin
  select w.id into v_id from webhook_deliveries w
    where w.waiting and w.origin = p_origin and w.state = 'pending' and w.next_attempt_at <= v_now
      and (select count(*) from webhook_deliveries l where l.account_id = w.account_id and l.lease_until > v_now) < p_per_account
      and not exists (select 1 from webhook_origins o where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > v_now)
    order by w.next_attempt_at limit 1 for update of w skip locked;
  v_ids := v_ids || v_id;
  select w.id into v_id from webhook_deliveries w
    where w.waiting and w.account_id = p_account and w.state = 'pending' and w.next_attempt_at <= v_now and w.origin <> p_origin
      and (select count(*) from webhook_deliveries l where l.origin = w.origin and l.lease_until > v_now) < p_per_origin
      and not exists (select 1 from webhook_origins o where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > v_now)
    order by w.next_attempt_at limit 1 for update of w skip locked;
  v_ids := array_remove(v_ids || v_id, null);
  update webhook_deliveries set waiting = false, handed_out_at = v_now where id = any (v_ids) and waiting;
  return hints_of('delivery', v_ids);
end $$;

-- Records the outcome of an attempt: its log entry, the delivery's next state, the failures of the origin, and hands the slot over. p.then is
-- delivered, retry (with p.delay_ms) or dead_letter. Only the claim's holder moves the delivery, except that a success that comes late is
-- still a success. outcome: recorded, late, unknown. Returns the state and the wait; the hints name the deliveries that get its slot.
create or replace function record_delivery_attempt(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
  v_now timestamptz;
  v_mine boolean;
  v_failures integer;
begin
  select * into d from webhook_deliveries where id = p->>'id';
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  perform lock_delivery_slots(d.account_id, d.origin);
  select * into d from webhook_deliveries where id = d.id for update;
  v_now := clock_timestamp();
  insert into webhook_attempts (delivery_id, generation, attempt, attempted_at, response_code, duration_ms, error, response_excerpt)
    values (d.id, (p->>'generation')::integer, (p->>'attempt')::integer, v_now - make_interval(secs => (p->>'duration_ms')::double precision / 1000),
      (p->>'response_code')::integer, (p->>'duration_ms')::integer, p->>'error', p->>'response_excerpt')
    on conflict do nothing;
  v_mine := d.state = 'pending' and d.generation = (p->>'generation')::integer
    and ((d.lease_token = p->>'token' and d.lease_until is not null) or p->>'then' = 'delivered');
  if v_mine then
    update webhook_deliveries set
        state = case p->>'then' when 'delivered' then 'delivered' when 'dead_letter' then 'dead_lettered' else 'pending' end,
        delivered_at = case when p->>'then' = 'delivered' then v_now end,
        dead_lettered_at = case when p->>'then' = 'dead_letter' then v_now end,
        next_attempt_at = case when p->>'then' = 'retry' then v_now + make_interval(secs => (p->>'delay_ms')::double precision / 1000) end,
        last_response_code = (p->>'response_code')::integer, last_error = p->>'error', lease_until = null, waiting = false
      where id = d.id returning * into d;
    if p->>'then' = 'delivered' then
      delete from webhook_origins where account_id = d.account_id and origin = d.origin;
    elsif (p->>'origin_failed')::boolean then
      insert into webhook_origins (account_id, origin, failures_in_row, updated_at) values (d.account_id, d.origin, 1, v_now)
        on conflict (account_id, origin) do update set failures_in_row = webhook_origins.failures_in_row + 1, updated_at = v_now
        returning failures_in_row into v_failures;
      if v_failures >= (p->>'failures_tolerated')::integer then
        update webhook_origins set deferred_until = v_now + make_interval(secs => (p->>'deferral_seconds')::double precision)
          where account_id = d.account_id and origin = d.origin;
      end if;
    end if;
  end if;
  return jsonb_build_object(
    'outcome', case when v_mine or d.lease_token = p->>'token' then 'recorded' else 'late' end, 'state', d.state,
    'wait_ms', greatest(0, extract(epoch from d.next_attempt_at - clock_timestamp()) * 1000)::bigint,
    'hints', pass_on_slots(d.account_id, d.origin, (p->>'per_account')::integer, (p->>'per_origin')::integer));
end $$;

-- Puts a dead-lettered delivery of the account back to pending, due now, with its attempts to spend again. The frozen body and the id
-- stay. outcome: retried, not_dead_lettered, unknown.
create or replace function retry_delivery(p jsonb) returns jsonb language plpgsql as $$
declare
  d webhook_deliveries;
begin
  select * into d from webhook_deliveries where id = p->>'id' and account_id = p->>'account_id' for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if d.retry_token = p->>'token' then
    return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array(select d.id where d.state = 'pending' and d.attempts = 0)));
  end if;
  if d.state <> 'dead_lettered' then
    return jsonb_build_object('outcome', 'not_dead_lettered');
  end if;
  update webhook_deliveries set
      state = 'pending', attempts = 0, generation = generation + 1, next_attempt_at = clock_timestamp(), dead_lettered_at = null,
      lease_until = null, lease_token = null, waiting = false, handed_out_at = null, retry_token = p->>'token'
    where id = d.id;
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id)
    values (new_id('aud'), d.account_id, 'webhook.retried', d.id, p->>'key_id', p->>'address_prefix', p->>'request_id');
  return jsonb_build_object('outcome', 'retried', 'hints', hints_of('delivery', array[d.id]));
end $$;

-- Deliveries that are due and were not sent, or whose message or attempt was lost: as many of each (account, origin) as it has slots.
-- The others of a long queue are made to wait for a slot, which wakes them one by one: so it is never in front of anybody else's.
create or replace function take_due_deliveries(p_grace interval, p_quiet interval, p_per_origin integer, p_limit integer) returns table (id text)
language sql as $$
  with due as (
    select w.id, w.waiting, w.next_attempt_at, row_number() over (partition by w.account_id, w.origin order by w.next_attempt_at, w.id) as place
      from webhook_deliveries w
      where w.state = 'pending' and w.next_attempt_at < now() - p_grace and (w.lease_until is null or w.lease_until < now())
        and (w.handed_out_at is null or w.handed_out_at < now() - p_quiet)
        and not exists (select 1 from webhook_origins o where o.account_id = w.account_id and o.origin = w.origin and o.deferred_until > now())
  ), chosen as (
    select due.id, place <= p_per_origin as sent from due where place <= p_per_origin or not waiting order by place, next_attempt_at limit p_limit
  ), moved as (
    update webhook_deliveries d set waiting = not c.sent, handed_out_at = case when c.sent then now() end
      from chosen c
      where d.id = c.id and d.state = 'pending' and (d.lease_until is null or d.lease_until < now())
        and (d.handed_out_at is null or d.handed_out_at < now() - p_quiet)
      returning d.id, c.sent
  )
  select moved.id from moved where moved.sent
$$;

-- Replaces the account's signing secret; the one before is good for nothing from this moment. Noted once, however often it is repeated.
create or replace function rotate_webhook_secret(p jsonb) returns jsonb language plpgsql as $$
begin
  update accounts set webhook_secret_sealed = p->>'sealed', webhook_secret_hint = p->>'hint' where id = p->>'account_id' and closed_at is null;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  insert into audit_entries (id, account_id, action, key_id, address_prefix, request_id)
    values (p->>'audit_id', p->>'account_id', 'webhook_secret.rotated', p->>'key_id', p->>'address_prefix', p->>'request_id')
    on conflict do nothing;
  return jsonb_build_object('outcome', 'rotated');
end $$;

-- Forgets attempts, and the behaviour of origins, older than p_age, at most p_limit of each. Returns how many attempts went.
create or replace function purge_webhook_attempts(p_age interval, p_limit integer) returns integer language plpgsql as $$
declare
  v_gone integer;
begin
  delete from webhook_origins where ctid in (select o.ctid from webhook_origins o where o.updated_at < now() - p_age limit p_limit);
  delete from webhook_attempts where ctid in (select a.ctid from webhook_attempts a where a.attempted_at < now() - p_age limit p_limit);
  get diagnostics v_gone = row_count;
  return v_gone;
end $$;
