import { BadUsage, parseArguments } from '../../migrations/command.ts'
import { domainProblem, parseSubmittedDomain } from '../../shared/platform/domain-name.ts'
import { printableLines } from '../../shared/platform/printable.ts'
import type { Analysis, Depth } from './analyses.ts'
import { blockOf, hasNetwork, lineOf, recordOf } from './analysis-text.ts'
import { paintFor } from './colors.ts'
import { readVar } from './command-line.ts'
import { startProgress } from './progress-line.ts'
import { EXIT, runCommand } from './run-command.ts'

const USAGE = `Names the operator of each domain, with a confidence and the three strongest reasons.

  npm run attribute -- example.com [more domains…] [options]

  --deep             also ask certificate logs, registers of legal entities and, with a key, a language model; takes longer
  --json             print a JSON list instead of text
  --offline          use the sample internet instead of the real one, for example for thorncastle-group.com
  --env KEY=VALUE    any var or secret of wrangler.toml, for example ANTHROPIC_API_KEY; may be given several times
  --help             this text

The service starts in memory with its own database and stops at the end. Nothing is kept.`

const CONCURRENCY = 6
const EMAIL = 'you@local.example'

interface Request {
  /**
   * The arguments in the order of the command line, each with its domain, or with the reason why it
   * is not accepted.
   */
  named: ({ domain: string; refused: null } | { domain: string; refused: string })[]
  depth: Depth
  json: boolean
  offline: boolean
  env: Record<string, string>
}

function read(args: string[]): Request | null {
  const { values, positionals } = parse(args)
  if (values.help === true) return null
  if (positionals.length === 0) throw new BadUsage('Name at least one domain.')
  const named = [...new Set(positionals)].map((text) => {
    const parsed = parseSubmittedDomain(text, '')
    return parsed.ok
      ? { domain: parsed.name.domain, refused: null }
      : { domain: text, refused: domainProblem(parsed.message) }
  })
  if (named.every(({ refused }) => refused !== null))
    throw new BadUsage(named.map(({ domain, refused }) => `${domain}: ${refused}`).join('\n'))
  return {
    named,
    depth: values.deep === true ? 'deep' : 'quick',
    json: values.json ?? false,
    offline: values.offline ?? false,
    env: Object.fromEntries((values.env ?? []).map(readVar)),
  }
}

const parse = (args: string[]) =>
  parseArguments({
    args,
    allowPositionals: true,
    options: {
      deep: { type: 'boolean' },
      json: { type: 'boolean' },
      offline: { type: 'boolean' },
      env: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  })

async function answer({ named, depth, offline, env }: Request): Promise<Analysis[]> {
  const domains = new Set(named.flatMap(({ domain, refused }) => (refused === null ? domain : [])))
  const wanted = [...domains].map((domain) => ({ domain, depth }))
  const progress = startProgress(process.stderr, Date.now)
  progress.update('starting the service in memory')
  // These imports are slow, so they come after the check of the options: an invalid option is then
  // reported at once.
  const { startPlatform } = await import('./platform.ts')
  const { analyzeAll } = await import('./analyses.ts')
  const platform = await startPlatform({ offline, env, schedules: false })
  try {
    const { api_key: apiKey } = await platform.openAccount({
      email: EMAIL,
      tier: 'enterprise',
      credits: wanted.length,
    })
    return await analyzeAll({ baseUrl: platform.baseUrl, apiKey }, wanted, CONCURRENCY, {
      onProgress: progress.update,
      onEnd: (analysis) => progress.ended(lineOf(recordOf(analysis))),
    })
  } finally {
    progress.clear()
    await platform.stop()
  }
}

const NO_NETWORK =
  'No DNS service could be reached; is this machine online? The option --offline shows sample domains.'

async function main(): Promise<number> {
  const request = read(process.argv.slice(2))
  if (request === null) {
    console.log(USAGE)
    return EXIT.done
  }
  const analyses = new Map((await answer(request)).map((analysis) => [analysis.domain, analysis]))
  const records = request.named.flatMap(({ domain, refused }) => {
    const analysis = refused === null ? analyses.get(domain) : { domain, refused, job: null }
    return analysis === undefined ? [] : recordOf(analysis)
  })
  const isOnline = request.offline || hasNetwork(records)
  const shown = isOnline ? records : records.filter(({ depth }) => depth === null)
  if (request.json) console.log(printableLines(JSON.stringify(records, null, 2)))
  else if (shown.length > 0) {
    const paint = paintFor(process.stdout, process.env)
    console.log(shown.map((record) => blockOf(record, paint)).join('\n\n'))
  }
  if (records.some(({ outcome }) => outcome !== 'failed')) return EXIT.done
  console.error(isOnline ? '\nNo domain could be analyzed.' : NO_NETWORK)
  return EXIT.failed
}

runCommand(main, USAGE)
