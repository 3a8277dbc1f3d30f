-- Begins a request with an Idempotency-Key, which is valid for 24 hours. After a crash, the
-- repeated request gets the operation_suffix of the first attempt, which is part of the ids that
-- the attempt used. So it finds the rows that the first attempt created. Outcomes: started, replay
-- (the response is stored), mismatch (the key belongs to a different request), in_progress.
create or replace function begin_idempotent_request(input jsonb) returns jsonb language plpgsql
  as $$
declare
  p record;
  k idempotency_keys;
  v_lease interval;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, key text, request_hash text, operation_suffix text,
      lease_seconds integer);
  v_lease := make_interval(secs => p.lease_seconds);
  insert into idempotency_keys (account_id, key, request_hash, operation_suffix, lease_until)
    values (p.account_id, p.key, p.request_hash, p.operation_suffix, clock_timestamp() + v_lease)
    on conflict do nothing returning * into k;
  if found then
    return jsonb_build_object('outcome', 'started', 'operation_suffix', k.operation_suffix);
  end if;
  select * into k from idempotency_keys where account_id = p.account_id and key = p.key for update;
  if k.created_at < clock_timestamp() - interval '24 hours' then
    update idempotency_keys set request_hash = p.request_hash,
      operation_suffix = p.operation_suffix, state = 'running',
        lease_until = clock_timestamp() + v_lease, status = null, headers = null, body = null,
        created_at = clock_timestamp()
      where account_id = k.account_id and key = k.key;
    return jsonb_build_object('outcome', 'started', 'operation_suffix', p.operation_suffix);
  end if;
  if k.request_hash <> p.request_hash then
    return jsonb_build_object('outcome', 'mismatch');
  end if;
  if k.state = 'done' then
    return jsonb_build_object('outcome', 'replay', 'status', k.status, 'headers', k.headers, 'body',
      k.body);
  end if;
  -- The request that holds the lease may repeat its call and continue. Until lease_until, every
  -- other request with the same key gets the outcome "in_progress".
  if k.operation_suffix <> p.operation_suffix and k.lease_until > clock_timestamp() then
    return jsonb_build_object('outcome', 'in_progress');
  end if;
  update idempotency_keys set lease_until = clock_timestamp() + v_lease
    where account_id = k.account_id and key = k.key;
  return jsonb_build_object('outcome', 'started', 'operation_suffix', k.operation_suffix);
end $$;
