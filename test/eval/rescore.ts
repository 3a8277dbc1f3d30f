import { fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pMapIterable } from 'p-map'
import { Calibration } from '../../shared/attribution/scoring/calibration.ts'
import { percent } from './report.ts'
import type { Answer, Cause, Change } from './rescore-job.ts'
import { cpuSeconds, type PageOutcome } from './rescore-page.ts'
import type { Work } from './rescore-process.ts'
import { type JobPage, type JobText, jobsOfDatabase, jobsOfFile } from './stored-jobs.ts'

const SCORERS_MAX = 4
/**
 * Heap limit of a scoring process in MB. It is enough for a page of jobs. With a limit, garbage is
 * collected early, and a memory leak ends the process and is noticed.
 */
const SCORER_HEAP_MB = 160
const PROGRESS_JOBS = 2_000

export interface RescoreTotals {
  scored: number
  identical: number
  sandbox: number
  unreadable: number
  changed: number
  moved: Record<Change['moved'][number], number>
  /** Peak heap of all processes together. */
  peakHeapBytes: number
  seconds: number
  /** CPU time of all processes together, without PostgreSQL. */
  cpuSeconds: number
}

/**
 * Reads calibration.json and ranking-model.json. Throws a ZodError if a file does not have the
 * expected structure.
 */
export async function readCalibration(folder: string): Promise<Calibration> {
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(path.join(folder, name), 'utf8'))
  return Calibration.parse({
    ...Object(await read('calibration.json')),
    ranking: await read('ranking-model.json'),
  })
}

/**
 * Scores stored jobs again. The memory in use does not grow with the number of jobs.
 * `source` is a PostgreSQL address or a JSON Lines file. `calibration` null means the parameters of
 * the source tree.
 */
export async function rescore(
  source: string,
  calibration: Calibration | null,
  print: (line: string) => void,
): Promise<RescoreTotals> {
  const pages = /^postgres(?:ql)?:/u.test(source) ? jobsOfDatabase(source) : jobsOfFile(source)
  const started = performance.now()
  const scorers = Array.from({ length: Math.min(SCORERS_MAX, os.availableParallelism()) }, () =>
    startScorer(calibration),
  )
  const idle = [...scorers]
  const score = async (page: JobPage): Promise<PageOutcome & { sandbox: number }> => {
    const scorer = idle.pop()
    if (scorer === undefined) throw new Error('no scoring process is idle')
    const outcome = await scorer.ask(page.jobs)
    idle.push(scorer)
    return { ...outcome, sandbox: page.sandbox }
  }
  const totals: RescoreTotals = {
    scored: 0,
    identical: 0,
    sandbox: 0,
    unreadable: 0,
    changed: 0,
    moved: { outcome: 0, entity: 0, confidence: 0 },
    peakHeapBytes: 0,
    seconds: 0,
    cpuSeconds: 0,
  }
  const causes = new Map<string, number>()
  try {
    const outcomes = pMapIterable(pages, score, {
      concurrency: scorers.length,
      backpressure: scorers.length * 2,
    })
    for await (const outcome of outcomes) {
      const before = totals.scored
      add(totals, outcome, scorers)
      for (const line of [
        ...outcome.unreadable.map((text) => `unreadable: ${text}`),
        ...outcome.changes.flatMap(linesOfChange),
      ])
        print(line)
      for (const cause of new Set(
        outcome.changes.flatMap(({ causes: [first] }) => first?.cause ?? []),
      ))
        causes.set(
          cause,
          (causes.get(cause) ?? 0) +
            outcome.changes.filter((one) => one.causes[0]?.cause === cause).length,
        )
      totals.seconds = (performance.now() - started) / 1000
      if (Math.floor(before / PROGRESS_JOBS) < Math.floor(totals.scored / PROGRESS_JOBS))
        print(rateLine(totals))
    }
  } finally {
    for (const { end } of scorers) end()
  }
  for (const line of summaryLines(totals, causes)) print(line)
  return totals
}

interface Scorer {
  heapBytes: number
  cpuSeconds: number
  ask(jobs: JobText[]): Promise<PageOutcome>
  end(): void
}

