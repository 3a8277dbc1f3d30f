-- One answer to each Idempotency-Key of an account for 24 hours.

-- Starts an operation under a key, or says what is known of it. outcome: started, replay, mismatch, in_progress. A try whose lease
-- ran out (its Worker died) is started again under the same names, so that what it had made is found and not made twice.
create or replace function begin_idempotent(p jsonb) returns jsonb language plpgsql as $$
declare
  k idempotency_keys;
  v_lease constant interval := make_interval(secs => (p->>'lease_seconds')::integer);
begin
  insert into idempotency_keys (account_id, key, request_hash, operation_suffix, lease_until)
    values (p->>'account_id', p->>'key', p->>'request_hash', p->>'operation_suffix', clock_timestamp() + v_lease)
    on conflict do nothing returning * into k;
  if found then
    return jsonb_build_object('outcome', 'started', 'operation_suffix', k.operation_suffix);
  end if;
  select * into k from idempotency_keys where account_id = p->>'account_id' and key = p->>'key' for update;
  if k.created_at < clock_timestamp() - interval '24 hours' then
    update idempotency_keys set request_hash = p->>'request_hash', operation_suffix = p->>'operation_suffix', state = 'running',
        lease_until = clock_timestamp() + v_lease, status = null, headers = null, body = null, created_at = clock_timestamp()
      where account_id = k.account_id and key = k.key;
    return jsonb_build_object('outcome', 'started', 'operation_suffix', p->>'operation_suffix');
  end if;
  if k.request_hash <> p->>'request_hash' then
    return jsonb_build_object('outcome', 'mismatch');
  end if;
  if k.state = 'done' then
    return jsonb_build_object('outcome', 'replay', 'status', k.status, 'headers', k.headers, 'body', k.body);
  end if;
  -- The same try asking again because it never heard the answer goes on; anybody else waits for the lease.
  if k.operation_suffix <> p->>'operation_suffix' and k.lease_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'in_progress');
  end if;
  update idempotency_keys set lease_until = clock_timestamp() + v_lease where account_id = k.account_id and key = k.key;
  return jsonb_build_object('outcome', 'started', 'operation_suffix', k.operation_suffix);
end $$;

-- Ends a try. p.keep 'answer': the answer is stored for replay; 'names': the outcome is unknown, the next try goes on under the same
-- names; 'nothing': refused before anything was made, the next try is a new one.
create or replace function end_idempotent(p jsonb) returns jsonb language plpgsql as $$
begin
  if p->>'keep' = 'answer' then
    update idempotency_keys set state = 'done', status = (p->>'status')::integer, headers = p->'headers', body = p->>'body'
      where account_id = p->>'account_id' and key = p->>'key' and operation_suffix = p->>'operation_suffix' and state = 'running';
  elsif p->>'keep' = 'names' then
    update idempotency_keys set lease_until = clock_timestamp()
      where account_id = p->>'account_id' and key = p->>'key' and operation_suffix = p->>'operation_suffix' and state = 'running';
  else
    delete from idempotency_keys
      where account_id = p->>'account_id' and key = p->>'key' and operation_suffix = p->>'operation_suffix' and state = 'running';
  end if;
  return jsonb_build_object('outcome', 'ended');
end $$;
