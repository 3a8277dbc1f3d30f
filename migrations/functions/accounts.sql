-- Every function of this file that changes an account also writes to the audit log, in the same
-- transaction.

-- SHA-256 in hexadecimal digits. The digest is enough to recognise the tokens of a closed account's
-- user, but nobody can compute the id of the user from it.
create or replace function subject_digest(p_subject text) returns text language sql immutable strict
  as $$
  select encode(sha256(convert_to(p_subject, 'UTF8')), 'hex')
$$;

-- First day of the current month, UTC.
create or replace function current_month() returns date language sql stable as $$
  select date_trunc('month', clock_timestamp() at time zone 'utc')::date
$$;

-- Returns the first day of the billing period. Without an active subscription, the period is the
-- calendar month (UTC).
create or replace function current_period(a accounts) returns date language sql stable as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due')
        and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then (a.period_start at time zone 'utc')::date
    else current_month()
  end
$$;

create or replace function current_period_end(a accounts) returns timestamptz language sql stable
  as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due')
        and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then a.period_end
    else (current_month() + interval '1 month') at time zone 'utc'
  end
$$;

-- Free accounts that share a mailbox also share one quota. Returns the number of analyses that they
-- have used of this quota in this month. Returns 0 for a paid tier, because a paid account shares
-- its quota with no other account.
create or replace function mailbox_quota_used(a accounts) returns integer language sql stable as $$
  select coalesce(max(u.quota_used), 0)
    from account_mailboxes m join mailbox_usage u using (mailbox_digest)
    where m.account_id = a.id and u.period_start = current_month() and a.tier = 'free'
$$;

-- The profile that the owner of the account sees. "used" counts the analyses of the current period.
create or replace function account_profile(a accounts) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'account_id', a.id, 'email', a.email, 'name', a.name, 'tier', a.tier, 'status', a.status,
    'created_at', a.created_at, 'closed_at', a.closed_at, 'credits', a.balance,
    'used', greatest(mailbox_quota_used(a),
      (select used from usage_periods where account_id = a.id
        and period_start = current_period(a))),
    'period_end', current_period_end(a),
    'digest_enabled', a.digest_enabled, 'lifecycle_enabled', a.lifecycle_enabled)
$$;

-- Adds an entry to the audit log. The fields key_id, address_prefix and request_id of `input`
-- describe the request. Repeated calls with the same audit_id add only one entry.
create or replace function add_audit_entry(
  input jsonb, p_account text, p_action text, p_subject text default null,
    p_detail jsonb default null
) returns void language sql as $$
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id,
    detail)
    select coalesce(origin.audit_id, new_id('aud')), p_account, p_action, p_subject,
        origin.key_id, origin.address_prefix, origin.request_id, p_detail
      from jsonb_to_record(input) as origin(audit_id text, key_id text, address_prefix text,
        request_id text)
    on conflict (id) do nothing
$$;

-- Removes an email address from every account except p_except, because the identity provider has
-- verified that the user of p_except owns the address. A repeated call changes nothing.
create or replace function release_email(p_email text, p_except text) returns void language plpgsql
  as $$
declare
  v_id text;
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(p_email), 0));
  update accounts set email = null
    where lower(email) = lower(p_email) and closed_at is null and id <> p_except
      returning id into v_id;
  if v_id is not null then
    insert into audit_entries (id, account_id, action)
      values (new_id('aud'), v_id, 'account.email_released');
  end if;
end $$;

