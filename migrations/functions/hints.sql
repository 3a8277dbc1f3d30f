-- A hint {"kind", "id"} is a queue message about a row with waiting work. The caller sends it after
-- the commit. If the message is lost, the sweep finds the row later. A repeated call returns the
-- hints again, because the first reply may be lost.

-- Returns one hint for each id that is not null. The language is PL/pgSQL, because Postgres then
-- plans the query only once per connection.
create or replace function hints_of(p_kind text, p_ids text[]) returns jsonb
language plpgsql immutable parallel safe as $$
begin
  return coalesce((
    select jsonb_agg(jsonb_build_object('kind', p_kind, 'id', id)) from unnest(p_ids) id
      where id is not null
  ), '[]');
end $$;

-- Removes repeated hints and keeps the order. Repeated hints of the kind "group" are kept, because
-- their receiver counts them.
create or replace function distinct_hints(p_hints jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
begin
  return coalesce((
    select jsonb_agg(first.hint order by first.position) from (
      select hint, min(position) as position
        from jsonb_array_elements(p_hints) with ordinality as listed(hint, position)
        group by hint, case when hint @> '{"kind": "group"}' then position end
    ) first
  ), '[]');
end $$;

-- Returns queue messages for the webhook deliveries of a job, bulk job or correlation that are due
-- and were never attempted. The query has no condition on the column state: with outdated
-- statistics, Postgres would then read all pending deliveries.
create or replace function delivery_hints(p_subject text) returns jsonb language plpgsql stable
  as $$
begin
  return hints_of('delivery', array(
    select id from webhook_deliveries
      where subject_id = p_subject and attempts = 0 and next_attempt_at <= clock_timestamp()
        order by id));
end $$;

-- Returns the hint of an unsent email. Returns none while a process is sending the email.
create or replace function email_hints(p_dedupe text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('email', array(
    select id from outbox
      where dedupe = p_dedupe and topic = 'email' and sent_at is null
        and not_before <= clock_timestamp())::text[]);
end $$;

-- Returns a hint with the id of the account if the account has due rows in the outbox.
create or replace function outbox_hints(p_account text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('outbox', array(
    select p_account where exists (
      select 1 from outbox where account_id = p_account and sent_at is null
        and not_before <= clock_timestamp())));
end $$;

-- Returns a hint while a recharge of the account waits for its first attempt, because the message
-- of the call that created the recharge may be lost.
create or replace function recharge_hints(p_account text) returns jsonb language plpgsql stable
  as $$
begin
  return hints_of('recharge', array(
    select r.account_id from recharge_attempts r join outbox o on o.dedupe = ('recharge:' || r.id)
      where r.account_id = p_account and r.state = 'pending'
        and o.sent_at is null and o.not_before <= clock_timestamp()));
end $$;

-- Returns the hints of a finished job: its webhook deliveries, its bulk job and its correlation.
-- Returns none while the job is unfinished.
create or replace function job_hints(j jobs) returns jsonb language plpgsql stable as $$
begin
  if j.status not in ('completed', 'partial', 'failed') then
    return '[]';
  end if;
  return delivery_hints(j.id)
    || hints_of('group', array(
      select b.id from bulk_jobs b where b.id = j.bulk_job_id and b.status
        in ('accepted', 'running')))
    || hints_of('correlation', array(
      select k.id from correlations k where k.id = j.correlation_id and k.status = 'running'));
end $$;

create or replace function bulk_hints(b bulk_jobs) returns jsonb language plpgsql stable as $$
begin
  return delivery_hints(b.id) || email_hints(
    case b.status when 'completed' then 'email:bulk_ready:' when 'failed'
      then 'email:bulk_failed:' end || b.id);
end $$;

-- Returns the hints of the correlation's webhook deliveries. The hint of the correlation itself is
-- added only when all its analyses are finished.
create or replace function correlation_hints(k correlations) returns jsonb language plpgsql stable
  as $$
begin
  return delivery_hints(k.id) || hints_of('correlation', array(
    select k.id where k.status = 'running'
      and not exists (select 1 from jobs
        where correlation_id = k.id and status in ('waiting', 'queued', 'running'))));
end $$;
