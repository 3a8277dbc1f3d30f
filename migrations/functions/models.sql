-- Stores the account's own key for a provider of language models, in place of its earlier key for
-- this provider. Outcome "tier": the account's tier does not allow own keys.
create or replace function save_llm_key(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  k llm_keys;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, llm_key_id text, provider text, model text, key_hint text,
      sealed text);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if a.tier not in ('team', 'enterprise') then
    return jsonb_build_object('outcome', 'tier');
  end if;
  insert into llm_keys as old (id, account_id, provider, model, key_hint, sealed)
    values (p.llm_key_id, a.id, p.provider, p.model, p.key_hint, p.sealed)
    on conflict (account_id, provider) where deleted_at is null do update set
      model = excluded.model, key_hint = excluded.key_hint, sealed = excluded.sealed,
      updated_at = case when old.sealed = excluded.sealed then old.updated_at
        else clock_timestamp() end
    returning * into k;
  perform add_audit_entry(input, a.id, 'llm_key.saved', k.id,
    jsonb_build_object('provider', k.provider));
  return jsonb_build_object('outcome', 'saved', 'key', to_jsonb(k));
end $$;

-- Removes the secret. The row with its dates is kept. A repeated call with the same audit_id also
-- returns the outcome "deleted".
create or replace function delete_llm_key(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  k llm_keys;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, audit_id text, provider text);
  perform 1 from accounts where id = p.account_id for no key update;
  update llm_keys set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), sealed = null
    where account_id = p.account_id and provider = p.provider and deleted_at is null
      returning * into k;
  if found then
    perform add_audit_entry(input, k.account_id, 'llm_key.deleted', k.id,
      jsonb_build_object('provider', k.provider));
    return jsonb_build_object('outcome', 'deleted');
  end if;
  if exists (select 1 from audit_entries where id = p.audit_id and account_id = p.account_id) then
    return jsonb_build_object('outcome', 'deleted');
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;

-- Reserves tokens for a question to a language model with the service's key. daily_tokens is the
-- account's limit per day (UTC); a question that has not ended counts with its reserved tokens.
-- Outcome "capped": the limit is reached.
create or replace function reserve_llm_use(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_used bigint;
begin
  select * into p from jsonb_to_record(input)
    as fields(use_id text, account_id text, subject text, purpose text,
    provider text, model text, paid_by text, reserved_tokens integer, daily_tokens bigint);
  perform pg_advisory_xact_lock(hashtextextended('llm:' || p.account_id, 0));
  if exists (select 1 from llm_uses where id = p.use_id) then
    return jsonb_build_object('outcome', 'granted');
  end if;
  if p.paid_by = 'service' then
    select coalesce(sum(coalesce(input_tokens + output_tokens, reserved_tokens)), 0) into v_used
      from llm_uses
      where account_id = p.account_id and paid_by = 'service'
        and created_at >= date_trunc('day', clock_timestamp() at time zone 'utc')
          at time zone 'utc';
    if v_used + p.reserved_tokens > p.daily_tokens then
      return jsonb_build_object('outcome', 'capped');
    end if;
  end if;
  insert into llm_uses (id, account_id, subject, purpose, provider, model, paid_by, reserved_tokens)
    values (p.use_id, p.account_id, p.subject, p.purpose, p.provider, p.model, p.paid_by,
      p.reserved_tokens);
  return jsonb_build_object('outcome', 'granted');
end $$;
