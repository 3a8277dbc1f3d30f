-- Deletes expired rows, at most p_limit per table: sent outbox rows, counted actions of rate limits, stored responses
-- of Idempotency-Keys, subdomains, bought WHOIS histories, reverse WHOIS results. Also deletes the used quota of closed
-- accounts in earlier months. "more" is true if the call must be repeated.
create or replace function delete_expired_rows(p_limit integer, out deleted integer, out more boolean)
language plpgsql as $$
begin
  delete from erased_usage where period_start < current_month();
  with old_outbox_rows as (
    delete from outbox where id in (
      select id from outbox where sent_at < clock_timestamp() - interval '30 days' limit p_limit)
    returning 'outbox row' as kind
  ), old_slots as (
    delete from rate_slots where id in (
      select id from rate_slots where taken_at < clock_timestamp() - interval '1 day' limit p_limit)
    returning 'slot' as kind
  ), old_answers as (
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys
        where created_at < clock_timestamp() - interval '24 hours' and lease_until < clock_timestamp() limit p_limit)
    returning 'answer' as kind
  ), old_subdomains as (
    delete from subdomain_enumerations where ctid in (
      select ctid from subdomain_enumerations where expires_at < clock_timestamp() limit p_limit)
    returning 'subdomains' as kind
  ), old_histories as (
    delete from external_histories where ctid in (
      select ctid from external_histories where bought_at < clock_timestamp() - interval '7 days' limit p_limit)
    returning 'history' as kind
  ), old_portfolios as (
    delete from portfolios where ctid in (
      select ctid from portfolios where fetched_at < clock_timestamp() - interval '180 days' limit p_limit)
    returning 'portfolio' as kind
  ), counts as (
    select count(*) as rows from (
      table old_outbox_rows union all table old_slots union all table old_answers union all table old_subdomains
      union all table old_histories union all table old_portfolios
    ) old group by kind
  )
  select coalesce(sum(rows), 0), coalesce(bool_or(rows = p_limit), false) into deleted, more from counts;
end $$;
