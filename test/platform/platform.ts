import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { z } from 'zod'
import { createInternet } from '../internet/internet.ts'
import { AccountRequest, type OpenedAccount, openAccount } from './accounts.ts'
import { bundle, projectConfig } from './bundle.ts'
import { type Closers, createClosers, together } from './closers.ts'
import { commitOf } from './commit.ts'
import { startControl } from './control.ts'
import { openDatabase, type PlatformDatabase, type SharedPostgres } from './database.ts'
import type { FaultRequest, Faults } from './faults.ts'
import { type DataFolder, type Ready, takeFolder } from './folder.ts'
import { type Guardian, startGuardian } from './guardian.ts'
import type { IdentityProvider } from './identity.ts'
import type { LogLine, Logs } from './logs.ts'
import type { Outbox } from './mail.ts'
import type { Internet } from './offline.ts'
import { createOutgoingLog, type OutgoingLog } from './outgoing-log.ts'
import { freePort, isFree } from './ports.ts'
import { realTcp } from './real-internet.ts'
import { startUpstash, type Upstash } from './redis.ts'
import { CannotKill, StartRefused } from './refusal.ts'
import { type Code, type Runtime, startReplaceable } from './runtime.ts'
import { startSchedules } from './schedules.ts'
import type { Stats } from './stats.ts'
import type { SampleStripe } from './stripe/stripe.ts'
import { openSurroundings, worldOf } from './surroundings.ts'
import { databaseUrlOf, peppersOf, requireEnvironment, type SampleNetwork, varsOf } from './vars.ts'

export type PlatformOptions = {
  /** If true, the sample internet replaces the real one: websites, DNS and WHOIS servers. */
  offline?: boolean
  /** An index of official lists is made at the start, by default on the sample internet. */
  officialLists?: boolean
  internet?: Internet
  /** Address that gets all outgoing requests of the Worker. Not allowed together with `offline`. */
  egress?: string
  /** Origin that gets the webhooks for LAPTOP_HOST. */
  webhooksTo?: string
  /**
   * Port of the Worker. Default: the port of the last start with the same data folder, else
   * `preferredPort`.
   */
  port?: number
  /** If this port is in use, any free port is taken. */
  preferredPort?: number
  /** Path of the data folder. Default: a new folder, which is deleted when the platform stops. */
  data?: string
  /**
   * Variables of the Worker. They replace values of wrangler.toml and values that the platform
   * sets.
   */
  env?: Record<string, string>
  databaseUrl?: string
  redisUrl?: string
  /** PostgreSQL server that several platforms use. Default: a new server. */
  sharedPostgres?: SharedPostgres
  schedules?: boolean
  onLog?: (line: LogLine) => void
  /** Ends a start that is under way. After the start it has no effect. */
  stopped?: AbortSignal
  /**
   * Path of a wrangler.toml, for tests of another Worker. Default: wrangler.toml of this
   * repository.
   */
  config?: string
  /** Opens the inspector of workerd, for measurements inside the isolate (`inspectIsolate`). */
  inspector?: boolean
  /**
   * If true, the rows that Durable Objects write are counted (`insideCounts`). Counting needs CPU
   * time in the isolate.
   */
  counts?: boolean
  /** Command-line flags of V8, such as `--max-heap-size=84` (MiB). */
  v8Flags?: readonly string[]
  /** Skips the check of the environment, for tests of a Worker that starts with an invalid one. */
  invalidEnvironment?: boolean
}

