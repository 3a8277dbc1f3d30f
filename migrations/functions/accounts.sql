-- Accounts and their credentials. As everywhere: one call is one statement, safe to repeat when the reply was lost, the account's row
-- locked first, and what was done is noted in the audit log by the same call.

-- What of a closed account's subject is kept: enough to recognise its tokens, too little to ask the identity provider about it.
create or replace function subject_digest(p_subject text) returns text language sql immutable strict as $$
  select encode(sha256(convert_to(p_subject, 'UTF8')), 'hex')
$$;

-- The first day of the account's current billing period: its subscription's when one is live, else the calendar month (UTC).
create or replace function current_period(a accounts) returns date language sql stable as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then (a.period_start at time zone 'utc')::date
    else date_trunc('month', clock_timestamp() at time zone 'utc')::date
  end
$$;

-- The end of the account's current billing period; current_period has its beginning.
create or replace function current_period_end(a accounts) returns timestamptz language sql stable as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then a.period_end
    else (date_trunc('month', clock_timestamp() at time zone 'utc') + interval '1 month') at time zone 'utc'
  end
$$;

-- The account as its holder may see it.
create or replace function account_profile(a accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('account_id', a.id, 'email', a.email, 'name', a.name, 'tier', a.tier, 'status', a.status, 'created_at', a.created_at,
    'closed_at', a.closed_at, 'credits', a.balance, 'used', coalesce((
      select used from usage_periods where account_id = a.id and period_start = current_period(a)), 0),
    'period_end', current_period_end(a), 'digest_enabled', a.digest_enabled, 'lifecycle_enabled', a.lifecycle_enabled)
$$;

-- Notes one act of the account's holder; p carries who and from where. Noting it again under the same audit_id changes nothing.
create or replace function add_audit_entry(p jsonb, p_account text, p_action text, p_subject text default null, p_detail jsonb default null) returns void language sql as $$
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id, detail)
    values (coalesce(p->>'audit_id', new_id('aud')), p_account, p_action, p_subject, p->>'key_id', p->>'address_prefix', p->>'request_id', p_detail)
    on conflict (id) do nothing
$$;

-- An address belongs to whom the identity provider says now: another open account that still has it loses it.
create or replace function release_email(p_email text, p_except text) returns void language plpgsql as $$
declare
  v_id text;
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(p_email), 0));
  update accounts set email = null where lower(email) = lower(p_email) and closed_at is null and id <> p_except returning id into v_id;
  if v_id is not null then
    insert into audit_entries (id, account_id, action) values (new_id('aud'), v_id, 'account.email_released');
  end if;
end $$;

-- The account of a subject, made at its first call, with its hints. A later address than the one known replaces it. A closed account's
-- subject gets the closed account back, never a new one. The quota that an erased account of the same address used this month is carried over.
create or replace function open_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_email constant text := nullif(p->>'email', '');
  v_issued constant timestamptz := coalesce(to_timestamp((p->>'issued_at')::double precision), clock_timestamp());
  v_month constant date := date_trunc('month', clock_timestamp() at time zone 'utc')::date;
  v_carried integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('subject:' || (p->>'subject'), 0));
  select * into a from accounts where closed_subject_digest = subject_digest(p->>'subject');
  if found then
    return to_jsonb(a);
  end if;
  select * into a from accounts where subject = p->>'subject';
  if found then
    if v_email is not null and lower(v_email) is distinct from lower(a.email) and v_issued > coalesce(a.email_as_of, '-infinity') then
      perform release_email(v_email, a.id);
      update accounts set email = v_email, email_as_of = v_issued where id = a.id and closed_at is null returning * into a;
      perform add_audit_entry(p, a.id, 'account.email_changed');
    end if;
    return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
  end if;
  if v_email is not null then
    perform release_email(v_email, p->>'account_id');
  end if;
  insert into accounts (id, subject, email, email_as_of, name)
    values (p->>'account_id', p->>'subject', v_email, v_issued, p->>'name') returning * into a;
  select max(quota_used) into v_carried from erased_usage
    where email_digest in (select jsonb_array_elements_text(coalesce(p->'email_digests', '[]'))) and period_start = v_month;
  if v_carried > 0 then
    insert into usage_periods (account_id, period_start, used, quota_used, carried) values (a.id, v_month, v_carried, v_carried, v_carried);
  end if;
  perform add_audit_entry(p, a.id, 'account.opened');
  -- An account that an operator opens has no request, and gets no welcome.
  if p->>'request_id' is not null then
    perform create_email(a.id, 'welcome', a.id, '{}');
  end if;
  return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
end $$;

