import path from 'node:path'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { VARS } from '../../shared/platform/environment.ts'
import { QUEUE_PREFIX_END } from '../../shared/platform/queue-messages.ts'
import type { Settings } from './settings.ts'
import { DeployRefused } from './world.ts'

const PrefixedQueue = z.looseObject({ queue: z.string() })

/**
 * Describes only the values of wrangler.toml that differ between deployments. All other values are
 * kept as they are.
 */
export const WorkerFile = z.looseObject({
  name: z.string(),
  main: z.string(),
  alias: z.record(z.string(), z.string()),
  vars: z.record(z.string(), z.string()),
  build: z.looseObject({ command: z.string() }),
  assets: z.looseObject({ directory: z.string() }),
  r2_buckets: z.array(z.looseObject({ bucket_name: z.string() })),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })),
  queues: z.looseObject({
    producers: z.array(PrefixedQueue),
    consumers: z.array(PrefixedQueue.extend({ dead_letter_queue: z.string().optional() })),
  }),
})
export type WorkerFile = z.infer<typeof WorkerFile>

export interface Names {
  worker: string
  queues: string[]
  buckets: string[]
}

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/

/**
 * Returns the names of the Worker, its queues and its buckets. Throws DeployRefused for a name that
 * Cloudflare would refuse for a queue or a bucket.
 */
export function namesOf(file: WorkerFile, settings: Settings): Names & { prefix: string } {
  const worker = settings.DEPLOY_NAME ?? file.name
  const prefix = settings.DEPLOY_PREFIX ?? worker
  for (const [name, value] of [
    ['DEPLOY_NAME', worker],
    ['DEPLOY_PREFIX', prefix],
  ] as const) {
    if (!NAME.test(value) || value.includes(QUEUE_PREFIX_END))
      throw new DeployRefused(
        `${name}: write 1 to 40 lower-case letters, digits and single hyphens.`,
      )
  }
  const queues = file.queues.consumers.map(({ queue }) => queueName(prefix, queue))
  const buckets = file.r2_buckets.map((bucket) => bucketName(prefix, bucket.bucket_name, file.name))
  return { worker, prefix, queues: [...new Set(queues)].sort(), buckets }
}

const queueName = (prefix: string, queue: string) => `${prefix}${QUEUE_PREFIX_END}${queue}`
const bucketName = (prefix: string, bucket: string, worker: string) =>
  `${prefix}-${bucket.startsWith(`${worker}-`) ? bucket.slice(worker.length + 1) : bucket}`

/** Every environment variable of the Worker that wrangler.toml does not set is a secret. */
export const secretNamesOf = (file: WorkerFile): string[] =>
  Object.keys(VARS).filter((name) => !(name in file.vars))

export const requiredSecretsOf = (file: WorkerFile): string[] =>
  secretNamesOf(file).filter((name) => !isOptional(name))

function isOptional(name: string): boolean {
  const [, schema] = Object.entries(VARS).find(([each]) => each === name) ?? []
  return schema?.safeParse(undefined).success ?? false
}

/**
 * Settings of the deployment replace values of wrangler.toml. The subscription plans in
 * wrangler.toml have sample prices, so a deployment that sets no plans sells none.
 */
export function varsOf(
  file: WorkerFile,
  settings: Settings,
  commit: string,
): Record<string, string> {
  const names = Object.keys(file.vars)
  const replaced = names.flatMap((name) =>
    settings[name] === undefined ? [] : [[name, settings[name]] as const],
  )
  return { ...file.vars, SUBSCRIPTION_PLANS: '[]', ...Object.fromEntries(replaced), COMMIT: commit }
}

/**
 * Each request sends several queries to the database, so the Worker should run near it. Returns the
 * region of a Neon database, for example "aws:eu-central-1", or undefined for another host
 * (Cloudflare documentation, page Placement; Neon documentation, page Regions).
 */
export function placementOf(databaseUrl: string | undefined): string | undefined {
  const host =
    databaseUrl !== undefined && URL.canParse(databaseUrl) ? new URL(databaseUrl).hostname : ''
  const [, region] = /\.([a-z]{2}-[a-z]{1,20}-\d)\.aws\.neon\.tech$/.exec(host) ?? []
  return region === undefined ? undefined : `aws:${region}`
}

const WORKERS_DEV = '.workers.dev'
export const isWorkersDev = (publicUrl: string): boolean =>
  new URL(publicUrl).hostname.endsWith(WORKERS_DEV)

/**
 * Returns the configuration that wrangler deploys: wrangler.toml with absolute paths and with the
 * names, variables, address and placement of this deployment. So no file is edited, and two
 * deployments can share one Cloudflare account.
 */
export function deployedConfig(
  file: WorkerFile,
  settings: Settings,
  { root, commit }: { root: string; commit: string },
): object {
  const { worker, prefix, buckets } = namesOf(file, settings)
  // PUBLIC_URL may be missing, because a dry run also builds without an address.
  const publicUrl =
    [settings.PUBLIC_URL, file.vars.PUBLIC_URL].find(
      (url) => url !== undefined && URL.canParse(url),
    ) ?? ''
  const placement = settings.DEPLOY_PLACEMENT ?? placementOf(settings.DATABASE_URL)
  const address = isWorkersDev(publicUrl)
    ? { workers_dev: true }
    : {
        workers_dev: false,
        routes: [{ pattern: new URL(publicUrl).hostname, custom_domain: true }],
      }
  return {
    ...file,
    name: worker,
    main: path.join(root, file.main),
    alias: Object.fromEntries(
      Object.entries(file.alias).map(([name, target]) => [name, path.join(root, target)]),
    ),
    build: { ...file.build, cwd: root },
    assets: { ...file.assets, directory: path.join(root, file.assets.directory) },
    vars: varsOf(file, settings, commit),
    ...address,
    ...(placement === undefined ? {} : { placement: { region: placement } }),
    r2_buckets: file.r2_buckets.map((bucket, index) => ({
      ...bucket,
      bucket_name: buckets[index],
    })),
    // All Workers of a Cloudflare account share the counters of a namespace. So the number of the
    // namespace is computed from the prefix, which differs between deployments.
    ratelimits: file.ratelimits.map((limit) => ({
      ...limit,
      namespace_id: String(crc32(`${prefix}/${limit.namespace_id}`)),
    })),
    queues: {
      ...file.queues,
      producers: file.queues.producers.map((each) => ({
        ...each,
        queue: queueName(prefix, each.queue),
      })),
      consumers: file.queues.consumers.map(({ dead_letter_queue: dead, ...each }) => ({
        ...each,
        queue: queueName(prefix, each.queue),
        ...(dead === undefined ? {} : { dead_letter_queue: queueName(prefix, dead) }),
      })),
    },
  }
}
