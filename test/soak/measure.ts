import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { inspectIsolate } from '../platform/isolate.ts'
import type { Platform } from '../platform/platform.ts'

const MIB = 1024 * 1024

export interface Size {
  rows: number
  databaseBytes: number
  /** Bytes of the files of the Durable Objects. */
  objectBytes: number
  /** Heap of the Worker after a garbage collection. */
  heapBytes: number
  /** Resident memory of workerd. */
  residentBytes: number
}

export async function measureSize(platform: Platform): Promise<Size> {
  const { pool, folder } = platform
  // Without this statement, the size would depend on the time of the last automatic vacuum.
  await pool.query('vacuum')
  const tables = await tablesOf(pool)
  const counts = tables.map((table) => `select count(*) from ${table}`).join(' union all ')
  const { rows } = await pool.query<{ rows: string; bytes: string }>(
    `select sum(count) as rows, pg_database_size(current_database()) as bytes from (${counts}) counted`,
  )
  const [row] = rows
  return {
    rows: Number(row?.rows),
    databaseBytes: Number(row?.bytes),
    objectBytes: await bytesOf(path.join(folder, 'state', 'do')),
    heapBytes: await heapAfterCollection(platform),
    residentBytes:
      Number(
        /VmRSS:\s+(\d+)/.exec(
          await readFile(`/proc/${platform.runtime().pid}/status`, 'utf8'),
        )?.[1],
      ) * 1_024,
  }
}

/** Returns the number of rows of each table. Empty tables are left out. */
export async function rowsByTable(pool: pg.Pool): Promise<Map<string, number>> {
  const tables = await tablesOf(pool)
  const counts = tables.map(
    (table) => `select '${table}' as table, count(*)::integer as rows from ${table}`,
  )
  const { rows } = await pool.query<{ table: string; rows: number }>(counts.join(' union all '))
  return new Map(rows.filter((row) => row.rows > 0).map((row) => [row.table, row.rows]))
}

async function tablesOf(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function bytesOf(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  let bytes = 0
  for (const name of names) {
    // A Durable Object may delete the file at this moment, so it may be missing.
    const file = await stat(path.join(folder, name)).catch(() => null)
    if (file?.isFile()) bytes += file.size
  }
  return bytes
}

async function heapAfterCollection(platform: Platform): Promise<number> {
  const isolate = await inspectIsolate(platform)
  try {
    return (await isolate.restingHeap()).usedMb * MIB
  } finally {
    isolate.close()
  }
}
