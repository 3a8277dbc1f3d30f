-- Keeps a job's certificate unless it has one, and returns the one that it has: whoever comes first among many decides for all.
create or replace function store_certificate(p jsonb) returns jsonb language plpgsql as $$
declare
  v_body text;
begin
  insert into certificates (job_id, id, body) values (p->>'job_id', p->>'id', p->>'body') on conflict do nothing;
  select body into v_body from certificates where job_id = p->>'job_id';
  return jsonb_build_object('body', v_body);
end $$;

create or replace function refuse_certificate_change() returns trigger language plpgsql as $$
begin
  raise exception 'a certificate never changes';
end $$;

create or replace trigger certificates_never_change before update on certificates for each row execute function refuse_certificate_change();
