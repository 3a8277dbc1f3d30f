-- Makes a template. outcome: created, exists, limited, closed. Repeating it with the same id repeats the answer.
create function create_template(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  t schema_templates;
  v_slot record;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into t from schema_templates where id = p->>'template_id' and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'template', to_jsonb(t));
  end if;
  select * into v_slot from take_slot(p->>'template_id', 'schema_mutation', a.id, (p->>'limit')::integer, interval '1 hour');
  if not v_slot.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', v_slot.retry_after_seconds);
  end if;
  insert into schema_templates (id, account_id, name, fields)
    values (p->>'template_id', a.id, p->>'name', array(select jsonb_array_elements_text(p->'fields')))
    on conflict (account_id, name) do nothing returning * into t;
  if not found then
    return jsonb_build_object('outcome', 'exists');
  end if;
  perform note_act(p, a.id, 'template.created', t.id);
  return jsonb_build_object('outcome', 'created', 'template', to_jsonb(t));
end $$;
--> statement-breakpoint
-- Deletes a template of the account. outcome: deleted, unknown, limited. The same act again (its reply was lost) is deleted once more.
create function delete_template(p jsonb) returns jsonb language plpgsql as $$
declare
  v_slot record;
begin
  if exists (select 1 from rate_slots where id = p->>'act_id') then
    return jsonb_build_object('outcome', 'deleted');
  end if;
  if not exists (select 1 from schema_templates where id = p->>'template_id' and account_id = p->>'account_id') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  select * into v_slot from take_slot(p->>'act_id', 'schema_mutation', p->>'account_id', (p->>'limit')::integer, interval '1 hour');
  if not v_slot.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', v_slot.retry_after_seconds);
  end if;
  delete from schema_templates where id = p->>'template_id' and account_id = p->>'account_id';
  perform note_act(p, p->>'account_id', 'template.deleted', p->>'template_id');
  return jsonb_build_object('outcome', 'deleted');
end $$;
