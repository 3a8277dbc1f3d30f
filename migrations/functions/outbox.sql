-- Hands out what must be told to the outside: due rows of the topics that somebody handles, oldest first, each to one dispatcher. A row
-- comes back after p_lease_seconds unless it was settled meanwhile, later with every attempt.
create or replace function take_outbox(p_topics text[], p_account text, p_lease_seconds integer, p_limit integer)
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

-- Writes down what became of a row: told, and then what it said is forgotten; or to be tried again in p.after_seconds.
create or replace function finish_outbox_row(p jsonb) returns void language sql as $$
  update outbox set
      sent_at = case when p->>'after_seconds' is null then clock_timestamp() end,
      payload = case when p->>'after_seconds' is null then '{}' else payload end,
      not_before = case when p->>'after_seconds' is null then not_before else clock_timestamp() + make_interval(secs => (p->>'after_seconds')::integer) end,
      last_error = p->>'because'
    where id = (p->>'id')::bigint and sent_at is null
$$;

-- Due rows of topics that nobody handles: named once, and left where they are.
create or replace function mark_unhandled_rows(p_topics text[], p_limit integer) returns table (id bigint, topic text) language sql as $$
  update outbox o set last_error = 'no handler'
    where o.id in (
      select orphan.id from outbox orphan
        where orphan.sent_at is null and orphan.not_before <= clock_timestamp() and orphan.topic <> all (p_topics)
          and orphan.last_error is distinct from 'no handler'
        limit p_limit for update skip locked)
    returning o.id, o.topic
$$;
