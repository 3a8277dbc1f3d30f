-- Customers' own keys for language models, and what asking models costs. As everywhere: one call is one statement, safe to repeat when
-- the reply was lost.

-- A key as its owner may see it.
create or replace function present_llm_key(k llm_keys) returns jsonb language sql stable as $$
  select to_jsonb(k) - 'sealed' - 'account_id'
$$;

-- Saves a key in the place of the one that the account had for the provider. outcome: saved, tier (below Team), closed.
create or replace function save_llm_key(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k llm_keys;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  if a.tier not in ('team', 'enterprise') then
    return jsonb_build_object('outcome', 'tier');
  end if;
  insert into llm_keys as old (id, account_id, provider, model, key_hint, sealed)
    values (p->>'llm_key_id', a.id, p->>'provider', p->>'model', p->>'key_hint', p->>'sealed')
    on conflict (account_id, provider) where deleted_at is null do update set
      model = excluded.model, key_hint = excluded.key_hint, sealed = excluded.sealed,
      updated_at = case when old.sealed = excluded.sealed then old.updated_at else clock_timestamp() end
    returning * into k;
  perform add_audit_entry(p, a.id, 'llm_key.saved', k.id, jsonb_build_object('provider', k.provider));
  return jsonb_build_object('outcome', 'saved', 'key', present_llm_key(k));
end $$;

-- Deletes the account's key for a provider: its dates stay, the secret goes. outcome: deleted, unknown.
create or replace function delete_llm_key(p jsonb) returns jsonb language plpgsql as $$
declare
  k llm_keys;
begin
  perform 1 from accounts where id = p->>'account_id' for no key update;
  update llm_keys set deleted_at = clock_timestamp(), updated_at = clock_timestamp(), sealed = null
    where account_id = p->>'account_id' and provider = p->>'provider' and deleted_at is null returning * into k;
  if found then
    perform add_audit_entry(p, k.account_id, 'llm_key.deleted', k.id, jsonb_build_object('provider', k.provider));
    return jsonb_build_object('outcome', 'deleted');
  end if;
  -- A lost reply asked again: this very act deleted it.
  if exists (select 1 from audit_entries where id = p->>'audit_id' and account_id = p->>'account_id') then
    return jsonb_build_object('outcome', 'deleted');
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;

-- Puts a text sealed under another master key in the place of exactly the one that was read: a key saved meanwhile is left alone.
create or replace function reseal_llm_key(p jsonb) returns jsonb language plpgsql as $$
begin
  update llm_keys set sealed = p->>'sealed' where id = p->>'llm_key_id' and sealed = p->>'was';
  return jsonb_build_object('resealed', found);
end $$;

-- Counts a question to a model before it is asked: what it may take at most is reserved. With the service's key an account may take
-- p.daily_tokens a day (UTC), those of questions still open included; its own key is its own affair. outcome: granted, capped.
create or replace function reserve_llm_use(p jsonb) returns jsonb language plpgsql as $$
declare
  v_used bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('llm:' || (p->>'account_id'), 0));
  if exists (select 1 from llm_uses where id = p->>'use_id') then
    return jsonb_build_object('outcome', 'granted');
  end if;
  if p->>'paid_by' = 'service' then
    select coalesce(sum(coalesce(input_tokens + output_tokens, reserved_tokens)), 0) into v_used from llm_uses
      where account_id = p->>'account_id' and paid_by = 'service'
        and created_at >= date_trunc('day', clock_timestamp() at time zone 'utc') at time zone 'utc';
    if v_used + (p->>'reserved_tokens')::integer > (p->>'daily_tokens')::bigint then
      return jsonb_build_object('outcome', 'capped');
    end if;
  end if;
  insert into llm_uses (id, account_id, subject, purpose, provider, model, paid_by, reserved_tokens)
    values (p->>'use_id', p->>'account_id', p->>'subject', p->>'purpose', p->>'provider', p->>'model', p->>'paid_by', (p->>'reserved_tokens')::integer);
  return jsonb_build_object('outcome', 'granted');
end $$;

-- Writes down what a question took and cost, once.
create or replace function finish_llm_use(p jsonb) returns jsonb language plpgsql as $$
begin
  update llm_uses set input_tokens = (p->>'input_tokens')::integer, output_tokens = (p->>'output_tokens')::integer,
      cost_micro_usd = (p->>'cost_micro_usd')::bigint, outcome = p->>'ended', settled_at = clock_timestamp()
    where id = p->>'use_id' and settled_at is null;
  return jsonb_build_object('settled', found);
end $$;
