-- Accounts and their credentials. As everywhere: one call is one statement, safe to repeat when the reply was lost, the account's row
-- locked first, and what was done is noted in the audit log by the same call.

-- What of a closed account's subject is kept: enough to recognise its tokens, too little to ask the identity provider about it.
create function subject_digest(p_subject text) returns text language sql immutable strict as $$
  select encode(sha256(convert_to(p_subject, 'UTF8')), 'hex')
$$;
--> statement-breakpoint
-- Notes one act of the account's holder; p carries who and from where. Noting it again under the same audit_id changes nothing.
create function note_act(p jsonb, p_account text, p_action text, p_subject text default null, p_detail jsonb default null) returns void language sql as $$
  insert into audit_entries (id, account_id, action, subject, key_id, address_prefix, request_id, detail)
    values (coalesce(p->>'audit_id', new_id('aud')), p_account, p_action, p_subject, p->>'key_id', p->>'address_prefix', p->>'request_id', p_detail)
    on conflict (id) do nothing
$$;
--> statement-breakpoint
-- Takes one of p_limit slots that a holder has in any stretch of time p_window. Exact under concurrency: takers of one holder queue up.
-- The same p_slot again is the same slot. When refused, retry_after_seconds says when the oldest slot is free again.
create function take_slot(
  p_slot text, p_limit_name text, p_holder text, p_limit integer, p_window interval, out taken boolean, out retry_after_seconds integer
) language plpgsql as $$
declare
  v_used integer;
  v_oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('slot:' || p_limit_name || ':' || p_holder, 0));
  if exists (select 1 from rate_slots where id = p_slot) then
    taken := true; retry_after_seconds := 0;
    return;
  end if;
  delete from rate_slots where limit_name = p_limit_name and holder = p_holder and taken_at <= clock_timestamp() - p_window;
  select count(*), min(taken_at) into v_used, v_oldest from rate_slots where limit_name = p_limit_name and holder = p_holder;
  taken := v_used < p_limit;
  if taken then
    insert into rate_slots (id, limit_name, holder) values (p_slot, p_limit_name, p_holder);
    retry_after_seconds := 0;
    return;
  end if;
  retry_after_seconds := greatest(1, ceil(extract(epoch from coalesce(v_oldest, clock_timestamp()) + p_window - clock_timestamp())));
end $$;
--> statement-breakpoint
-- The end of the account's current billing period; current_period has its beginning.
create function current_period_end(a accounts) returns timestamptz language sql stable as $$
  select case
    when a.subscription_status in ('active', 'trialing', 'past_due') and a.period_start <= clock_timestamp() and clock_timestamp() < a.period_end
      then a.period_end
    else (date_trunc('month', clock_timestamp() at time zone 'utc') + interval '1 month') at time zone 'utc'
  end
$$;
--> statement-breakpoint
-- The account as its holder may see it.
create function account_profile(a accounts) returns jsonb language sql stable as $$
  select jsonb_build_object('account_id', a.id, 'email', a.email, 'name', a.name, 'tier', a.tier, 'status', a.status, 'created_at', a.created_at,
    'closed_at', a.closed_at, 'credits', a.balance, 'used', coalesce((
      select used from usage_periods where account_id = a.id and period_start = current_period(a)), 0),
    'period_end', current_period_end(a), 'digest_enabled', a.digest_enabled, 'lifecycle_enabled', a.lifecycle_enabled)
$$;
--> statement-breakpoint
-- An address belongs to whom the identity provider says now: another open account that still has it loses it.
create function release_email(p_email text, p_except text) returns void language plpgsql as $$
declare
  v_id text;
begin
  perform pg_advisory_xact_lock(hashtextextended('email:' || lower(p_email), 0));
  update accounts set email = null where lower(email) = lower(p_email) and closed_at is null and id <> p_except returning id into v_id;
  if v_id is not null then
    insert into audit_entries (id, account_id, action) values (new_id('aud'), v_id, 'account.email_released');
  end if;