-- Creates the account at the first call. A newer email address replaces the stored one. The account
-- keeps the mailboxes of all its addresses, so a change of the address gives no second free quota.
-- A user whose account was closed gets the closed account, never a new one.
create or replace function open_account(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  v_email text;
  v_issued_at timestamptz;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, subject text, email text, name text,
    issued_at double precision, mailbox_digests text[], request_id text);
  v_email := nullif(p.email, '');
  v_issued_at := coalesce(to_timestamp(p.issued_at), clock_timestamp());
  perform pg_advisory_xact_lock(hashtextextended('subject:' || p.subject, 0));
  select * into a from accounts where closed_subject_digest = subject_digest(p.subject);
  if found then
    return to_jsonb(a);
  end if;
  select * into a from accounts where subject = p.subject;
  if found then
    insert into account_mailboxes (account_id, mailbox_digest)
      select a.id, digest from unnest(p.mailbox_digests) digest on conflict do nothing;
    if v_email is not null and lower(v_email) is distinct from lower(a.email)
        and v_issued_at > coalesce(a.email_as_of, '-infinity') then
      perform release_email(v_email, a.id);
      update accounts set email = v_email, email_as_of = v_issued_at
        where id = a.id and closed_at is null returning * into a;
      perform add_audit_entry(input, a.id, 'account.email_changed');
    end if;
    return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
  end if;
  if v_email is not null then
    perform release_email(v_email, p.account_id);
  end if;
  insert into accounts (id, subject, email, email_as_of, name)
    values (p.account_id, p.subject, v_email, v_issued_at, p.name) returning * into a;
  insert into account_mailboxes (account_id, mailbox_digest)
    select a.id, digest from unnest(p.mailbox_digests) digest on conflict do nothing;
  perform add_audit_entry(input, a.id, 'account.opened');
  -- If an administrator creates the account, the call has no request_id, and no welcome email is
  -- sent.
  if p.request_id is not null then
    perform create_email(a.id, 'welcome', a.id, '{}');
  end if;
  return to_jsonb(a) || jsonb_build_object('hints', email_hints('email:welcome:' || a.id));
end $$;

-- A preference that `input` does not contain keeps its value.
create or replace function set_email_preferences(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, digest_enabled boolean, lifecycle_enabled boolean);
  update accounts set
      digest_enabled = coalesce(p.digest_enabled, digest_enabled),
      lifecycle_enabled = coalesce(p.lifecycle_enabled, lifecycle_enabled)
    where id = p.account_id and closed_at is null returning * into a;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  perform add_audit_entry(input, a.id, 'email_preferences.changed', null, jsonb_strip_nulls(
    jsonb_build_object('digest_enabled', p.digest_enabled, 'lifecycle_enabled',
      p.lifecycle_enabled)));
  return jsonb_build_object(
    'outcome', 'saved', 'digest_enabled', a.digest_enabled, 'lifecycle_enabled',
      a.lifecycle_enabled);
end $$;

-- Begins an export of the account's data, at most "limit" times in one hour. A repeated call with
-- the same permit_id counts as one export.
-- Each ledger entry is written under the lock on the account's row, which this function takes too.
-- So all ledger entries up to "ledger_sequence" are committed.
create or replace function begin_export(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  v_permit record;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, permit_id text, "limit" integer);
  select * into a from accounts where id = p.account_id for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into v_permit from take_permit(p.permit_id, 'export', a.id, p.limit, interval '1 hour');
  if not v_permit.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      v_permit.retry_after_seconds);
  end if;
  perform add_audit_entry(input, a.id, 'account.exported');
  return jsonb_build_object('outcome', 'started', 'at', clock_timestamp(), 'ledger_sequence',
    a.ledger_sequence,
    'profile', account_profile(a));
end $$;

-- Erases personal data in all tables except accounts, at most p_limit rows per table. Returns true
-- if rows may be left. A new table with personal data must be added here and in
-- test/faults/erasure.test.ts.
create or replace function erase_account_data(p_account text, p_limit integer) returns boolean
  language plpgsql as $$
declare
  v_more boolean;
