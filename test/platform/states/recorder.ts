import type pg from 'pg'
import { type Machine, OUTSIDE } from './page.ts'

const RECORD = `
  create table recorded_states
    (place serial, machine text, source text, target text, context text);
  create function record_state() returns trigger language plpgsql as $$
  declare
    v_context text;
  begin
    get diagnostics v_context = pg_context;
    insert into recorded_states (machine, source, target, context) values (tg_table_name,
      case when tg_op = 'INSERT' then '${OUTSIDE}' else to_jsonb(old)->>tg_argv[0] end,
      case when tg_op = 'DELETE' then '${OUTSIDE}' else to_jsonb(new)->>tg_argv[0] end,
      v_context);
    return null;
  end $$;`

const FUNCTION = /^(?:PL\/pgSQL|SQL) function "?(\w+)/gm

export async function recordStates(client: pg.Client, machines: readonly Machine[]): Promise<void> {
  await client.query(RECORD)
  for (const { table, column } of machines)
    await client.query(`create trigger record_state after insert or update or delete on ${table}
      for each row execute function record_state('${column}')`)
}

/** Returns the changes of state that were recorded, in the format of `stepsOf`. */
export async function recordedSteps(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ source: string; target: string; context: string }>(
    'select * from recorded_states where machine = $1 and source is distinct from target',
    [table],
  )
  const steps = rows.map(
    ({ source, target, context }) => `${source}>${target} ${writerOf(context)}`,
  )
  return [...new Set(steps)].sort()
}

/**
 * Returns the function that changed the state. The context lists the functions that were running:
 * first the recorder itself, and second the function that changed the state.
 */
const writerOf = (context: string): string =>
  [...context.matchAll(FUNCTION)].map(([, name]) => name)[1] ?? 'no function'
