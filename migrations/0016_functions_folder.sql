-- From here on migrations/functions holds every function, trigger and view, and each migration run creates them again in the same
-- transaction. Earlier versions, some under other names, are removed here. letter_pairs stays: indexes are built on it.
do $$
declare
  v_object record;
begin
  drop view if exists money_audit, charge_audit, payment_audit;
  for v_object in
    select p.oid::regprocedure as signature
      from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.proname <> 'letter_pairs'
        and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    -- A trigger depends on its function and goes with it.
    execute format('drop function if exists %s cascade', v_object.signature);
  end loop;
end $$;
