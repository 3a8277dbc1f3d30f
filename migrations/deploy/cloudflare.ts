import { z } from 'zod'
import type { Fetch } from '../../shared/platform/net/fetch.ts'
import { askJson } from './ask-json.ts'
import type { Settings } from './settings.ts'
import { placeOf } from './settings-template.ts'
import { isWorkersDev, type Names } from './worker-config.ts'
import { DeployRefused, type World } from './world.ts'

const API = 'https://api.cloudflare.com/client/v4'
const PAGES_MAX = 200
const ACCOUNTS_SHOWN_MAX = 10

/** Error codes of the Cloudflare API. Source: wrangler's issue tracker and answers of the API. */
const TOKEN_REFUSED = [1000, 6003, 6111, 9106, 9109, 10000, 10001]
const WORKER_UNKNOWN = [10007, 10090, 10092]
const QUEUES_NEED_PAID_PLAN = [10015, 100129]
const R2_OFF = [10042, 10136]

const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).nullish(),
  result: z.unknown(),
  result_info: z.object({ total_pages: z.number().optional() }).nullish(),
})

export const Account = z.object({ id: z.string(), name: z.string() })
export const Queue = z.object({
  queue_name: z.string().optional(),
  // The published types name the field script_name, but answers of the API name it script, so both
  // are read.
  consumers: z
    .array(
      z.object({
        type: z.string().optional(),
        script: z.string().optional(),
        script_name: z.string().optional(),
      }),
    )
    .optional(),
})
export const Bucket = z.object({ name: z.string().optional() })
export const Zone = z.object({ name: z.string(), status: z.string().optional() })
export const Subdomain = z.object({ subdomain: z.string() })
export const Secret = z.object({ name: z.string() })

interface Answer {
  status: number
  codes: number[]
  message: string
  result: unknown
  pages: number
}

export interface Cloudflare {
  account: z.infer<typeof Account>
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer>
}

const hasCode = ({ codes }: Answer, wanted: readonly number[]) =>
  codes.some((code) => wanted.includes(code))
const TOKEN_HELP = `run "npx wrangler login", or set CLOUDFLARE_API_TOKEN: ${placeOf('CLOUDFLARE_API_TOKEN')}`

