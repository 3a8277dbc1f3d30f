import type { WorkerConfig } from './bundle.ts'
import type { Closers } from './closers.ts'
import type { PlatformDatabase } from './database.ts'
import { type Destination, type Dial, type Egress, type Handler, startEgress } from './egress.ts'
import { createFaults, type Faults } from './faults.ts'
import type { DataFolder } from './folder.ts'
import { createIdentityProvider, type IdentityProvider } from './identity.ts'
import { withLaptop } from './laptop.ts'
import { createLogs, type Logs } from './logs.ts'
import { createOutbox, type Outbox } from './mail.ts'
import { createNeon, type Neon } from './neon.ts'
import { type Internet, offline } from './offline.ts'
import type { OutgoingLog } from './outgoing-log.ts'
import type { PlatformOptions } from './platform.ts'
import { egressAddress, hostAt, realInternet } from './real-internet.ts'
import type { Upstash } from './redis.ts'
import { createStats, type Stats } from './stats.ts'
import { createStripe, type SampleStripe } from './stripe/stripe.ts'
import { hostsNamed, serviceKeyOf, stripeSecretsOf } from './vars.ts'

const SAVE_DELAY_MS = 50

export type Surroundings = {
  egress: Egress
  neon: Neon
  faults: Faults
  stats: Stats
  logs: Logs
  outgoing: OutgoingLog
  outbox: Outbox
  identity: IdentityProvider
  stripe: SampleStripe
}

/**
 * Starts the emulated services and the proxy. The proxy passes the Worker's outgoing requests to an
 * emulated service or to the internet.
 */
export async function openSurroundings(on: {
  options: PlatformOptions
  config: WorkerConfig
  folder: DataFolder
  database: PlatformDatabase
  upstash: Upstash
  world: Handler
  dial: Dial
  outgoing: OutgoingLog
  controlUrl: string
  closers: Closers
}): Promise<Surroundings> {
  const { options, config, folder, database, upstash, world, dial, outgoing, controlUrl, closers } =
    on
  const stats = createStats()
  const logs = createLogs(stats, options.onLog ?? null)
  const faults = createFaults(Math.random)
  const outbox = createOutbox(() => new Date())
  const identity = await openIdentity(options, config, folder, outbox, closers)
  const stripe = await openStripe(options, plansOf(options, config), folder, controlUrl, closers)
  const neon = createNeon(database.workerPool, database.name, folder.kept.databasePassword)
  // If the option --env contains the URL of a real provider, the Worker's requests go there and not
  // to the emulation.
  const named = hostsNamed(options.env ?? {})
  const samples: Destination[] = [
    {
      kind: 'postgres',
      takes: (url) => url.hostname === neon.host && url.pathname === '/sql',
      handle: neon.answer,
    },
    { kind: 'redis', takes: (url) => url.hostname === upstash.host, handle: upstash.answer },
    {
      kind: 'other',
      takes: (url) => url.hostname === identity.host && !named.has(url.hostname),
      handle: identity.answer,
    },
    {
      kind: 'other',
      takes: (url) => url.hostname === outbox.host && options.env?.RESEND_API_KEY === undefined,
      handle: outbox.answer,
    },
    {
      kind: 'other',
      takes: (url) => url.hostname === stripe.host && options.env?.STRIPE_SECRET_KEY === undefined,
      handle: stripe.answer,
    },
  ]
  const egress = await startEgress({
    destinations: [...samples, { kind: 'other', takes: () => true, handle: world }],
    dial,
    faults,
    log: outgoing,
    stats,
  })
  closers.add(() => egress.close())
  return { egress, neon, faults, stats, logs, outgoing, outbox, identity, stripe }
}

/** Returns the handler for all hosts that are not emulated services. */
export function worldOf(options: PlatformOptions, internet: Internet | null): Handler {
  const world = internetOf(options, internet)
  const { webhooksTo } = options
  return webhooksTo === undefined ? world : withLaptop(world, hostAt(new URL(webhooksTo)))
}

function internetOf(options: PlatformOptions, internet: Internet | null): Handler {
  if (internet !== null) return offline(internet)
  if (options.egress !== undefined) return egressAddress(new URL(options.egress))
  return realInternet(hostsNamed(options.env ?? {}))
}

function identityUrlOf(config: WorkerConfig): string {
  const url = config.options.bindings?.IDP_URL
  return typeof url === 'string' && URL.canParse(url) ? url : 'https://identity.local.test'
}

function plansOf(options: PlatformOptions, config: WorkerConfig): string {
  const plans = options.env?.SUBSCRIPTION_PLANS ?? config.options.bindings?.SUBSCRIPTION_PLANS
  return typeof plans === 'string' ? plans : '[]'
}

async function openStripe(
  options: PlatformOptions,
  plans: string,
  folder: DataFolder,
  pagesUrl: string,
  closers: Closers,
): Promise<SampleStripe> {
  const file = folder.json('stripe.json')
  const saver = createSaver(folder, () => file.write(stripe.snapshot()))
  const stripe = createStripe({
    ...stripeSecretsOf(folder, options),
    pagesUrl,
    plans,
    now: () => new Date(),
    restored: await file.read(),
    changed: saver.changed,
  })
  closers.add(async () => {
    stripe.events.close()
    await saver.close()
  })
  return stripe
}

async function openIdentity(
  options: PlatformOptions,
  config: WorkerConfig,
  folder: DataFolder,
  outbox: Outbox,
  closers: Closers,
): Promise<IdentityProvider> {
  const file = folder.json('identity.json')
  const saver = createSaver(folder, () => file.write(identity.snapshot()))
  const identity = createIdentityProvider({
    url: identityUrlOf(config),
    publishableKey: String(
      options.env?.IDP_PUBLISHABLE_KEY ?? config.options.bindings?.IDP_PUBLISHABLE_KEY,
    ),
    serviceKey: serviceKeyOf(folder, options),
    jwtSecret: options.env?.IDP_JWT_SECRET,
    outbox,
    now: () => new Date(),
    restored: await file.read(),
    changed: saver.changed,
  })
  closers.add(saver.close)
  return identity
}

/**
 * Saves the state soon after each change and once more on `close`. In a temporary folder nothing is
 * saved, because no later start reads it.
 */
function createSaver(
  folder: DataFolder,
  save: () => Promise<void>,
): { changed(): void; close(): Promise<void> } {
  let timer: NodeJS.Timeout | null = null
  let saving = Promise.resolve()
  const saveNow = () => {
    timer = null
    // An error can be ignored here: a later change or `close` saves the whole state again, and
    // `close` reports an error.
    saving = saving.then(save).catch(() => undefined)
  }
  return {
    changed() {
      if (!folder.isTemporary) timer ??= setTimeout(saveNow, SAVE_DELAY_MS)
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      await saving
      if (!folder.isTemporary) await save()
    },
  }
}
