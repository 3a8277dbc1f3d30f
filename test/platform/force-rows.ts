import type pg from 'pg'

/**
 * Writes rows without triggers and foreign keys, so that a row can get a state that it could not
 * reach from its present state.
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
