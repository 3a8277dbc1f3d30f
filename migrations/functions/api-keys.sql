-- For an account that has bought credits, the maximum number of keys is at least cap_buyer, even if
-- its tier allows fewer. A repeated call with the same new_key_id returns the same key.
create or replace function create_api_key(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  k api_keys;
  v_cap integer;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, new_key_id text, name text, prefix text,
    digest text, billing boolean, cap_free integer, cap_pro integer, cap_team integer,
      cap_enterprise integer, cap_buyer integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p.new_key_id and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  v_cap := case a.tier
    when 'free' then p.cap_free when 'pro' then p.cap_pro when 'team' then p.cap_team
      else p.cap_enterprise end;
  if a.has_purchased then
    v_cap := greatest(v_cap, p.cap_buyer);
  end if;
  if (select count(*) from api_keys
      where account_id = a.id and kind = 'ordinary' and revoked_at is null) >= v_cap then
    return jsonb_build_object('outcome', 'limited', 'cap', v_cap);
  end if;
  insert into api_keys (id, account_id, kind, name, prefix, digest, billing)
    values (p.new_key_id, a.id, 'ordinary', p.name, p.prefix, p.digest, p.billing)
      returning * into k;
  perform add_audit_entry(input, a.id, 'api_key.created', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;

-- Creates a playground key and revokes the previous playground key, at most "limit" times an hour.
-- The browser stores the key, so it expires after a day. A repeated call with the same new_key_id
-- returns the same key.
create or replace function create_session_key(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  k api_keys;
  v_created integer;
  v_oldest timestamptz;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, new_key_id text, name text, prefix text, digest text,
      "limit" integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p.new_key_id and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  select count(*), min(created_at) into v_created, v_oldest from api_keys
    where account_id = a.id and kind = 'playground'
      and created_at > clock_timestamp() - interval '1 hour';
  if v_created >= p.limit then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      greatest(1, ceil(extract(epoch from
      coalesce(v_oldest, clock_timestamp()) + interval '1 hour' - clock_timestamp()))));
  end if;
  update api_keys set revoked_at = clock_timestamp()
    where account_id = a.id and kind = 'playground' and revoked_at is null;
  insert into api_keys (id, account_id, kind, name, prefix, digest, billing, expires_at)
    values (p.new_key_id, a.id, 'playground', p.name, p.prefix, p.digest, false,
      clock_timestamp() + interval '24 hours') returning * into k;
  perform add_audit_entry(input, a.id, 'session_key.minted', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;

-- A repeated call with the same audit_id also returns the outcome "revoked". The outcome "unknown"
-- means that the key does not exist, belongs to another account, or was revoked by an earlier
-- request.
create or replace function revoke_api_key(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  k api_keys;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, revoked_key_id text, audit_id text);
  perform 1 from accounts where id = p.account_id for no key update;
  update api_keys set revoked_at = clock_timestamp()
    where id = p.revoked_key_id and account_id = p.account_id and revoked_at is null
      returning * into k;
  if found then
    perform add_audit_entry(input, k.account_id, 'api_key.revoked', k.id);
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  -- The audit log contains this audit_id if an earlier attempt of the same request has revoked the
  -- key.
  select * into k from api_keys where id = p.revoked_key_id and account_id = p.account_id
    and exists (select 1 from audit_entries where id = p.audit_id);
  if found then
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;
