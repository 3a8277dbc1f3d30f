-- Functions of triggers. A trigger only refuses.

create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

-- Arguments: the state column, then each allowed edge as 'from>to'.
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
