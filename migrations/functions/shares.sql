-- Functions about shares: public links to the answer of an analysis or correlation.

-- Returns "ended", "in_progress", "failed" or "unknown" for an analysis or correlation of the
-- account. Exactly one of the two ids is given. The row cannot be deleted before the transaction
-- ends.
create or replace function subject_of_share(p_account text, p_job text, p_correlation text)
  returns text
language plpgsql as $$
declare
  v_status text;
begin
  if p_job is not null then
    select status into v_status from jobs where id = p_job and account_id = p_account
      for key share;
  else
    select status into v_status from correlations
      where id = p_correlation and account_id = p_account for key share;
  end if;
  return case
    when v_status is null then 'unknown'
    when v_status in ('completed', 'partial') then 'ended'
    when v_status = 'failed' then 'failed'
    else 'in_progress' end;
end $$;

-- Creates a share that ends after "days" days, or gives the live share of the same subject this new
-- end. An account has at most "limit" live shares; a renewal is always allowed. A repeated call
-- with the same share_id returns the same share.
create or replace function create_share(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  v_now constant timestamptz := clock_timestamp();
  v_subject text;
  s shares;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, share_id text, token_digest text, job_id text,
    correlation_id text, days integer, "limit" integer);
  -- With this lock, concurrent calls of an account cannot exceed the limit or create two shares of
  -- a subject, and none creates a share after the account was closed.
  perform 1 from accounts where id = p.account_id and closed_at is null for no key update;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  v_subject := subject_of_share(p.account_id, p.job_id, p.correlation_id);
  if v_subject <> 'ended' then
    return jsonb_build_object('outcome', v_subject);
  end if;
  -- A share that has ended stays dead: its subject gets a new share with another token.
  delete from shares where (job_id = p.job_id or correlation_id = p.correlation_id)
    and expires_at <= v_now;
  update shares set expires_at = v_now + make_interval(days => p.days)
    where job_id = p.job_id or correlation_id = p.correlation_id
    returning * into s;
  if found then
    return jsonb_build_object('outcome', 'shared', 'share', to_jsonb(s));
  end if;
  if (select count(*) from shares where account_id = p.account_id and expires_at > v_now) >= p.limit
  then
    return jsonb_build_object('outcome', 'limited');
  end if;
  insert into shares (id, account_id, job_id, correlation_id, token_digest, created_at, expires_at)
    values (p.share_id, p.account_id, p.job_id, p.correlation_id, p.token_digest, v_now,
      v_now + make_interval(days => p.days))
    returning * into s;
  return jsonb_build_object('outcome', 'shared', 'share', to_jsonb(s));
end $$;
