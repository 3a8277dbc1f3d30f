import type { Caller } from '../platform/caller.ts'
import {
  type DomainName,
  domainProblem,
  parseListedDomain,
  parseSubmittedDomain,
} from '../platform/domain-name.ts'
import { unauthorized } from '../platform/http/errors.ts'
import { newIdentifier } from '../platform/identifiers.ts'
import type { Services } from '../platform/services/index.ts'
import { monitorLimits } from '../platform/tier.ts'
import { concludeAnalyses } from './conclude-analyses.ts'
import { DEFAULT_WATCH } from './kinds.ts'
import type { Monitor } from './monitor.ts'
import {
  baselinesMax,
  type CheckedSettings,
  checkSettings,
  defaultCadence,
  monitorJob,
  type RequestedSettings,
} from './monitor-settings.ts'
import { presentMonitor } from './present-monitor.ts'
import * as monitors from './queries.ts'
import { capacityOf, fullMessage, registriesOf } from './registry-capacity.ts'

// Domains stored by one statement. Each of them may submit an analysis, and a statement may take at
// most a few seconds.
const DOMAINS_PER_STATEMENT = 100
const SHOWN_CHARACTERS_MAX = 300

export interface SavedMonitors {
  monitors: Monitor[]
  rejected: { domain: string; error: { code: string; message: string } }[]
}

/**
 * One line of a request. `text` is null if its bytes are no valid text; then `shown` contains them
 * as readable text.
 */
export type GivenDomain = { text: string } | { text: null; shown: string }

export interface GivenDomains {
  domains: readonly GivenDomain[]
  /** True if a URL stands for its host, as in a list. */
  takesUrls: boolean
}

type Line = { name: DomainName } | { given: string; problem: string }

type SaveServices = Pick<
  Services,
  'env' | 'db' | 'now' | 'connections' | 'requestId' | 'newIdentifier' | 'sendHints'
>
/** Error of a domain whose monitor was not created, or the id of its monitor. */
type Outcome = string | { code: string; message: string }

/**
 * Creates or changes the monitors of several domains. A domain that is refused does not affect the
 * other domains. Throws PublicError CADENCE_NOT_ALLOWED, VALIDATION_ERROR or UNAUTHORIZED.
 */
export async function saveMonitors(
  services: SaveServices,
  caller: Caller,
  given: GivenDomains,
  requested: RequestedSettings,
): Promise<SavedMonitors> {
  const { env, db } = services
  const checked = await checkSettings(services, caller, requested)
  const lines = distinctLines(given, env.SANDBOX_DOMAIN)
  const names = lines.flatMap((line) => ('name' in line ? [line.name] : []))
  const outcomes = new Map<string, Outcome>()
  for (let from = 0; from < names.length; from += DOMAINS_PER_STATEMENT) {
    const part = names.slice(from, from + DOMAINS_PER_STATEMENT)
    const saved = await savePart(services, caller, part, checked)
    for (const [index, { domain }] of part.entries()) {
      const outcome = saved[index]
      if (outcome !== undefined) outcomes.set(domain, outcome)
    }
  }
  const ids = [...outcomes.values()].filter((outcome) => typeof outcome === 'string')
  for (const { domain, sandbox } of names) {
    const id = outcomes.get(domain)
    if (sandbox !== null && typeof id === 'string') await concludeAnalyses(services, id)
  }
  const found = await monitors.listByIds(db, caller.accountId, ids)
  const shown = new Map(
    found.map((row) => [row.monitor.domain, presentMonitor(row, services.now())]),
  )
  const answer: SavedMonitors = { monitors: [], rejected: [] }
  for (const line of lines) {
    if (!('name' in line)) {
      const error = { code: 'INVALID_DOMAIN', message: line.problem }
      answer.rejected.push({ domain: line.given, error })
      continue
    }
    const { domain } = line.name
    const monitor = shown.get(domain)
    const outcome = outcomes.get(domain)
    if (monitor !== undefined) answer.monitors.push(monitor)
    else if (typeof outcome === 'object') answer.rejected.push({ domain, error: outcome })
  }
  return answer
}

async function savePart(
  services: SaveServices,
  caller: Caller,
  part: readonly DomainName[],
  { settings, secret }: CheckedSettings,
): Promise<Outcome[]> {
  const { env, db } = services
  const limit = monitorLimits(env)[caller.tier]
  const registries = await registriesOf(
    services,
    part.map(({ registrableDomain }) => registrableDomain),
  )
  const capacities = Object.fromEntries(
    registries.map((registry) => [registry, capacityOf(registry, env)]),
  )
  const saved = await monitors.save(db, {
    account_id: caller.accountId,
    at: services.now().toISOString(),
    monitors: part.map((name, index) => ({
      monitor_id: newIdentifier('mon'),
      domain: name.domain,
      registrable_domain: name.registrableDomain,
      registry: registries[index] ?? '',
      sandbox: name.sandbox !== null,
      job: monitorJob(services, caller, name, newIdentifier('job')),
    })),
    capacities,
    settings,
    defaults: {
      cadence: defaultCadence(caller.tier),
      watch: [...DEFAULT_WATCH],
      email: true,
      passive: false,
      monthly_credit_limit: 5,
    },
    cadence_seconds: env.MONITOR_CADENCE_SECONDS,
    limit_count: limit,
    baselines_max: baselinesMax(caller.tier, env),
    ...secret,
  })
  if (saved.outcome === 'closed') throw unauthorized()
  await services.sendHints(saved.hints)
  return saved.monitors.map((outcome, index) => {
    if ('monitor_id' in outcome) return outcome.monitor_id
    if (outcome.outcome === 'limited')
      return { code: 'MONITOR_LIMIT_REACHED', message: limitMessage(limit) }
    const registry = registries[index] ?? ''
    return { code: 'REGISTRY_FULL', message: fullMessage(registry, capacities[registry] ?? 0) }
  })
}

export const limitMessage = (limit: number): string =>
  `The account has its ${limit} monitors, and no credit for a further one (1 credit for 30 days).`

function distinctLines({ domains, takesUrls }: GivenDomains, sandboxDomain: string): Line[] {
  const parse = takesUrls ? parseListedDomain : parseSubmittedDomain
  const lines = new Map<string, Line>()
  for (const each of domains) {
    const parsed = each.text === null ? null : parse(each.text, sandboxDomain)
    if (parsed?.ok) lines.set(parsed.name.domain, { name: parsed.name })
    else {
      const given = (each.text ?? each.shown).slice(0, SHOWN_CHARACTERS_MAX)
      lines.set(` ${given}`, {
        given,
        problem: domainProblem(parsed?.message ?? 'is not valid UTF-8'),
      })
    }
  }
  return [...lines.values()]
}
