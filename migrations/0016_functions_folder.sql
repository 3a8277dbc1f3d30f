-- Drops all functions, triggers and views, because each deployment now creates them again from the folder
-- migrations/functions. The function letter_pairs stays, because database indexes use it.
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
    execute format('drop function if exists %s cascade', v_object.signature);
  end loop;
end $$;