-- Changes what p names of the e-mail preferences; the rest keeps its value. outcome: saved, closed.
create or replace function set_email_preferences(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
begin
  update accounts set
      digest_enabled = coalesce((p->>'digest_enabled')::boolean, digest_enabled),
      lifecycle_enabled = coalesce((p->>'lifecycle_enabled')::boolean, lifecycle_enabled)
    where id = p->>'account_id' and closed_at is null returning * into a;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  perform add_audit_entry(p, a.id, 'email_preferences.changed', null,
    jsonb_strip_nulls(jsonb_build_object('digest_enabled', p->'digest_enabled', 'lifecycle_enabled', p->'lifecycle_enabled')));
  return jsonb_build_object('outcome', 'saved', 'digest_enabled', a.digest_enabled, 'lifecycle_enabled', a.lifecycle_enabled);
end $$;

-- Begins an export: takes a slot of the hour and fixes the instant that the export shows. The account's row is held for that, so
-- everything that was booked before the instant is there and nothing that comes later is. outcome: started, limited, closed.
create or replace function begin_export(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_slot record;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into v_slot from take_slot(p->>'slot_id', 'export', a.id, (p->>'limit')::integer, interval '1 hour');
  if not v_slot.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', v_slot.retry_after_seconds);
  end if;
  perform add_audit_entry(p, a.id, 'account.exported');
  return jsonb_build_object('outcome', 'started', 'at', clock_timestamp(), 'ledger_sequence', a.ledger_sequence, 'profile', account_profile(a));
end $$;

-- Erases what a closed account left beside its history and its books, at most p_limit rows of a kind. True when more is left.
-- Whatever comes to keep something of a person gets its line here, and its canary in the erasure test.
create or replace function erase_account_data(p_account text, p_limit integer) returns boolean language plpgsql as $$
declare
  v_rows integer;
  v_more boolean := false;
begin
  delete from llm_keys where account_id = p_account;
  delete from webhook_deliveries where id in (select id from webhook_deliveries where account_id = p_account order by id limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  delete from idempotency_keys where ctid in (select ctid from idempotency_keys where account_id = p_account limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  delete from external_histories where ctid in (select ctid from external_histories where account_id = p_account limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  delete from schema_templates where id in (select id from schema_templates where account_id = p_account limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update jobs set callback_url = null where id in (select id from jobs where account_id = p_account and callback_url is not null limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update bulk_jobs set callback_url = null where id in (select id from bulk_jobs where account_id = p_account and callback_url is not null limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update correlations set callback_url = null
    where id in (select id from correlations where account_id = p_account and callback_url is not null limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update api_keys set name = '' where id in (select id from api_keys where account_id = p_account and name <> '' limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  -- What was refused of a list may be anything that somebody had at hand.
  update bulk_items set domain = '', error_message = null where ctid in (
    select i.ctid from bulk_jobs b join bulk_items i on i.bulk_job_id = b.id
      where b.account_id = p_account and i.error_code is not null and (i.domain <> '' or i.error_message is not null) limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update bulk_jobs set address_prefix = null where id in (select id from bulk_jobs where account_id = p_account and address_prefix is not null limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  -- The log keeps from which network an act came, and not what a caller called its request.
  update audit_entries set request_id = null where id in (
    select id from audit_entries where account_id = p_account and request_id is not null limit p_limit);
  get diagnostics v_rows = row_count;
  v_more := v_more or v_rows = p_limit;
  update recharge_attempts set payment_method_id = null
    where account_id = p_account and payment_method_id is not null and state in ('succeeded', 'failed');
  delete from webhook_origins where account_id = p_account;
  update outbox set sent_at = coalesce(sent_at, clock_timestamp()), payload = '{}'
    where account_id = p_account and topic = 'email' and (sent_at is null or payload <> '{}');
  return v_more;
end $$;

-- Closes an account: nothing of it authenticates any more, personal data is gone, calls to Stripe and the identity provider are rows of the
-- outbox. History and ledger stay, with the ids by which Stripe knows the account. outcome: closed, already, unknown.
create or replace function close_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_subject text;
  v_used integer;
begin
  select subject into v_subject from accounts where id = p->>'account_id';
  if v_subject is not null then
    -- A call that opens an account for this subject at the same moment waits, and then finds it closed.
    perform pg_advisory_xact_lock(hashtextextended('subject:' || v_subject, 0));
  end if;
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.closed_at is not null then
    return jsonb_build_object('outcome', case when exists (select 1 from audit_entries where id = p->>'audit_id') then 'closed' else 'already' end,
      'closed_at', a.closed_at, 'hints', outbox_hints(a.id));
  end if;
  select quota_used into v_used from usage_periods where account_id = a.id and period_start = current_period(a);
  if v_used > 0 and p->>'email_digest' is not null then
    insert into erased_usage (email_digest, period_start, quota_used)
      values (p->>'email_digest', date_trunc('month', clock_timestamp() at time zone 'utc')::date, v_used)
      on conflict (email_digest, period_start) do update set quota_used = greatest(erased_usage.quota_used, excluded.quota_used);
  end if;
  insert into outbox (topic, dedupe, account_id, payload)
    select 'stripe_cancel', 'stripe_cancel:' || live.id, a.id, jsonb_build_object('subscription_id', live.id)
      from (
        select a.stripe_subscription_id as id where a.subscription_status in ('active', 'trialing', 'past_due')
        union
        select id from stripe_subscriptions where account_id = a.id and status in ('active', 'trialing', 'past_due')
      ) live where live.id is not null
    on conflict (dedupe) do nothing;
  if a.subject is not null then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('identity_delete', 'identity_delete:' || a.id, a.id, jsonb_build_object('subject', a.subject));
  end if;
  update accounts set
      status = 'closed', closed_at = clock_timestamp(), closed_subject_digest = subject_digest(subject), subject = null, email = null,
      email_as_of = null, name = null, webhook_secret_sealed = null, webhook_secret_hint = null, recharge_enabled = false,
      recharge_last_error = null, payment_method_id = null, payment_method_brand = null, payment_method_last4 = null,
      digest_enabled = false, lifecycle_enabled = false,
      subscription_status = case when subscription_status in ('active', 'trialing', 'past_due') then 'canceled' else subscription_status end
    where id = a.id returning * into a;
  update api_keys set revoked_at = clock_timestamp() where account_id = a.id and revoked_at is null;
  perform add_audit_entry(p, a.id, 'account.closed');
  if erase_account_data(a.id, 5000) then
    insert into outbox (topic, dedupe, account_id, payload) values ('erase_traces', 'erase_traces:' || a.id, a.id, '{}');
  end if;
  return jsonb_build_object('outcome', 'closed', 'closed_at', a.closed_at, 'hints', outbox_hints(a.id));
end $$;