function createAsk(fetch: Fetch, token: string) {
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await askJson(fetch, `${API}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const envelope = Envelope.safeParse(answer.body)
    if (!envelope.success)
      throw new DeployRefused(
        `Cloudflare answered ${answer.status} to ${method} ${path} in an unknown form: try again later.`,
      )
    const errors = envelope.data.errors ?? []
    return {
      status: answer.status,
      codes: errors.map(({ code }) => code),
      message: errors.map(({ code, message }) => `${message} [${code}]`).join('; '),
      result: envelope.data.result,
      pages: envelope.data.result_info?.total_pages ?? 1,
    }
  }
}

function read<Schema extends z.ZodType>(
  schema: Schema,
  answer: Answer,
  subject: string,
): z.output<Schema> {
  const parsed = schema.safeParse(answer.result)
  if (answer.status < 300 && parsed.success) return parsed.data
  throw refusal(answer, subject)
}

function refusal(answer: Answer, subject: string): DeployRefused {
  if (hasCode(answer, QUEUES_NEED_PAID_PLAN))
    return new DeployRefused(
      'Cloudflare: this account has no Workers Paid plan, which the service needs: choose it at dash.cloudflare.com > Workers & Pages > Plans.',
    )
  if (hasCode(answer, R2_OFF))
    return new DeployRefused(
      'Cloudflare: R2 is not switched on for this account: open dash.cloudflare.com > R2 once and accept its terms.',
    )
  if (answer.status === 401 || answer.status === 403 || hasCode(answer, TOKEN_REFUSED))
    return new DeployRefused(
      `Cloudflare refuses access to ${subject} (${answer.message || answer.status}): ${TOKEN_HELP}`,
    )
  return new DeployRefused(
    `Cloudflare cannot give ${subject} (${answer.message || answer.status}): try again later.`,
  )
}

const Login = z.object({ token: z.string().min(1) })

async function findToken(
  { wrangler }: Pick<World, 'wrangler'>,
  settings: Settings,
): Promise<string> {
  if (settings.CLOUDFLARE_API_TOKEN !== undefined) return settings.CLOUDFLARE_API_TOKEN
  const { output } = await wrangler(['auth', 'token', '--json'], { environment: {} })
  try {
    // Wrangler may print a notice before the JSON, so all text before the first "{" is left out.
    return Login.parse(JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1)))
      .token
  } catch {
    throw new DeployRefused(`Cloudflare: nobody is signed in: ${TOKEN_HELP}`)
  }
}

/**
 * Finds the Cloudflare account (Cloudflare API documentation, pages Accounts and Queues). Throws
 * DeployRefused if there is no login, if the token is refused, or if there are several accounts and
 * CLOUDFLARE_ACCOUNT_ID is not set.
 */
export async function connectCloudflare(
  world: Pick<World, 'fetch' | 'wrangler'>,
  settings: Settings,
): Promise<Cloudflare> {
  const ask = createAsk(world.fetch, await findToken(world, settings))
  const wanted = settings.CLOUDFLARE_ACCOUNT_ID
  const listed = await ask('GET', '/accounts?per_page=50')
  const accounts = read(z.array(Account), listed, 'the list of accounts')
  const shown = accounts
    .slice(0, ACCOUNTS_SHOWN_MAX)
    .map(({ id, name }) => `${id} (${name})`)
    .join(', ')
  const [account, second] =
    wanted === undefined ? accounts : accounts.filter(({ id }) => id === wanted)
  if (account === undefined)
    throw new DeployRefused(
      wanted === undefined
        ? 'Cloudflare: the login can use no account: give the API token the permission Account Settings > Read.'
        : `Cloudflare: the login cannot use the account CLOUDFLARE_ACCOUNT_ID: set one of ${shown || 'its own accounts'}.`,
    )
  if (second !== undefined)
    throw new DeployRefused(
      `Cloudflare: the login can use several accounts: set CLOUDFLARE_ACCOUNT_ID to one of ${shown}.`,
    )
  return { account, ask }
}

/**
 * Throws DeployRefused unless the host of PUBLIC_URL is in an active zone of the account, or is the
 * Worker's own name in the workers.dev subdomain of the account.
 */
export async function checkAddress(
  { account, ask }: Cloudflare,
  publicUrl: string,
  worker: string,
): Promise<string> {
  const { protocol, hostname: host, origin } = new URL(publicUrl)
  if (protocol !== 'https:' || publicUrl.replace(/\/$/, '') !== origin)
    throw new DeployRefused(
      'PUBLIC_URL must be https:// and a host name, without a path and a port.',
    )
  if (isWorkersDev(publicUrl)) {
    const answer = await ask('GET', `/accounts/${account.id}/workers/subdomain`)
    const { subdomain } = read(Subdomain, answer, 'the workers.dev subdomain')
    const expected = `${worker}.${subdomain}.workers.dev`
    if (host === expected) return host
    throw new DeployRefused(
      `PUBLIC_URL must be https://${expected}, because that is the address of this Worker.`,
    )
  }
  const labels = host.split('.')
  for (let first = 0; first < labels.length - 1; first++) {
    const name = labels.slice(first).join('.')
    const answer = await ask('GET', `/zones?name=${name}&account.id=${account.id}`)
    const [zone] = read(z.array(Zone), answer, 'the zones (permission Zone > Zone > Read)')
    if (zone?.status === 'active') return host
    if (zone !== undefined)
      throw new DeployRefused(
        `Cloudflare: the zone ${zone.name} is ${zone.status ?? 'not active'}: set its name servers at your registrar, and wait until it is active.`,
      )
  }
  throw new DeployRefused(
    `PUBLIC_URL: no zone of this Cloudflare account contains ${host}: add the domain at dash.cloudflare.com > Add a domain, or choose a workers.dev address.`,
  )
}

