import { access, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { ZoneFileError } from '../shared/monitors/parse-zone.ts'
import { type ZoneChange, zoneDifference } from '../shared/monitors/zone-difference.ts'
import { BadUsage, EXIT, parseArguments, printCost, runMain } from './command.ts'
import { openList, type WrittenList, writeList, type ZoneList } from './zones/zone-list.ts'

const USAGE = `Compares a zone file with the last one, so that monitors read changed domains at once.
DATABASE_URL names the database. The first run only stores the list of names.

  npm run zones -- FILE               for example com.txt.gz of ICANN's CZDS

  --zone ZONE      the zone, by default the first part of the name of FILE: com
  --state FOLDER   the folder of the stored lists, by default that of FILE
  --dry-run        counts, and changes nothing
  --force          accepts a file that looks broken, truncated, old or compared already`

const DATABASE_TIMEOUT_MS = 20_000
const NAMES_PER_STATEMENT = 5_000
/** A file with a smaller share of the names of the last one is taken for truncated. */
const NAMES_SHARE_MIN = 0.5

interface Settings {
  file: string
  zone: string
  folder: string
  isDryRun: boolean
  isForced: boolean
  databaseUrl: string
}

function settingsOf(args: string[]): Settings | null {
  const { values, positionals } = read(args)
  const [file] = positionals
  if (values.help || file === undefined) return null
  if (positionals.length > 1) throw new BadUsage('Only one FILE can be given.')
  const databaseUrl = process.env.DATABASE_URL ?? ''
  if (databaseUrl === '') throw new BadUsage('The environment variable DATABASE_URL is not set.')
  if (!URL.canParse(databaseUrl)) throw new BadUsage('DATABASE_URL is no valid address.')
  const zone = (values.zone ?? path.basename(file).split('.', 1)[0] ?? '').toLowerCase()
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(zone))
    throw new BadUsage('--zone must name a zone, such as com or xn--p1ai.')
  return {
    file,
    zone,
    folder: values.state ?? path.dirname(file),
    isDryRun: values['dry-run'],
    isForced: values.force,
    databaseUrl,
  }
}

const read = (args: string[]) =>
  parseArguments({
    args,
    allowPositionals: true,
    options: {
      zone: { type: 'string' },
      state: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })

async function main(args: string[]): Promise<number> {
  const settings = settingsOf(args)
  if (settings === null) {
    console.log(USAGE)
    return args.includes('--help') ? EXIT.done : EXIT.usage
  }
  await access(settings.file)
  await mkdir(settings.folder, { recursive: true })
  const stored = path.join(settings.folder, `${settings.zone}.names`)
  const written = `${stored}.new`
  try {
    const isNew = await compare(settings, stored, written)
    // A crash before this line loses nothing: the next run finds the same changes again.
    if (isNew && !settings.isDryRun) await rename(written, stored)
  } finally {
    await rm(written, { force: true })
  }
  printCost()
  return EXIT.done
}

/** Feeds the changes to the monitors. False if the file is the one that was compared last. */
async function compare(settings: Settings, stored: string, written: string): Promise<boolean> {
  const { zone, isForced } = settings
  const last = await openList(stored)
  const fresh = await writeList(settings.file, zone, written)
  const problem = problemOf(last, fresh)
  if (problem !== null && !isForced)
    throw new ZoneFileError(`${problem} Nothing was changed. --force accepts the file.`)
  console.log(`zone: ${zone}, serial ${fresh.serial}\nnames: ${fresh.names}`)
  if (last === null) {
    console.log('This is the first list. The next run compares its file with it.')
    return true
  }
  if (last.serial !== null && last.serial === fresh.serial && !isForced) {
    console.log('This file was compared already.')
    return false
  }
  const next = await openList(written)
  if (next === null) throw new Error('The new list disappeared.')
  await feed(settings, zoneDifference(last.read(), next.read()))
  return true
}

function problemOf(last: ZoneList | null, fresh: WrittenList): string | null {
  const { zone, serial, names } = fresh
  if (serial === null) return `The file has no SOA record of the zone "${zone}".`
  if (!fresh.hasNameServers) return `The file has no NS record of the zone "${zone}".`
  if (names === 0) return `The file has no names directly below "${zone}".`
  if (last === null) return null
  if (names < last.names * NAMES_SHARE_MIN)
    return `The file has ${names} names, and the last one had ${last.names}.`
  if (last.endsWithSoa && !fresh.endsWithSoa)
    return 'The file does not end with the SOA record, as the last one did. It is truncated.'
  if (last.serial !== null && isOlder(serial, last.serial))
    return `The file is older (serial ${serial}) than the last one (serial ${last.serial}).`
  return null
}

/** Serial numbers start again at zero (RFC 1982). */
const isOlder = (one: number, other: number): boolean => ((one - other) | 0) < 0

async function feed(settings: Settings, changes: AsyncIterable<ZoneChange[]>): Promise<void> {
  const { zone, isDryRun } = settings
  const client = new pg.Client({
    connectionString: settings.databaseUrl,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
  })
  // An idle connection that ends would end the process. The next query fails instead.
  client.on('error', () => undefined)
  const counts = { moved: 0, dropped: 0, new: 0 }
  let watched = 0
  let names: string[] = []
  const send = async () => {
    watched += await makeDue(client, names, isDryRun)
    names = []
  }
  await client.connect()
  try {
    for await (const batch of changes) {
      for (const { label, change } of batch) {
        counts[change] += 1
        names.push(copyOf(`${label}.${zone}`))
        if (names.length === NAMES_PER_STATEMENT) await send()
      }
    }
    await send()
    if (!isDryRun) await client.query('select record_zone_comparison($1, now())', [zone])
  } finally {
    await client.end()
  }
  console.log(`moved: ${counts.moved}\ndropped: ${counts.dropped}\nnew: ${counts.new}`)
  console.log(`watched among them: ${watched}${isDryRun ? ' (dry run: nothing was changed)' : ''}`)
}

/** A label is a slice of a piece of the list, and would keep the whole piece in memory. */
const copyOf = (name: string): string => Buffer.from(name, 'latin1').toString('latin1')

const Watched = z.object({ watched: z.coerce.number() })

async function makeDue(client: pg.Client, names: string[], isDryRun: boolean): Promise<number> {
  const { rows } = await client.query(
    isDryRun
      ? `select count(*) as watched from watched_names
          where registrable_domain = any ($1::text[]) and status <> 'paused'`
      : 'select make_names_due($1, now()) as watched',
    [names],
  )
  return Watched.parse(rows[0]).watched
}

/** One sentence for an error that the user can mend, else the error with its stack. */
function explain(error: unknown): unknown {
  if (error instanceof ZoneFileError) return error.message
  // An error of the file system or of the database.
  if (error instanceof Error && 'code' in error) return error.message || error.code
  return error
}

await runMain(main, USAGE, explain)
