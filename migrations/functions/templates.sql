-- Creates a template. A repeated call with the same template_id returns the same template.
-- Outcomes: created, exists (the name is in use), limited (hourly limit), closed (no open account).
create or replace function create_template(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  t schema_templates;
  v_permit record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, template_id text, name text, fields text[], "limit" integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into t from schema_templates where id = p.template_id and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'template', to_jsonb(t));
  end if;
  select * into v_permit from take_permit(p.template_id, 'schema_mutation', a.id, p.limit,
    interval '1 hour');
  if not v_permit.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      v_permit.retry_after_seconds);
  end if;
  insert into schema_templates (id, account_id, name, fields)
    values (p.template_id, a.id, p.name, p.fields)
    on conflict (account_id, name) do nothing returning * into t;
  if not found then
    return jsonb_build_object('outcome', 'exists');
  end if;
  perform add_audit_entry(input, a.id, 'template.created', t.id);
  return jsonb_build_object('outcome', 'created', 'template', to_jsonb(t));
end $$;

-- Deletes a template; the number of deletions per hour is limited. A repeated call with the same
-- act_id also returns the outcome "deleted".
create or replace function delete_template(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_permit record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, template_id text, act_id text, "limit" integer);
  if exists (select 1 from permits where id = p.act_id) then
    return jsonb_build_object('outcome', 'deleted');
  end if;
  if not exists (select 1 from schema_templates where id = p.template_id
    and account_id = p.account_id) then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into v_permit from take_permit(p.act_id, 'schema_mutation', p.account_id, p.limit,
    interval '1 hour');
  if not v_permit.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      v_permit.retry_after_seconds);
  end if;
  delete from schema_templates where id = p.template_id and account_id = p.account_id;
  perform add_audit_entry(input, p.account_id, 'template.deleted', p.template_id);
  return jsonb_build_object('outcome', 'deleted');
end $$;
