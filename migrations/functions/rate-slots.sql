-- Counts one action of an account or client, if fewer than p_limit actions were counted within p_window. An advisory
-- lock makes the count exact for concurrent calls. A repeated call with the same p_slot counts once.
-- retry_after_seconds: seconds until the next action is possible, 0 if this action was counted.
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