end $$;
--> statement-breakpoint
-- Makes an ordinary key unless the account has as many as it may: the cap of its tier, or that of buyers when that is higher.
-- outcome: created, limited, closed.
create function create_api_key(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k api_keys;
  v_cap integer;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p->>'key_id' and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  v_cap := greatest((p->'caps'->>a.tier)::integer, case when a.has_purchased then (p->'caps'->>'paid')::integer end);
  if (select count(*) from api_keys where account_id = a.id and kind = 'ordinary' and revoked_at is null) >= v_cap then
    return jsonb_build_object('outcome', 'limited', 'cap', v_cap);
  end if;
  insert into api_keys (id, account_id, kind, name, prefix, digest)
    values (p->>'key_id', a.id, 'ordinary', p->>'name', p->>'prefix', p->>'digest') returning * into k;
  perform note_act(p || jsonb_build_object('key_id', null), a.id, 'api_key.created', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;
--> statement-breakpoint
-- Makes a playground key in the place of the one before, at most p.limit times in an hour. outcome: created, limited, closed.
create function mint_session_key(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  k api_keys;
  v_minted integer;
  v_oldest timestamptz;
begin
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found or a.closed_at is not null then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into k from api_keys where id = p->>'key_id' and account_id = a.id;
  if found then
    return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
  end if;
  select count(*), min(created_at) into v_minted, v_oldest from api_keys
    where account_id = a.id and kind = 'playground' and created_at > clock_timestamp() - interval '1 hour';
  if v_minted >= (p->>'limit')::integer then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds', greatest(1, ceil(extract(epoch from
      coalesce(v_oldest, clock_timestamp()) + interval '1 hour' - clock_timestamp()))));
  end if;
  update api_keys set revoked_at = clock_timestamp() where account_id = a.id and kind = 'playground' and revoked_at is null;
  insert into api_keys (id, account_id, kind, name, prefix, digest)
    values (p->>'key_id', a.id, 'playground', p->>'name', p->>'prefix', p->>'digest') returning * into k;
  perform note_act(p || jsonb_build_object('key_id', null), a.id, 'session_key.minted', k.id);
  return jsonb_build_object('outcome', 'created', 'key', to_jsonb(k));
end $$;
--> statement-breakpoint
-- Revokes a living key of the account, of either kind. outcome: revoked, unknown (not there, not theirs, or revoked before).
create function revoke_api_key(p jsonb) returns jsonb language plpgsql as $$
declare
  k api_keys;
begin
  perform 1 from accounts where id = p->>'account_id' for no key update;
  update api_keys set revoked_at = clock_timestamp()
    where id = p->>'revoked_key_id' and account_id = p->>'account_id' and revoked_at is null returning * into k;
  if found then
    perform note_act(p, k.account_id, 'api_key.revoked', k.id);
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  -- A lost reply asked again: this very act revoked it.
  select * into k from api_keys where id = p->>'revoked_key_id' and account_id = p->>'account_id'
    and exists (select 1 from audit_entries where id = p->>'audit_id');
  if found then
    return jsonb_build_object('outcome', 'revoked', 'key', to_jsonb(k));
  end if;
  return jsonb_build_object('outcome', 'unknown');
end $$;
--> statement-breakpoint
-- Notes that a key is in use, at most once an hour.
create function touch_api_key(p_key text) returns void language sql as $$
  update api_keys set last_used_at = clock_timestamp()
    where id = p_key and revoked_at is null and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 hour')
$$;
--> statement-breakpoint
-- Changes what p names of the e-mail preferences; the rest keeps its value. outcome: saved, closed.
create function set_email_preferences(p jsonb) returns jsonb language plpgsql as $$
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
  perform note_act(p, a.id, 'email_preferences.changed', null,
    jsonb_strip_nulls(jsonb_build_object('digest_enabled', p->'digest_enabled', 'lifecycle_enabled', p->'lifecycle_enabled')));
  return jsonb_build_object('outcome', 'saved', 'digest_enabled', a.digest_enabled, 'lifecycle_enabled', a.lifecycle_enabled);
end $$;
--> statement-breakpoint
-- Begins an export: takes a slot of the hour and fixes the instant that the export shows. The account's row is held for that, so
-- everything that was booked before the instant is there and nothing that comes later is. outcome: started, limited, closed.
create function begin_export(p jsonb) returns jsonb language plpgsql as $$
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
  perform note_act(p, a.id, 'account.exported');
  return jsonb_build_object('outcome', 'started', 'at', clock_timestamp(), 'ledger_sequence', a.ledger_sequence, 'profile', account_profile(a));
end $$;
--> statement-breakpoint
-- Erases what a closed account left beside its history and its books, at most p_limit rows of a kind. True when more is left.
-- Whatever comes to keep something of a person gets its line here, and its canary in the erasure test.
create function erase_traces(p_account text, p_limit integer) returns boolean language plpgsql as $$
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
--> statement-breakpoint
-- Closes an account: nothing of it authenticates any more, what names a person is gone, Stripe and the identity provider will be told.
-- History and ledger stay, and with them the ids by which Stripe knows the books. outcome: closed, already, unknown.
create function close_account(p jsonb) returns jsonb language plpgsql as $$
declare
  a accounts;
  v_subject text;
  v_used integer;
