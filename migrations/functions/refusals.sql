-- Functions that triggers call. They change no data and only refuse changes that must never happen.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Refuses a change of a state that is not allowed. Arguments of the trigger: the name of the state
-- column, then each allowed change as 'from>to'.
create or replace function refuse_transition() returns trigger language plpgsql as $$
declare
  v_edge constant text :=
    concat(to_jsonb(old)->>tg_argv[0], '>', to_jsonb(new)->>tg_argv[0]);
begin
  if v_edge <> all (tg_argv[1:]) then
    raise exception '% refuses the transition %', tg_table_name, v_edge;
  end if;
  return new;
end $$;