begin
  delete from llm_keys where account_id = p_account;
  delete from account_mailboxes where account_id = p_account;
  delete from sessions where account_id = p_account;
  delete from monitor_feeds where account_id = p_account;
  delete from monitor_slots where account_id = p_account;
  delete from monitor_jobs where account_id = p_account;
  perform leave_watched_names(p_account, p_limit);
  with deleted_deliveries as (
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where account_id = p_account order by id limit p_limit)
    returning 'delivery' as kind
  ), deleted_answers as (
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where account_id = p_account limit p_limit)
    returning 'answer' as kind
  ), deleted_histories as (
    delete from external_histories where ctid in (
      select ctid from external_histories where account_id = p_account limit p_limit)
    returning 'history' as kind
  ), deleted_portfolios as (
    -- The domains of a portfolio are public, but its normalized_name shows which operator the
    -- account asked for.
    delete from portfolios where normalized_name in (
      select normalized_name from portfolios where account_id = p_account limit p_limit)
    returning 'portfolio' as kind
  ), deleted_templates as (
    delete from schema_templates where id in (
      select id from schema_templates where account_id = p_account limit p_limit)
    returning 'template' as kind
  ), deleted_monitors as (
    delete from monitors where id in (
      select id from monitors where account_id = p_account order by id limit p_limit)
    returning 'monitor' as kind
  ), deleted_changes as (
    delete from changes where id in (select id from changes where account_id = p_account
      limit p_limit)
    returning 'change' as kind
  ), deleted_shares as (
    delete from shares where id in (select id from shares where account_id = p_account
      limit p_limit)
    returning 'share' as kind
  ), cleared_feedback as (
    -- The verdict and the decision are kept. The texts and addresses that the customer wrote or
    -- received are erased.
    update feedback
      set correct_entity = null, evidence_urls = '{}', note = null, resolution_note = null
      where id in (
        select id from feedback where account_id = p_account
          and (correct_entity is not null or evidence_urls <> '{}' or note is not null
            or resolution_note is not null)
          limit p_limit)
    returning 'feedback' as kind
  ), cleared_jobs as (
    update jobs set callback_url = null where id in (
      select id from jobs where account_id = p_account and callback_url is not null limit p_limit)
    returning 'job' as kind
  ), cleared_runs as (
    -- The history of a domain stays for all accounts, so it must not name the one that asked.
    update domain_runs set account_id = null where ctid in (
      select ctid from domain_runs where account_id = p_account limit p_limit)
    returning 'run' as kind
  ), cleared_bulk_jobs as (
    update bulk_jobs
      set name = null, callback_url = null, address_prefix = null, request_id = null
      where id in (
        select id from bulk_jobs
          where account_id = p_account
            and (name is not null or callback_url is not null or address_prefix is not null
              or request_id is not null)
          limit p_limit)
    returning 'bulk job' as kind
  ), cleared_correlations as (
    update correlations set callback_url = null where id in (
      select id from correlations where account_id = p_account and callback_url is not null
        limit p_limit)
    returning 'correlation' as kind
  ), cleared_keys as (
    update api_keys set name = '' where id in (
      select id from api_keys where account_id = p_account and name <> '' limit p_limit)
    returning 'key' as kind
  ), cleared_lines as (
    -- The text of a rejected line can be anything, for example personal data.
    update bulk_items set domain = '', registrable_domain = null, error_message = null where ctid
      in (
      select i.ctid from bulk_jobs b join bulk_items i on i.bulk_job_id = b.id
        where b.account_id = p_account and i.error_code is not null
          and (i.domain <> '' or i.registrable_domain is not null or i.error_message is not null)
            limit p_limit)
    returning 'line' as kind
  ), cleared_audit_entries as (
    -- A client can choose the request_id of its request, so the id can contain personal data.
    update audit_entries set request_id = null where id in (
      select id from audit_entries where account_id = p_account and request_id is not null
        limit p_limit)
    returning 'audit entry' as kind
  ), changed as (
    table deleted_monitors union all table deleted_changes union all table deleted_shares
      union all table cleared_feedback union all
    table deleted_deliveries union all table deleted_answers union all table deleted_histories
    union all table deleted_portfolios union all table deleted_templates
      union all table cleared_jobs union all table cleared_runs
    union all table cleared_bulk_jobs
    union all table cleared_correlations union all table cleared_keys union all table cleared_lines
    union all table cleared_audit_entries
  )
  select exists (select 1 from changed group by kind having count(*) = p_limit) into v_more;
  update recharge_attempts set payment_method_id = null, last_error = null
    where account_id = p_account and (payment_method_id is not null or last_error is not null)
      and state in ('succeeded', 'failed');
  delete from webhook_origins where account_id = p_account;
  update outbox set sent_at = coalesce(sent_at, clock_timestamp()), payload = '{}',
    last_error = null
    where account_id = p_account and topic = 'email'
      and (sent_at is null or payload <> '{}' or last_error is not null);
  return v_more;
