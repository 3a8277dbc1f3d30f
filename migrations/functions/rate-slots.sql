-- Counts one action of an account or client, if fewer than p_limit actions were counted within
-- p_window. An advisory lock makes the count exact for concurrent calls. A repeated call with the
-- same p_slot counts once. retry_after_seconds: seconds until the next action is possible, 0 if
-- this action was counted.
create or replace function take_slot(
  p_slot text, p_limit_name text, p_holder text, p_limit integer, p_window interval,
  out taken boolean, out retry_after_seconds integer
) language plpgsql as $$
declare
  v_used integer;
  v_oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('slot:' || p_limit_name || ':' || p_holder, 0));
  retry_after_seconds := 0;
  taken := true;
  if exists (select 1 from rate_slots where id = p_slot) then
    return;
  end if;
  delete from rate_slots
    where limit_name = p_limit_name and holder = p_holder and taken_at <= clock_timestamp() - p_window;
  select count(*), min(taken_at) into v_used, v_oldest from rate_slots
    where limit_name = p_limit_name and holder = p_holder;
  if v_used < p_limit then
    insert into rate_slots (id, limit_name, holder) values (p_slot, p_limit_name, p_holder);
    return;
  end if;
  taken := false;
  retry_after_seconds := greatest(1, ceil(extract(epoch from
    coalesce(v_oldest, clock_timestamp()) + p_window - clock_timestamp())));
end $$;

-- Counts p_amount against an account's limit per day (UTC), if the day's total stays within
-- p_limit. A repeated call counts again, so the caller first checks in the same transaction that
-- its work does not exist yet. retry_after_seconds: seconds until the next day, 0 if the amount was
-- counted.
create or replace function take_daily_use(
  p_account text, p_limit_name text, p_amount integer, p_limit integer,
  out taken boolean, out retry_after_seconds integer
) language plpgsql as $$
declare
  v_now constant timestamp := clock_timestamp() at time zone 'UTC';
begin
  insert into daily_uses (account_id, limit_name, day, used) values (p_account, p_limit_name, v_now::date, 0)
    on conflict do nothing;
  update daily_uses set used = used + p_amount
    where account_id = p_account and limit_name = p_limit_name and day = v_now::date and used + p_amount <= p_limit;
  taken := found;
  retry_after_seconds := case
    when taken then 0 else greatest(1, ceil(extract(epoch from v_now::date + interval '1 day' - v_now))) end;
end $$;

-- Releases one use of the day of p_at (UTC), because the counted work did not happen or was paid.
create or replace function release_daily_use(p_account text, p_limit_name text, p_at timestamptz)
returns void language plpgsql as $$
begin
  update daily_uses set used = used - 1
    where account_id = p_account and limit_name = p_limit_name and used > 0 and day = (p_at at time zone 'UTC')::date;
end $$;