begin
  select subject into v_subject from accounts where id = p->>'account_id';
  if v_subject is not null then
    -- Whoever opens an account for this subject at the same moment waits, and then finds it closed.
    perform pg_advisory_xact_lock(hashtextextended('subject:' || v_subject, 0));
  end if;
  select * into a from accounts where id = p->>'account_id' for no key update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if a.closed_at is not null then
    return jsonb_build_object('outcome', case when exists (select 1 from audit_entries where id = p->>'audit_id') then 'closed' else 'already' end,
      'closed_at', a.closed_at);
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
  perform note_act(p, a.id, 'account.closed');
  if erase_traces(a.id, 5000) then
    insert into outbox (topic, dedupe, account_id, payload) values ('erase_traces', 'erase_traces:' || a.id, a.id, '{}');
  end if;
  return jsonb_build_object('outcome', 'closed', 'closed_at', a.closed_at);
end $$;
--> statement-breakpoint
-- Hands out what must be told to the outside: due rows of the topics that somebody handles, oldest first, each to one dispatcher. A row
-- comes back after p_lease_seconds unless it was settled meanwhile, later with every attempt.
create function take_outbox(p_topics text[], p_account text, p_lease_seconds integer, p_limit integer)
returns table (id bigint, topic text, account_id text, payload jsonb, attempts integer) language sql as $$
  update outbox o set attempts = o.attempts + 1,
      not_before = clock_timestamp() + make_interval(secs => p_lease_seconds * power(2, least(o.attempts, 6)))
    where o.id in (
      select due.id from outbox due
        where due.sent_at is null and due.not_before <= clock_timestamp() and due.topic = any (p_topics)
          and (p_account is null or due.account_id = p_account)
        order by due.not_before limit p_limit for update skip locked)
    returning o.id, o.topic, o.account_id, o.payload, o.attempts
$$;
--> statement-breakpoint
-- Writes down what became of a row: told, and then what it said is forgotten; or to be tried again in p.after_seconds.
create function settle_outbox(p jsonb) returns void language sql as $$
  update outbox set
      sent_at = case when p->>'after_seconds' is null then clock_timestamp() end,
      payload = case when p->>'after_seconds' is null then '{}' else payload end,
      not_before = case when p->>'after_seconds' is null then not_before else clock_timestamp() + make_interval(secs => (p->>'after_seconds')::integer) end,
      last_error = p->>'because'
    where id = (p->>'id')::bigint and sent_at is null
$$;
--> statement-breakpoint
-- Due rows of topics that nobody handles: named once, and left where they are.
create function name_orphans(p_topics text[], p_limit integer) returns table (id bigint, topic text) language sql as $$
  update outbox o set last_error = 'no handler'
    where o.id in (
      select orphan.id from outbox orphan
        where orphan.sent_at is null and orphan.not_before <= clock_timestamp() and orphan.topic <> all (p_topics)
          and orphan.last_error is distinct from 'no handler'
        limit p_limit for update skip locked)
    returning o.id, o.topic
$$;
--> statement-breakpoint
-- Forgets what is kept for a time only, at most p_limit of each: slots whose window is long over, quota of erased accounts from earlier
-- months, outbox rows told long ago, answers under an Idempotency-Key after their day, names under a domain that have expired, history
-- that was bought for a reading long over, portfolios that nobody has asked for since. more: there may be more to forget of some kind.
create function forget_expired(p_limit integer, out gone integer, out more boolean) language plpgsql as $$
declare
  v_gone integer;
begin
  delete from erased_usage where period_start < date_trunc('month', clock_timestamp() at time zone 'utc')::date;
  gone := 0;
  more := false;
  delete from outbox where id in (select id from outbox where sent_at < clock_timestamp() - interval '30 days' limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
  delete from rate_slots where id in (select id from rate_slots where taken_at < clock_timestamp() - interval '1 day' limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
  delete from idempotency_keys where ctid in (
    select ctid from idempotency_keys where created_at < clock_timestamp() - interval '24 hours' and lease_until < clock_timestamp() limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
  delete from subdomain_enumerations where ctid in (select ctid from subdomain_enumerations where expires_at < clock_timestamp() limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
  delete from external_histories where ctid in (
    select ctid from external_histories where bought_at < clock_timestamp() - interval '7 days' limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
  delete from portfolios where ctid in (select ctid from portfolios where fetched_at < clock_timestamp() - interval '180 days' limit p_limit);
  get diagnostics v_gone = row_count;
  gone := gone + v_gone; more := more or v_gone = p_limit;
end $$;
