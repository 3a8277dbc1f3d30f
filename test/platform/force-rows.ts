import type pg from 'pg'

/**
 * Triggers and foreign keys are off, so that a row gets a state that it could not reach from its
 * own.
 */
export async function forceRows(
  pool: pg.Pool,
  query: string,
  values: unknown[],
): Promise<pg.QueryResult> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    const result = await client.query(query, values)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}
