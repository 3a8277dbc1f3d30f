-- Keeps a job's certificate unless it has one, and returns the one that it has: whoever comes first among many decides for all.
create function store_certificate(p jsonb) returns jsonb language plpgsql as $$
declare
  v_body text;
begin
  insert into certificates (job_id, id, body) values (p->>'job_id', p->>'id', p->>'body') on conflict do nothing;
  select body into v_body from certificates where job_id = p->>'job_id';
  return jsonb_build_object('body', v_body);
end $$;
--> statement-breakpoint
create function refuse_certificate_change() returns trigger language plpgsql as $$
begin
  raise exception 'a certificate never changes';
end $$;
--> statement-breakpoint
create trigger certificates_never_change before update on certificates for each row execute function refuse_certificate_change();
--> statement-breakpoint
-- Keeps the newest map of a domain. The clock of the database says when it was drawn and how long it may be shown. Repeating it is harmless.
create function store_subdomains(p jsonb) returns jsonb language plpgsql as $$
declare
  s subdomain_enumerations;
begin
  insert into subdomain_enumerations (domain, body, expires_at)
    values (p->>'domain', p->'body', clock_timestamp() + make_interval(secs => (p->>'lifetime_seconds')::integer))
    on conflict (domain) do update set body = excluded.body, enumerated_at = clock_timestamp(), expires_at = excluded.expires_at
    returning * into s;
  return jsonb_build_object('enumerated_at', s.enumerated_at, 'expires_at', s.expires_at);
end $$;