export type Platform = {
  readonly baseUrl: string
  readonly dashboardUrl: string
  readonly controlUrl: string
  readonly databaseUrl: string
  readonly folder: string
  readonly email: string
  readonly apiKey: string
  readonly bearerToken: string
  readonly crons: readonly string[]
  readonly queues: readonly string[]
  readonly pool: pg.Pool
  readonly internet: Internet | null
  readonly faults: Faults
  readonly identity: IdentityProvider
  readonly outbox: Outbox
  readonly outgoing: OutgoingLog
  readonly stats: Stats
  readonly logs: Logs
  readonly redisStore: Upstash['store']
  readonly redis: Pick<Upstash, 'answer' | 'token' | 'place'>
  readonly stripe: SampleStripe
  /**
   * The running workerd. A kill or a reload starts a new process, so call this function again after
   * it.
   */
  runtime(): Runtime
  openAccount(
    request: z.input<typeof AccountRequest>,
  ): Promise<OpenedAccount & { bearer_token: string }>
  breakPart(fault: z.output<typeof FaultRequest>): Promise<void>
  mendAll(): Promise<void>
  /** Kills a process and starts it again. Resolves when the new process accepts requests. */
  kill(what: 'runtime' | 'postgres'): Promise<void>
  /**
   * Starts workerd with new code. If workerd refuses this code, starts the previous code again and
   * throws an error.
   */
  reload(code: Code): Promise<void>
  stop(): Promise<void>
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const READY_EMAIL = 'you@local.example'
const READY_CREDITS = 1_000
const DISCARD_PORT = 9

/**
 * Starts the platform. If the start fails, ends all started processes. Throws StartRefused for an
 * error that the user can fix.
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const closers = createClosers()
  try {
    return await start(options, closers)
  } catch (error) {
    await closers.close().catch(() => undefined)
    throw error
  }
}

async function start(options: PlatformOptions, closers: Closers): Promise<Platform> {
  await check(options)
  const index = openDomainIndex(options)
  // If the start fails before it is awaited, that failure is the one to report.
  index.catch(() => undefined)
  const ground = await openGround(options, closers)
  const { control, folder, guardian, built, database, upstash, internet, surroundings } = ground
  options.stopped?.throwIfAborted()
  const { identity, faults, stripe } = surroundings

  const commit = await commitOf(PROJECT)
  const vars = {
    ...(commit === undefined ? {} : { COMMIT: commit }),
    ...varsOf(options, folder, surroundings.neon, upstash, ground.network),
  }
  if (options.config === undefined && options.invalidEnvironment !== true) {
    requireEnvironment({ ...built.config.options.bindings, ...vars })
  }
  const peppers = peppersOf(vars)
  const port = options.port ?? (await freePort(folder.kept.port ?? options.preferredPort))
  const baseUrl = `http://127.0.0.1:${port}`
  const runtime = await startReplaceable({
    bundle: built,
    port,
    folder: folder.file('state'),
    vars: { PUBLIC_URL: baseUrl, ...vars },
    egressPort: surroundings.egress.port,
    guardian,
    inspector: options.inspector === true,
    counts: options.counts === true,
    v8Flags: options.v8Flags ?? [],
    onLine: surroundings.logs.add,
  })
  closers.add(() => runtime.current().stop())
  const storeIndex = await index
  await storeIndex?.(runtime.current().miniflare)
  await folder.keep({ port })
  identity.mailLinksTo(options.env?.PUBLIC_URL ?? baseUrl)
  stripe.deliverTo(`${baseUrl}/billing/stripe/webhook`)

  const openSignedIn: Platform['openAccount'] = async (request) => {
    const account = AccountRequest.parse(request)
    const opened = await openAccount(
      database.pool,
      identity.user(account.email).id,
      account,
      peppers,
    )
    if (account.subscription !== undefined) {
      stripe.adopt(opened.user_id, account.tier ?? 'pro', account.subscription === 'metered')
    }
    return { ...opened, bearer_token: identity.token(account.email) }
  }
  const breakInside = () =>
    runtime.current().breakInside({ queue: faults.of('queue'), bucket: faults.of('bucket') })
  const { email, apiKey } = await readyAccount(folder, openSignedIn)
  const inTurn = oneAtATime()
  const platform: Platform = {
    ...surroundings,
    baseUrl,
    dashboardUrl: `${baseUrl}/app/`,
    controlUrl: control.url,
    databaseUrl: database.url,
    folder: folder.path,
    email,
    apiKey,
    bearerToken: identity.token(email),
    crons: built.config.crons,
    queues: built.config.queues,
    pool: database.pool,
    internet,
    redisStore: upstash.store,
    redis: upstash,
    runtime: runtime.current,
    openAccount: openSignedIn,
    async breakPart(fault) {
      faults.set(fault)
      if (fault.target === 'queue' || fault.target === 'bucket') await breakInside()
    },
    async mendAll() {
      faults.clear()
      await breakInside()
    },
    kill: (what) =>
      inTurn(async () => {
        if (what === 'postgres') return killPostgres(database)
        await runtime.replace()
        await breakInside()
      }),
    reload: (code) =>
      inTurn(async () => {
        await runtime.reload(code)
        await breakInside()
      }),
    stop: once(() => inTurn(() => closers.close(), 'last')),
  }
  control.serve(platform)
  if (options.schedules ?? true) {
    closers.add(startSchedules(platform.crons, (cron) => runtime.current().runSchedule(cron)))
  }
  options.stopped?.throwIfAborted()
  await folder.announce(announcement(platform))
  closers.add(() => folder.withdraw())
  return platform
}

/** Prepared while PostgreSQL starts, so that the start does not take longer. */
async function openDomainIndex(options: PlatformOptions) {
  const isMade = options.officialLists ?? options.offline === true
  if (!isMade || options.config !== undefined) return null
  const { prepareDomainIndex } = await import('./domain-index.ts')
  return prepareDomainIndex()
}

async function check(options: PlatformOptions): Promise<void> {
  if (options.egress !== undefined && (options.offline || options.internet)) {
    throw new StartRefused('--egress and --offline exclude each other.')
  }
  if (options.port !== undefined && !(await isFree(options.port))) {
    throw new StartRefused(`Port ${options.port} is taken; choose another one with --port.`)
  }
}

async function openGround(options: PlatformOptions, closers: Closers) {
  const name = randomUUID()
  const control = await startControl(name)
  closers.add(() => control.close())
  const folder = await takeFolder(options.data, control.url, name)
  closers.add(() => folder.release())
  const guardian = startGuardian(folder.isTemporary ? folder.path : null)
  closers.add(async () => guardian.close())
  const outgoing = createOutgoingLog(Date.now)
  const [built, database, upstash, internet] = await together([
    bundle(options.config ?? projectConfig, options.stopped),
    openDatabase({
      url: databaseUrlOf(options),
      shared: options.sharedPostgres,
      folder,
      guardian,
      closers,
    }),
    openUpstash(options, folder, guardian, closers),
    openInternet(options, outgoing, closers),
  ])
  const world = worldOf(options, internet)
  const { config } = built
  const controlUrl = control.url
  const network = await sampleNetworkOf(internet)
  const dial = realTcp(options.env?.WHOIS_PROXY ?? network?.WHOIS_PROXY)
  const around = {
    options,
    config,
    folder,
    database,
    upstash,
    world,
    dial,
    outgoing,
    controlUrl,
    closers,
  }
  const surroundings = await openSurroundings(around)
  return { control, folder, guardian, built, database, upstash, internet, network, surroundings }
}

function killPostgres({ server }: PlatformDatabase): Promise<void> {
  if (server === null)
    throw new CannotKill('The platform does not run the PostgreSQL that it uses.')
  return server.kill()
}

function announcement(platform: Platform): Ready {
  return {
    base_url: platform.baseUrl,
    dashboard_url: platform.dashboardUrl,
    control_url: platform.controlUrl,
    database_url: platform.databaseUrl,
    api_key: platform.apiKey,
    bearer_token: platform.bearerToken,
    pid: process.pid,
  }
}

/**
 * Returns the account that the first start has created. Later starts with the same data folder use
 * it again, so that its API key stays valid.
 */
async function readyAccount(
  folder: DataFolder,
  open: Platform['openAccount'],
): Promise<{ email: string; apiKey: string }> {
  if (folder.kept.account !== undefined) return folder.kept.account
  const { api_key: apiKey } = await open({ email: READY_EMAIL, credits: READY_CREDITS })
  const account = { email: READY_EMAIL, apiKey }
  await folder.keep({ account })
  return account
}

async function openUpstash(
  options: PlatformOptions,
  folder: DataFolder,
  guardian: Guardian,
  closers: Closers,
): Promise<Upstash> {
  const upstash = await startUpstash(folder.kept.redisToken, options.redisUrl, guardian)
  closers.add(() => upstash.close())
  return upstash
}

async function openInternet(
  options: PlatformOptions,
  outgoing: OutgoingLog,
  closers: Closers,
): Promise<Internet | null> {
  if (options.internet !== undefined) return options.internet
  if (options.offline !== true) return null
  const internet = await createInternet({
    log(entry) {
      // The proxy already logs all HTTP requests, so only TCP connections are added.
      if (entry.method === 'WHOIS' || entry.method === 'TLS') outgoing.add(entry)
    },
  })
  closers.add(() => internet.close())
  return internet
}

/**
 * Returns the variables that lead TCP connections to the sample internet. Undefined on the real
 * internet. A sample internet without TCP servers gets port 9, where no server listens.
 */
async function sampleNetworkOf(internet: Internet | null): Promise<SampleNetwork | undefined> {
  if (internet === null) return undefined
  const port = internet.listenTcp === undefined ? DISCARD_PORT : await internet.listenTcp()
  return {
    WHOIS_PROXY: `127.0.0.1:${port}`,
    ADDITIONAL_ROOT_CERTIFICATES: (await internet.rootCertificate?.()) ?? '',
  }
}

/**
 * Returns a function that runs tasks one after another. After a task with "last", all later tasks
 * are rejected.
 */
function oneAtATime(): (work: () => Promise<void>, place?: 'last') => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  let isClosed = false
  return (work, place) => {
    if (isClosed) return Promise.reject(new CannotKill('The platform is stopping.'))
    isClosed = place === 'last'
    const mine = before.then(work)
    before = mine.catch(() => undefined)
    return mine
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
