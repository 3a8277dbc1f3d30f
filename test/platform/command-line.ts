import { closest } from 'fastest-levenshtein'
import { BadUsage, parseArguments } from '../../migrations/command.ts'
import { VARS } from '../../shared/platform/environment.ts'
import type { PlatformOptions } from './platform.ts'

export const USAGE = `The whole service on this machine: PostgreSQL, Redis, and the real runtime with its queues, objects, bucket and schedules.

  npm start -- [options]

  --offline            use the sample internet instead of the real one
  --port PORT          the port of the base URL (default: the last one of this folder, else 8787 if it is free, else any)
  --data DIR           a folder to keep, created if it does not exist (default: a new one that is removed at the end)
  --env KEY=VALUE      any var or secret of wrangler.toml; may be given several times
  --egress URL         send every outgoing request to this address, with its original URL in the header x-egress-url
  --webhooks-to URL    deliver the webhooks of https://laptop.example.com/... to this address, such as http://127.0.0.1:9000
  --watch              serve a change of workers/, shared/ or migrations/ while everything else stays up (npm run dev)
  --help               this text

The environment variables DATABASE_URL and REDIS_URL set a PostgreSQL and a Redis to use instead of new ones.`

const PORT_DEFAULT = 8787

export type StartOptions = PlatformOptions & { watch: boolean }

/** Returns null if the arguments contain --help. Throws BadUsage with a message for the user. */
export function readCommandLine(
  args: string[],
  environment: Record<string, string | undefined>,
): StartOptions | null {
  const { values } = parse(args)
  if (values.help === true) return null
  const { offline = false, watch = false, port, data, egress, env = [] } = values
  if (offline && egress !== undefined)
    throw new BadUsage('--egress and --offline exclude each other')
  if (
    egress !== undefined &&
    !(URL.canParse(egress) && /^https?:$/.test(new URL(egress).protocol))
  ) {
    throw new BadUsage(`--egress must be an http or https URL, not "${egress}"`)
  }
  const webhooksTo = readOrigin(values['webhooks-to'])
  if (port !== undefined && !isPort(port))
    throw new BadUsage(`--port must be a whole number from 1 to 65535, not "${port}"`)
  if (data === '') throw new BadUsage('--data must name a folder')
  return {
    offline,
    watch,
    preferredPort: PORT_DEFAULT,
    env: Object.fromEntries(env.map(readVar)),
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(data === undefined ? {} : { data }),
    ...(egress === undefined ? {} : { egress }),
    ...(webhooksTo === undefined ? {} : { webhooksTo }),
    ...fromEnvironment(environment),
  }
}

const parse = (args: string[]) =>
  parseArguments({
    args,
    allowPositionals: false,
    options: {
      offline: { type: 'boolean' },
      port: { type: 'string' },
      data: { type: 'string' },
      env: { type: 'string', multiple: true },
      egress: { type: 'string' },
      'webhooks-to': { type: 'string' },
      watch: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })

/** Throws BadUsage for an address with a path, because the path of callback_url counts. */
function readOrigin(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new BadUsage(`--webhooks-to must be an http or https URL without a path, not "${text}"`)
  return url.origin
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
}

/** Reads KEY=VALUE. Throws BadUsage, also for a variable that the Worker does not have. */
export function readVar(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  const name = text.slice(0, at)
  if (at === -1 || !/^[A-Z][A-Z0-9_]*$/.test(name))
    throw new BadUsage(`--env must be KEY=VALUE with KEY in capitals, not "${text}"`)
  if (!(name in VARS))
    throw new BadUsage(`There is no variable ${name}. Is it ${closest(name, Object.keys(VARS))}?`)
  return [name, text.slice(at + 1)]
}

function fromEnvironment(
  environment: Record<string, string | undefined>,
): Pick<PlatformOptions, 'databaseUrl' | 'redisUrl'> {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = environment
  return { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) }
}
