-- Functions about feedback: customers report if the answer of an analysis was right. A report
-- changes no answer. The functions feedback_to_review, resolve_feedback and accepted_feedback
-- belong to the reviewer: only the command npm run feedback calls these three, never the Worker.

-- Stores a report about a finished job of the account, or replaces the earlier report about this
-- job. A report that was accepted cannot change. An account may store "limit" reports within 24
-- hours. A repeated call with the same feedback_id returns the stored report and changes nothing.
-- With keep_answer, fields that the new report lacks keep their earlier values if the earlier
-- report also said wrong or outdated: correct_entity, relation, evidence_urls and note.
create or replace function give_feedback(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  j jobs;
  f feedback;
  v_permit record;
  v_keep boolean;
begin
  select * into p from jsonb_to_record(input)
    as fields(account_id text, job_id text, feedback_id text, verdict text,
    correct_entity text, relation text, evidence_urls text[], note text, "limit" integer,
    keep_answer boolean);
  -- With this lock, concurrent reports of an account are stored one after another, and none is
  -- stored after the account was closed.
  perform 1 from accounts where id = p.account_id and closed_at is null for no key update;
  if not found then
    return jsonb_build_object('outcome', 'closed');
  end if;
  select * into j from jobs where id = p.job_id and account_id = p.account_id for key share;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if j.status not in ('completed', 'partial', 'failed') then
    return jsonb_build_object('outcome', 'in_progress');
  end if;
  select * into f from feedback where account_id = p.account_id and job_id = p.job_id for update;
  if f.request_key = p.feedback_id then
    return jsonb_build_object('outcome', 'stored', 'feedback', to_jsonb(f));
  end if;
  if f.status = 'accepted' then
    return jsonb_build_object('outcome', 'accepted');
  end if;
  select * into v_permit from take_permit(p.feedback_id, 'feedback', p.account_id, p.limit,
    interval '1 day');
  if not v_permit.taken then
    return jsonb_build_object('outcome', 'limited', 'retry_after_seconds',
      v_permit.retry_after_seconds);
  end if;
  v_keep := coalesce(p.keep_answer, false) and coalesce(f.verdict in ('wrong', 'outdated'), false);
  insert into feedback (id, account_id, job_id, domain, sandbox, verdict, correct_entity, relation,
      evidence_urls, note, request_key)
    values (p.feedback_id, p.account_id, j.id, j.domain, j.sandbox, p.verdict, p.correct_entity,
      p.relation, coalesce(p.evidence_urls, '{}'), p.note, p.feedback_id)
    on conflict (account_id, job_id) do update set
      verdict = excluded.verdict,
      correct_entity = case when v_keep then f.correct_entity else excluded.correct_entity end,
      relation = case when v_keep then f.relation else excluded.relation end,
      evidence_urls = case when v_keep then f.evidence_urls else excluded.evidence_urls end,
      note = case when v_keep then coalesce(excluded.note, f.note) else excluded.note end,
      status = 'received', resolution_note = null, resolved_at = null, revision = f.revision + 1,
      request_key = excluded.request_key, updated_at = clock_timestamp()
    returning * into f;
  return jsonb_build_object('outcome', 'stored', 'feedback', to_jsonb(f));
end $$;

-- Deletes one report of an account and the webhooks about it. A report that was accepted is kept. A
-- repeated call returns the outcome "unknown".
create or replace function delete_feedback(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  f feedback;
begin
  select * into p from jsonb_to_record(input) as fields(account_id text, feedback_id text);
  select * into f from feedback where id = p.feedback_id and account_id = p.account_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if f.status = 'accepted' then
    return jsonb_build_object('outcome', 'accepted');
  end if;
  delete from webhook_deliveries where subject_id = f.id and account_id = f.account_id;
  delete from feedback where id = f.id;
  return jsonb_build_object('outcome', 'deleted');
end $$;

-- Returns reports for the reviewer, oldest first, each with the answer that it is about. p_reports
-- contains the ids of the wanted reports, which then become 'reviewing'. Without p_reports, returns
-- all reports that are not decided.
create or replace function feedback_to_review(p_reports text[], p_limit integer) returns setof jsonb
language plpgsql as $$
begin
  update feedback set status = 'reviewing', updated_at = updated_at
    where id = any (p_reports) and status = 'received';
  return query select jsonb_build_object(
      'feedback_id', f.id, 'job_id', f.job_id, 'domain', f.domain, 'sandbox', f.sandbox, 'verdict',
        f.verdict,
      'correct_entity', f.correct_entity, 'relation', f.relation, 'evidence_urls', f.evidence_urls,
        'note', f.note,
      'status', f.status, 'created_at', f.created_at, 'outcome', j.outcome, 'entity', j.entity,
      'confidence', j.confidence, 'evidence', case when f.id = any (p_reports) then r.evidence end)
    from feedback f join jobs j on j.id = f.job_id left join job_results r on r.job_id = j.id
    where f.id = any (p_reports)
      or cardinality(p_reports) = 0 and f.status in ('received', 'reviewing') and not f.sandbox
    order by f.id limit p_limit;
end $$;

-- Creates a due webhook delivery about the decision on a report, if the job of the report has a
-- callback_url.
create or replace function announce_feedback(p_account text, p_job text, p_feedback text)
  returns void
language sql as $$
  select create_event_delivery(p_account, p_feedback, d.url, d.origin, 'feedback.resolved')
    from jobs j join webhook_deliveries d on d.subject_id = j.id and d.url = j.callback_url
    where j.id = p_job and j.account_id = p_account order by d.id limit 1
$$;

-- Stores the reviewer's decision about a report: the status accepted or declined, with an optional
-- note. A later decision replaces an earlier one; a repeated call with the same decision changes
-- nothing. When a report is accepted, older open reports of the account about the same domain
-- become superseded. Each decision creates a webhook delivery to the callback_url of the job, if it
-- has one.
create or replace function resolve_feedback(input jsonb) returns jsonb language plpgsql as $$
declare
  p record;
  f feedback;
  v_superseded text[] := '{}';
begin
  select * into p from jsonb_to_record(input) as fields(feedback_id text, status text, note text);
  select * into f from feedback where id = p.feedback_id for update;
  if not found then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if f.status = p.status and f.resolution_note is not distinct from p.note then
    return jsonb_build_object('outcome', 'already', 'superseded', '[]'::jsonb);
  end if;
  update feedback set status = p.status, resolution_note = p.note, resolved_at = clock_timestamp()
    where id = f.id;
  perform announce_feedback(f.account_id, f.job_id, f.id);
  if p.status = 'accepted' then
    with older as (
      update feedback set status = 'superseded', resolution_note = null,
        resolved_at = clock_timestamp()
        where account_id = f.account_id and domain = f.domain and id <> f.id
          and created_at <= f.created_at
          and status in ('received', 'reviewing')
        returning id, account_id, job_id
    ), announced as (
      select id, announce_feedback(account_id, job_id, id) from older
    )
    select coalesce(array_agg(id), '{}') into v_superseded from announced;
  end if;
  return jsonb_build_object('outcome', 'resolved', 'superseded', to_jsonb(v_superseded));
end $$;

-- Returns accepted reports with the stored evidence of their jobs, in the order of ids, after the
-- report p_after. Left out are reports without a result (the analysis failed), and reports of
-- closed accounts, whose texts are erased.
create or replace function accepted_feedback(p_after text, p_limit integer) returns setof jsonb
language sql stable as $$
  select jsonb_build_object('feedback_id', f.id, 'domain', f.domain, 'registrable_domain',
    j.registrable_domain,
      'depth', j.depth, 'completed_at', j.completed_at, 'verdict', f.verdict, 'correct_entity',
        f.correct_entity,
      'relation', f.relation,
      'answer', jsonb_build_object('outcome', r.result -> 'outcome', 'entity', r.result -> 'entity',
        'confidence', r.result -> 'confidence', 'scorer_version', r.result -> 'scorer_version'),
      'evidence', r.evidence, 'result', r.result)
    from feedback f join accounts a on a.id = f.account_id join jobs j on j.id = f.job_id
      join job_results r on r.job_id = f.job_id
    where f.status = 'accepted' and not f.sandbox and a.closed_at is null and f.id > p_after
    order by f.id limit p_limit
$$;
