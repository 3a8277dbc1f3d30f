-- Stores the certificate of a job and returns its text. If the job already has a certificate,
-- nothing changes and the stored text is returned.
create or replace function store_certificate(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_body text;
begin
  select * into p from jsonb_to_record(input) as fields(job_id text, id text, body text);
  insert into certificates (job_id, id, body) values (p.job_id, p.id, p.body)
    on conflict do nothing;
  select body into v_body from certificates where job_id = p.job_id;
  return jsonb_build_object('body', v_body);
end $$;

-- The signatures of a certificate cover the exact bytes of its text, so the text must never change.
create or replace function refuse_certificate_change() returns trigger language plpgsql as $$
begin
  raise exception 'a certificate never changes';
end $$;

create or replace trigger certificates_never_change before update on certificates
  for each row execute function refuse_certificate_change();
