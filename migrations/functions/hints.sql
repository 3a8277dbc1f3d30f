-- Hints: the part of an answer that names who waits for the change, [{"kind", "id"}], which the caller sends after the commit. Best effort:
-- the minute sweep finds the row of a hint that is lost. A repeated call names what still waits, since its first reply may be lost.

-- One hint for each id; null ids have none. In PL/pgSQL, as those below, so that it is planned once a connection and not once a call.
create or replace function hints_of(p_kind text, p_ids text[]) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return coalesce((select jsonb_agg(jsonb_build_object('kind', p_kind, 'id', id)) from unnest(p_ids) id where id is not null), '[]');
end $$;

-- Each hint once, in order. Hints of groups stay, since their receiver counts them.
create or replace function distinct_hints(p_hints jsonb) returns jsonb language plpgsql immutable parallel safe as $$
begin
  return coalesce((
    select jsonb_agg(once.hint order by once.place) from (
      select hint, min(place) as place from jsonb_array_elements(p_hints) with ordinality every(hint, place)
        group by hint, case when hint->>'kind' = 'group' then place end
    ) once), '[]');
end $$;

-- Due deliveries of a subject that had no attempt yet; one that has ended has no next attempt. The state is not asked: with old statistics
-- the planner would take the partial index of pending deliveries and read all of them.
create or replace function delivery_hints(p_subject text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('delivery', array(
    select id from webhook_deliveries
      where subject_id = p_subject and attempts = 0 and next_attempt_at <= clock_timestamp() order by id));
end $$;

-- A pending email by its outbox row; none while a dispatcher holds it.
create or replace function email_hints(p_dedupe text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('email', array(
    select id from outbox
      where dedupe = p_dedupe and topic = 'email' and sent_at is null and not_before <= clock_timestamp())::text[]);
end $$;

-- The account while its outbox has due rows.
create or replace function outbox_hints(p_account text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('outbox', array(
    select p_account where exists (
      select 1 from outbox where account_id = p_account and sent_at is null and not_before <= clock_timestamp())));
end $$;

-- The account while it has an open recharge that no dispatcher has taken yet, even if an earlier debit opened it: its hint may be lost.
create or replace function recharge_hints(p_account text) returns jsonb language plpgsql stable as $$
begin
  return hints_of('recharge', array(
    select r.account_id from recharge_attempts r join outbox o on o.dedupe = ('recharge:' || r.id)
      where r.account_id = p_account and r.state = 'pending' and o.sent_at is null and o.not_before <= clock_timestamp()));
end $$;

-- The waiters for the end of a job, by whatever way it ended; none while it has not.
create or replace function job_hints(j jobs) returns jsonb language plpgsql stable as $$
begin
  if j.status not in ('completed', 'partial', 'failed') then
    return '[]';
  end if;
  return delivery_hints(j.id)
    || hints_of('group', array(select b.id from bulk_jobs b where b.id = j.bulk_job_id and b.status in ('accepted', 'running')))
    || hints_of('correlation', array(select k.id from correlations k where k.id = j.correlation_id and k.status in ('queued', 'running')));
end $$;

-- The waiters for the end of a bulk job.
create or replace function bulk_hints(b bulk_jobs) returns jsonb language plpgsql stable as $$
begin
  return delivery_hints(b.id)
    || email_hints(case b.status when 'completed' then 'email:bulk_ready:' when 'failed' then 'email:bulk_failed:' end || b.id);
end $$;

-- The correlation itself when it has no child to wait for, and the waiters for its end.
create or replace function correlation_hints(k correlations) returns jsonb language plpgsql stable as $$
begin
  return delivery_hints(k.id) || hints_of('correlation', array(
    select k.id where k.status in ('queued', 'running')
      and not exists (select 1 from jobs where correlation_id = k.id and status in ('queued', 'running'))));
end $$;