/**
 * Starts a process that scores jobs. If the parent process dies, the channel between them closes,
 * and the scoring process ends itself.
 */
function startScorer(calibration: Calibration | null): Scorer {
  const child = fork(path.join(import.meta.dirname, 'rescore-process.ts'), {
    execArgv: ['--import', 'tsx', `--max-old-space-size=${SCORER_HEAP_MB}`],
    serialization: 'advanced',
  })
  const send = (work: Work): boolean => child.send(work)
  send({ calibration })
  const died = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`a scoring process ended with ${code ?? signal}`)),
    )
  })
  // `end` also makes `died` reject. Nobody waits for `died` then, so without this line Node would
  // report an unhandled rejection.
  died.catch(() => undefined)
  const scorer: Scorer = {
    heapBytes: 0,
    cpuSeconds: 0,
    async ask(jobs) {
      const answered = new Promise<PageOutcome>((resolve) =>
        child.once('message', (outcome: PageOutcome) => resolve(outcome)),
      )
      send({ jobs })
      const outcome = await Promise.race([answered, died])
      scorer.heapBytes = outcome.heapBytes
      scorer.cpuSeconds = outcome.cpuSeconds
      return outcome
    },
    end: () => void child.kill(),
  }
  return scorer
}

function add(
  totals: RescoreTotals,
  outcome: PageOutcome & { sandbox: number },
  scorers: readonly Scorer[],
): void {
  totals.scored += outcome.scored
  totals.identical += outcome.identical
  totals.sandbox += outcome.sandbox
  totals.unreadable += outcome.unreadable.length
  totals.changed += outcome.changes.length
  for (const field of outcome.changes.flatMap(({ moved }) => moved)) totals.moved[field] += 1
  const heap =
    process.memoryUsage().heapUsed + scorers.reduce((sum, { heapBytes }) => sum + heapBytes, 0)
  totals.peakHeapBytes = Math.max(totals.peakHeapBytes, heap)
  totals.cpuSeconds = cpuSeconds() + scorers.reduce((sum, one) => sum + one.cpuSeconds, 0)
}

const words = ({ outcome, entity, confidence }: Answer): string =>
  `${outcome} ${entity ?? '-'} (${confidence.toFixed(2)})`

function linesOfChange({ id, domain, before, after, causes }: Change): string[] {
  return [
    `${id} ${domain}: ${words(before)} -> ${words(after)}`,
    ...causes.map((cause) => `    ${causeWords(cause)}`),
  ]
}

const causeWords = ({ entity, cause, change, unit }: Cause): string =>
  `${entity}: ${cause} ${change > 0 ? '+' : ''}${change.toFixed(2)} ${unit === 'share' ? 'of the score' : 'log-odds'}`

function rateLine({ scored, seconds, peakHeapBytes }: RescoreTotals): string {
  return `${scored} jobs in ${seconds.toFixed(1)} s (${Math.round(scored / Math.max(seconds, 0.001))} per second), peak heap ${Math.round(peakHeapBytes / 2 ** 20)} MB`
}

function summaryLines(totals: RescoreTotals, causes: ReadonlyMap<string, number>): string[] {
  const { scored, identical, sandbox, unreadable, changed, moved } = totals
  const memory = Math.round(process.resourceUsage().maxRSS / 1024)
  return [
    '',
    `answers that change   ${changed} (${percent(changed / Math.max(1, scored))}): outcome ${moved.outcome}, entity ${moved.entity}, confidence ${moved.confidence}`,
    `results exactly equal ${identical}`,
    `sandbox jobs skipped  ${sandbox}`,
    ...(unreadable === 0 ? [] : [`jobs not readable     ${unreadable}`]),
    ...(causes.size === 0 ? [] : ['strongest causes']),
    ...[...causes]
      .sort((a, b) => b[1] - a[1])
      .map(([cause, count]) => `  ${cause.padEnd(28)} ${count}`),
    `${rateLine(totals)}, this process at most ${memory} MB of memory, ${totals.cpuSeconds.toFixed(1)} s of CPU`,
  ]
}