/**
 * Returns the queues among `names` that exist. Throws DeployRefused if another Worker reads one of
 * them.
 */
export async function findQueues(
  { account, ask }: Cloudflare,
  { queues: names, worker }: Names,
): Promise<Set<string>> {
  const found = new Set<string>()
  for (let page = 1, pages = 1; page <= Math.min(pages, PAGES_MAX); page++) {
    const answer = await ask('GET', `/accounts/${account.id}/queues?page=${page}&per_page=100`)
    for (const { queue_name: name, consumers = [] } of read(
      z.array(Queue),
      answer,
      'the queues (permission Queues > Edit)',
    )) {
      if (name === undefined || !names.includes(name)) continue
      const reader = consumers
        .map(({ script, script_name: second }) => script ?? second)
        .find((each) => each !== undefined)
      if (reader !== undefined && reader !== worker)
        throw new DeployRefused(
          `The queue ${name} belongs to the Worker ${reader}: choose another DEPLOY_PREFIX.`,
        )
      found.add(name)
    }
    pages = answer.pages
  }
  return found
}

export async function createQueue({ account, ask }: Cloudflare, name: string): Promise<void> {
  read(
    Queue,
    await ask('POST', `/accounts/${account.id}/queues`, { queue_name: name }),
    `the queue ${name}`,
  )
}

export async function hasBucket({ account, ask }: Cloudflare, name: string): Promise<boolean> {
  const subject = `the bucket ${name} (permission Workers R2 Storage > Edit)`
  const answer = await ask('GET', `/accounts/${account.id}/r2/buckets/${name}`)
  if (answer.status === 404 && !hasCode(answer, R2_OFF)) return false
  read(Bucket, answer, subject)
  return true
}

export async function createBucket({ account, ask }: Cloudflare, name: string): Promise<void> {
  read(
    Bucket,
    await ask('POST', `/accounts/${account.id}/r2/buckets`, { name }),
    `the bucket ${name}`,
  )
}

export const Domain = z.object({ service: z.string() })
const Changes = z.object({ conflicting: z.array(z.unknown()) })

/**
 * Throws DeployRefused if the host of PUBLIC_URL belongs to another Worker or to the DNS record of
 * another server. Without this check, wrangler takes the host over when no person is there to
 * answer its question. The Worker of this deployment must exist.
 */
export async function checkHostFree(
  { account, ask }: Cloudflare,
  host: string,
  worker: string,
): Promise<void> {
  const listed = await ask('GET', `/accounts/${account.id}/workers/domains?hostname=${host}`)
  const [domain] = read(z.array(Domain), listed, 'the domains of Workers')
  if (domain?.service === worker) return
  if (domain !== undefined)
    throw new DeployRefused(
      `PUBLIC_URL: ${host} belongs to the Worker ${domain.service}: remove it there, or choose another host.`,
    )
  const path = `/accounts/${account.id}/workers/scripts/${worker}/domains/changeset?replace_state=true`
  const changes = Changes.safeParse((await ask('POST', path, [{ hostname: host }])).result)
  if (changes.success && changes.data.conflicting.length > 0)
    throw new DeployRefused(
      `PUBLIC_URL: ${host} already has a DNS record: delete it at dash.cloudflare.com > your domain > DNS, or choose another host.`,
    )
}

/** Returns the names of the Worker's secrets. A Worker that does not exist yet has none. */
export async function listSecrets({ account, ask }: Cloudflare, worker: string): Promise<string[]> {
  const answer = await ask('GET', `/accounts/${account.id}/workers/scripts/${worker}/secrets`)
  if (answer.status === 404 || hasCode(answer, WORKER_UNKNOWN)) return []
  return read(z.array(Secret), answer, 'the secrets of the Worker').map(({ name }) => name)
}
