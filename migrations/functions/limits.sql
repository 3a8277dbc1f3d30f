-- Two kinds of limits. They are stored in Postgres, so they hold for all isolates and without
-- Redis. For concurrent work, each row of the table permits is one permit in use. For use per day,
-- each account has a number of tokens and gets all of them back at the start of each day (UTC).

-- Takes a permit for a holder (an account or a client) if it has fewer than p_limit permits. A
-- permit is free again after p_lease, or when its row is deleted. A repeated call with the same
-- p_permit counts once. retry_after_seconds: time until a permit is free, or 0 if one was taken.
create or replace function take_permit(
  p_permit text, p_limit_name text, p_holder text, p_limit integer, p_lease interval,
  out taken boolean, out retry_after_seconds integer
) language plpgsql as $$
declare
  v_used integer;
  v_oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('permits:' || p_limit_name || ':' || p_holder, 0));
  retry_after_seconds := 0;
  taken := true;
  if exists (select 1 from permits where id = p_permit) then
    return;
  end if;
  delete from permits
    where limit_name = p_limit_name and holder = p_holder
      and taken_at <= clock_timestamp() - p_lease;
  select count(*), min(taken_at) into v_used, v_oldest from permits
    where limit_name = p_limit_name and holder = p_holder;
  if v_used < p_limit then
    insert into permits (id, limit_name, holder) values (p_permit, p_limit_name, p_holder);
    return;
  end if;
  taken := false;
  retry_after_seconds := greatest(1, ceil(extract(epoch from
    coalesce(v_oldest, clock_timestamp()) + p_lease - clock_timestamp())));
end $$;

-- Takes p_amount of the account's p_limit tokens for this day. retry_after_seconds: time until the
-- next day, or 0 if the tokens were taken. A repeated call takes tokens again. So the caller must
-- first check, in the same transaction, that its work does not exist yet.
create or replace function take_daily_use(
  p_account text, p_limit_name text, p_amount integer, p_limit integer,
  out taken boolean, out retry_after_seconds integer
) language plpgsql as $$
declare
  v_now constant timestamp := clock_timestamp() at time zone 'UTC';
begin
  insert into daily_uses (account_id, limit_name, day, used)
    values (p_account, p_limit_name, v_now::date, 0)
    on conflict do nothing;
  update daily_uses set used = used + p_amount
    where account_id = p_account and limit_name = p_limit_name and day = v_now::date
      and used + p_amount <= p_limit;
  taken := found;
  retry_after_seconds := case when taken then 0
    else greatest(1, ceil(extract(epoch from v_now::date + interval '1 day' - v_now))) end;
end $$;

-- Gives back one token for the day of p_at (UTC), because the counted work did not happen or the
-- account paid for it.
create or replace function release_daily_use(p_account text, p_limit_name text, p_at timestamptz)
returns void language plpgsql as $$
begin
  update daily_uses set used = used - 1
    where account_id = p_account and limit_name = p_limit_name and used > 0
      and day = (p_at at time zone 'UTC')::date;
end $$;
