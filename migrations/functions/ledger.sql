-- Functions about the ledger and the credit balance. Entries of the ledger are never changed or
-- deleted.

create or replace trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();

create or replace trigger ledger_entries_no_truncate before truncate on ledger_entries
  for each statement execute function refuse_change();

-- Adds a ledger entry and changes the balance, once per operation_key. A credit adjustment never
-- starts a recharge: the customer may just have got a refund, and the recharge would charge the
-- card again. p_job is the id of the job, correlation or monitor that caused the change.
create or replace function post_ledger_entry(
  p_account text, p_delta bigint, p_reason text, p_operation_key text,
  p_reverses text default null, p_job text default null, p_note text default null,
  out outcome text, out entry_id text, out balance bigint
) language plpgsql as $$
declare
  a accounts;
  e ledger_entries;
begin
  select * into a from accounts where id = p_account for no key update;
  if not found then
    raise exception 'no account %', p_account using errcode = 'P0002';
  end if;
  select * into e from ledger_entries where operation_key = p_operation_key;
  if found then
    if e.account_id <> p_account or e.delta <> p_delta or e.reason <> p_reason
        or e.reverses is distinct from p_reverses then
      raise exception 'operation % was applied with other values', p_operation_key
        using errcode = '23505';
    end if;
    outcome := 'duplicate'; entry_id := e.id; balance := a.balance;
    return;
  end if;
  if a.balance + p_delta < 0 then
    outcome := 'insufficient'; balance := a.balance;
    if p_reason <> 'adjustment' then
      perform open_recharge_when_due(a, a.balance);
    end if;
    return;
  end if;
  update accounts
    set balance = a.balance + p_delta, ledger_sequence = a.ledger_sequence + 1
    where id = p_account;
  entry_id := new_id('led');
  insert into ledger_entries (id, account_id, sequence, delta, balance_after, reason,
      operation_key, reverses, subject_id, note)
    values (entry_id, p_account, a.ledger_sequence + 1, p_delta, a.balance + p_delta, p_reason,
      p_operation_key, p_reverses, p_job, p_note);
  outcome := 'applied'; balance := a.balance + p_delta;
  if p_delta < 0 and p_reason <> 'adjustment' then
    perform open_recharge_when_due(a, balance);
  end if;
end $$;
