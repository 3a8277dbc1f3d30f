-- Forgets what is kept for a time only, at most p_limit of each: slots whose window is long over, quota of erased accounts from earlier
-- months, outbox rows told long ago, answers under an Idempotency-Key after their day, names under a domain that have expired, history
-- that was bought for a reading long over, portfolios that nobody has asked for since. more: there may be more to forget of some kind.
create or replace function delete_expired_rows(p_limit integer, out gone integer, out more boolean) language plpgsql as $$
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