end $$;

-- Creates outbox rows: Stripe must cancel the account's subscriptions, and the identity provider
-- must delete the user.
create or replace function enqueue_closure_calls(a accounts) returns void language sql as $$
  insert into outbox (topic, dedupe, account_id, payload)
    select 'stripe_cancel', 'stripe_cancel:' || live.id, a.id,
      jsonb_build_object('subscription_id', live.id)
      from (
        select a.stripe_subscription_id as id where a.subscription_status
          in ('active', 'trialing', 'past_due')
        union
        select id from stripe_subscriptions
          where account_id = a.id and status in ('active', 'trialing', 'past_due')
      ) live where live.id is not null
    on conflict (dedupe) do nothing;
  insert into outbox (topic, dedupe, account_id, payload)
    select 'identity_delete', 'identity_delete:' || a.id, a.id,
      jsonb_build_object('subject', a.subject)
      where a.subject is not null;
$$;

-- Closes an account. Its ledger, jobs and Stripe ids are kept. A repeated call with the same
-- audit_id also returns the outcome "closed".
create or replace function close_account(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  a accounts;
  v_subject text;
begin
  select * into p from jsonb_to_record(input) as fields(account_id text, audit_id text);
  select subject into v_subject from accounts where id = p.account_id;
  if v_subject is not null then
    -- A concurrent open_account for the same user waits for this lock, and then finds the account
    -- closed.
    perform pg_advisory_xact_lock(hashtextextended('subject:' || v_subject, 0));
  end if;
  select * into a from accounts where id = p.account_id for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.closed_at is not null then
    return jsonb_build_object(
      'outcome', case when exists (select 1 from audit_entries where id = p.audit_id) then 'closed'
        else 'already' end,
      'closed_at', a.closed_at, 'hints', outbox_hints(a.id));
  end if;
  perform enqueue_closure_calls(a);
  update accounts set
      status = 'closed', closed_at = clock_timestamp(),
        closed_subject_digest = subject_digest(subject),
      subject = null, email = null, email_as_of = null, name = null,
      webhook_secret_sealed = null, webhook_secret_hint = null,
      webhook_secret_before_sealed = null, webhook_secret_before_until = null,
      recharge_enabled = false, recharge_last_error = null,
      payment_method_id = null, payment_method_brand = null, payment_method_last4 = null,
      digest_enabled = false, lifecycle_enabled = false,
      subscription_status = case
        when subscription_status in ('active', 'trialing', 'past_due') then 'canceled'
          else subscription_status end
    where id = a.id returning * into a;
  update api_keys set revoked_at = clock_timestamp() where account_id = a.id and revoked_at is null;
  perform add_audit_entry(input, a.id, 'account.closed');
  if erase_account_data(a.id, 5000) then
    insert into outbox (topic, dedupe, account_id, payload)
      values ('erase_traces', 'erase_traces:' || a.id, a.id, '{}');
  end if;
  return jsonb_build_object('outcome', 'closed', 'closed_at', a.closed_at, 'hints',
    outbox_hints(a.id));
end $$;
