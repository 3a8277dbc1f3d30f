-- Takes one of p_limit slots that a holder has in any stretch of time p_window. Exact under concurrency: takers of one holder queue up.
-- The same p_slot again is the same slot. When refused, retry_after_seconds says when the oldest slot is free again.
create or replace function take_slot(
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
