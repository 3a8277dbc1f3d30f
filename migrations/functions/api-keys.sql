-- Makes an ordinary key unless the account has as many as it may: the cap of its tier, or that of buyers when that is higher.
-- outcome: created, limited, closed.
create or replace function create_api_key(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k api_keys;
  v_cap integer;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p->>'key_id' and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  v_cap := greatest((p->'caps'->>a.tier)::integer, case when a.has_purchased then (p->'caps'->>'paid')::integer end);
  if (select count(*) from api_keys where account_id = a.id and kind = 'ordinary' and revoked_at is null) >= v_cap then
    return jsonb_build_object('outcome', 'limited', 'cap', v_cap);
  end if;
  insert into api_keys (id, account_id, kind, name, prefix, digest)
    values (p->>'key_id', a.id, 'ordinary', p->>'name', p->>'prefix', p->>'digest') returning * into k;
  perform add_audit_entry(p || jsonb_build_object('key_id', null), a.id, 'api_key.created', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;

-- Makes a playground key in the place of the one before, at most p.limit times in an hour. outcome: created, limited, closed.
create or replace function create_session_key(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k api_keys;
  v_minted integer;
  v_oldest timestamptz;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p->>'key_id' and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  select count(*), min(created_at) into v_minted, v_oldest from api_keys
    where account_id = a.id and kind = 'playground' and created_at > clock_timestamp() - interval '1 hour';
  if v_minted >= (p->>'limit')::integer then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', greatest(1, ceil(extract(epoch from
      coalesce(v_oldest, clock_timestamp()) + interval '1 hour' - clock_timestamp()))));
  end if;
  update api_keys set revoked_at = clock_timestamp() where account_id = a.id and kind = 'playground' and revoked_at is null;
  insert into api_keys (id, account_id, kind, name, prefix, digest)
    values (p->>'key_id', a.id, 'playground', p->>'name', p->>'prefix', p->>'digest') returning * into k;
  perform add_audit_entry(p || jsonb_build_object('key_id', null), a.id, 'session_key.minted', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;

-- Revokes a living key of the account, of either kind. outcome: revoked, unknown (not there, not theirs, or revoked before).
create or replace function revoke_api_key(p jsonb) returns jsonb language plpgsql as $$
declare
  k api_keys;
begin
  perform 1 from accounts where id = p->>'account_id' for no key update;
  update api_keys set revoked_at = clock_timestamp()
    where id = p->>'revoked_key_id' and account_id = p->>'account_id' and revoked_at is null returning * into k;
  if found then
    perform add_audit_entry(p, k.account_id, 'api_key.revoked', k.id);
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  -- A lost reply asked again: this very act revoked it.
  select * into k from api_keys where id = p->>'revoked_key_id' and account_id = p->>'account_id'
    and exists (select 1 from audit_entries where id = p->>'audit_id');
  if found then
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;

-- Notes that a key is in use, at most once an hour.
create or replace function touch_api_key(p_key text) returns void language sql as $$
  update api_keys set last_used_at = clock_timestamp()
    where id = p_key and revoked_at is null and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')
$$;
