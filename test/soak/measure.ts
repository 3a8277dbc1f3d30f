import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fetch as fetchUpgrade } from 'miniflare'
import type pg from 'pg'
import { z } from 'zod'
import type { Runtime } from '../platform/runtime.ts'

/** Sizes after all work of a part has ended. */
export interface Size {
  rows: number
  databaseBytes: number
  /** Files of the Durable Objects. */
  objectBytes: number
  /** Heap of the Worker after a garbage collection. */
  heapBytes: number
  /** Resident memory of workerd. */
  residentBytes: number
}

export async function measureSize(pool: pg.Pool, runtime: Runtime, folder: string): Promise<Size> {
  // Without this, the size depends on the time of the last automatic vacuum.
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
    heapBytes: await heapAfterCollection(runtime),
    residentBytes: Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${runtime.pid}/status`, 'utf8'))?.[1]) * 1_024,
  }
}

/** Number of rows of each table that has rows. */
export async function rowsByTable(pool: pg.Pool): Promise<Map<string, number>> {
  const tables = await tablesOf(pool)
  const counts = tables.map((table) => `select '${table}' as table, count(*)::integer as rows from ${table}`)
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
    // An object may delete its file meanwhile.
    const file = await stat(path.join(folder, name)).catch(() => null)
    if (file?.isFile()) bytes += file.size
  }
  return bytes
}

const Targets = z.array(z.object({ id: z.string(), webSocketDebuggerUrl: z.string().optional() }))
const Reply = z.object({ id: z.number().optional(), result: z.object({ usedSize: z.number().optional() }).optional() })
const INSPECTOR_MS_MAX = 30_000

/** Bytes of JavaScript objects in the isolate of the Worker after a garbage collection (DevTools protocol, `Runtime.getHeapUsage`). */
async function heapAfterCollection({ miniflare }: Runtime): Promise<number> {
  const inspector = await miniflare.getInspectorURL()
  const list = await fetch(`http://${inspector.host}/json`)
  const targets = Targets.parse(await list.json())
  const target = targets.find(({ id }) => id.startsWith('core:user:'))
  if (target === undefined) throw new Error(`The inspector lists no Worker: ${JSON.stringify(targets)}`)
  const { webSocket } = await fetchUpgrade(`http://${inspector.host}/${target.id}`, {
    headers: { upgrade: 'websocket' },
  })
  if (!webSocket) throw new Error('The inspector refused the connection.')
  webSocket.accept()
  try {
    return await new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error('The inspector did not reply.')), INSPECTOR_MS_MAX).unref()
      webSocket.addEventListener('message', ({ data }) => {
        const { id, result } = Reply.parse(JSON.parse(String(data)))
        if (id === 2 && result?.usedSize !== undefined) resolve(result.usedSize)
      })
      webSocket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
      webSocket.send(JSON.stringify({ id: 2, method: 'Runtime.getHeapUsage' }))
    })
  } finally {
    webSocket.close()
  }
}
