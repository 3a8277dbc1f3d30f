import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startService } from '../platform/service.ts'
import { type BenchRow, bounded, shown } from './row.ts'

const NAMES = Number(process.env.ZONE_NAMES ?? 10_000_000)
const SECONDS_MAX = 90
const MEGABYTES_MAX = 256
const WATCHED_EVERY = 100
const MOVED_EVERY = 333
const DROPPED_EVERY = 1_000
const PIECE_CHARACTERS = 1_000_000

type Day = 'before' | 'after'

const labelOf = (number: number): string => `name${String(number).padStart(10, '0')}`
const isMoved = (number: number): boolean => number % MOVED_EVERY === 0
const isDropped = (number: number): boolean => number % DROPPED_EVERY === 1
const isNew = (number: number): boolean => number % DROPPED_EVERY === 2

async function writeZone(file: string, names: number, day: Day): Promise<void> {
  const out = createWriteStream(file)
  const serial = day === 'before' ? 1 : 2
  let text = `com. 900 in soa a.b. c.d. ${serial} 1 1 1 1\ncom. 900 in ns a.b.\n`
  for (let number = 0; number < names; number += 1) {
    if (day === 'before' ? isNew(number) : isDropped(number)) continue
    const host = day === 'after' && isMoved(number) ? 'moved' : `host-${number % 97}`
    const owner = `${labelOf(number)}.com.\t172800\tin\tns\t`
    text += `${owner}ns1.${host}.net.\n${owner}ns2.${host}.net.\n`
    if (text.length < PIECE_CHARACTERS) continue
    if (!out.write(text)) await once(out, 'drain')
    text = ''
  }
  out.end(text)
  await once(out, 'finish')
}

/** All changed names are watched, and one of a hundred others. Runs the operator's command. */
export async function measureZones(names: number) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'zones-'))
  const service = await startService()
  const { pool, databaseUrl } = service.platform
  const file = path.join(folder, 'com.txt')
  const run = async (): Promise<string> =>
    (
      await promisify(execFile)('npm', ['run', '-s', 'zones', '--', file], {
        env: { ...process.env, DATABASE_URL: databaseUrl },
      })
    ).stdout
  try {
    await pool.query(
      `insert into watched_names (domain, registrable_domain, turn_account_id, status,
          cadence_seconds, next_check_at)
        select d, d, 'usr_zones', 'waiting', 86400, 'infinity'
          from (select n, 'name' || lpad(n::text, 10, '0') || '.com' as d
            from generate_series(0, $1::integer - 1) n) listed
          where n % $2 = 0 or n % $3 in (1, 2) or n % $4 = 0`,
      [names, MOVED_EVERY, DROPPED_EVERY, WATCHED_EVERY],
    )
    await writeZone(file, names, 'before')
    await run()
    await writeZone(file, names, 'after')
    const startedAt = performance.now()
    const output = await run()
    const seconds = (performance.now() - startedAt) / 1_000
    const { rows } = await pool.query<{ missed: number; wrong: number }>(
      `select count(*) filter (where is_changed and not is_due)::integer as missed,
          count(*) filter (where is_due and not is_changed)::integer as wrong
        from (select next_check_at < 'infinity' as is_due, n % $1 = 0 or n % $2 in (1, 2) as is_changed
          from (select *, substr(domain, 5, 10)::integer as n from watched_names
            where turn_account_id = 'usr_zones') w) judged`,
      [MOVED_EVERY, DROPPED_EVERY],
    )
    return { seconds, output, megabytes: Number(/(\d+) MB/.exec(output)?.[1]), ...rows[0] }
  } finally {
    await service.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

export async function benchZones(): Promise<BenchRow[]> {
  const found = await measureZones(NAMES)
  return [
    bounded(`zone of ${NAMES} names compared: seconds`, found.seconds, { most: SECONDS_MAX }),
    bounded('  peak memory, MB', found.megabytes, { most: MEGABYTES_MAX }),
    bounded('  changed names missed', found.missed ?? Number.NaN, { most: 0 }),
    bounded('  names made due without a change', found.wrong ?? Number.NaN, { most: 0 }),
    shown('  the command', found.output.trim().replaceAll('\n', ', ')),
  ]
}
