-- Leases due rows of the outbox, the longest due first. If p_account is null, leases rows of all
-- accounts. A row that is not finished becomes due again after p_lease_seconds. This time doubles
-- with each attempt, to at most 64 × p_lease_seconds.
create or replace function claim_outbox_rows(
  p_topics text[], p_account text, p_lease_seconds integer, p_limit integer
) returns table (id bigint, topic text, account_id text, payload jsonb, attempts integer)
language sql as $$
  update outbox o set attempts = o.attempts + 1,
      not_before = clock_timestamp()
        + make_interval(secs => p_lease_seconds * power(2, least(o.attempts, 6)))
    where o.id in (
      select due.id from outbox due
        where due.sent_at is null and due.not_before <= clock_timestamp()
          and due.topic = any (p_topics)
          and (p_account is null or due.account_id = p_account)
        order by due.not_before limit p_limit for update skip locked)
    returning o.id, o.topic, o.account_id, o.payload, o.attempts
$$;

-- Marks and returns due rows whose topic is not in p_topics: they have no handler. Each row is
-- returned once and is kept in the outbox.
create or replace function mark_unhandled_rows(p_topics text[], p_limit integer)
returns table (id bigint, topic text) language sql as $$
  update outbox o set last_error = 'no handler'
    where o.id in (
      select unhandled.id from outbox unhandled
        where unhandled.sent_at is null and unhandled.not_before <= clock_timestamp()
          and unhandled.topic <> all (p_topics)
          and unhandled.last_error is distinct from 'no handler'
        limit p_limit for update skip locked)
    returning o.id, o.topic
$$;
