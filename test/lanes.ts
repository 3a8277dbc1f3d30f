import { readdirSync } from 'node:fs'
import path from 'node:path'

/** `npm test` runs the short lane, `npm run test:long` the long one. */
export type Lane = 'short' | 'long'

type Row = {
  readonly lane: Lane | 'both'
  readonly why: string
  /**
   * True if the files mostly wait. They run before all others, and more of them at once, because
   * their limits are times.
   */
  readonly waits?: true
  /**
   * Paths below `test/` without `.test.ts`. A path that ends in `/` stands for the files of the
   * folder that no earlier row names.
   */
  readonly files: readonly string[]
}

/**
 * Largest durations on a quiet machine with two cores, in seconds. CI fails only when a lane takes
 * far longer, because machines differ: the long lane took 590 s on one and 1,142 s on another.
 */
export const CAPS = { short: 420, long: 660, fileOfShort: 20 } as const
export const CAP_TOLERANCE = 2.5

/**
 * The lane of each test file. A lane runs the files of a project in this order, so that no slow
 * file is the last one. A new file in a folder without a row of its own belongs to no lane, which
 * fails `test/structure/lanes.test.ts`.
 */
export const LANES: readonly Row[] = [
  {
    lane: 'long',
    why: 'jobs of all kinds under kills and other faults: it mostly waits, and waits longer on a busy machine',
    waits: true,
    files: ['faults/dead-names', 'faults/monitors', 'faults/soak'],
  },
  {
    lane: 'long',
    why: 'kills, outages, hostile accounts and mails, which wait for leases, deadlines and restarts',
    waits: true,
    files: [
      'faults/bulk',
      'faults/ended-elsewhere',
      'faults/outages',
      'http/dns-outage',
      'flows/certificate-logs',
      'flows/slow-domains',
      'flows/zone-command',
      'flows/registry-turns',
      'faults/job-crashes',
      'faults/webhooks',
      'flows/feedback',
      'faults/models',
      'flows/fairness',
      'faults/correlations',
      'flows/emails',
      'faults/session',
      'faults/identity-provider',
      'faults/receivers',
      'faults/batch',
      'faults/hanging-parts',
      'faults/purchases',
      'faults/slow-statements',
      'flows/shared-resources',
      'faults/hostile-pages',
      'faults/hints',
      'faults/deliveries',
    ],
  },
  {
    lane: 'long',
    why: 'commands of a developer, which start processes, build the Worker or generate clients',
    files: [
      'platform/dev',
      'platform/start',
      'platform/deploy',
      'platform/attribute',
      'structure/document-tools',
      'flows/readme',
    ],
  },
  {
    lane: 'both',
    why: 'storms of money: few rounds in the short lane, all of them in the long lane',
    files: ['faults/billing', 'faults/credit-limit'],
  },
  {
    lane: 'short',
    why: 'one kill of the runtime and one of PostgreSQL',
    waits: true,
    files: ['faults/kills'],
  },
  {
    lane: 'long',
    why: 'simulations, random requests and all sample domains',
    files: [
      'flows/monitor-simulation',
      'faults/fuzz',
      'flows/stix',
      'flows/rescore',
      'flows/agents-injection',
      'unit/attribution/names/sample-names',
    ],
  },
  {
    lane: 'short',
    why: 'refunds, retention and erasure: rules of money and privacy',
    files: ['faults/jobs', 'faults/erasure', 'faults/retention'],
  },
  {
    lane: 'short',
    why: 'one subject from submission to its end',
    waits: true,
    files: [
      'flows/webhooks',
      'flows/webhook-events',
      'flows/billing',
      'flows/monitors',
      'flows/deep',
      'flows/bulk',
      'flows/stopped-lists',
      'flows/subdomains',
      'flows/domain-index',
      'flows/zones',
      'flows/agents',
      'flows/impostors',
      'flows/passive',
      'flows/live-certificate',
      'flows/typed-client',
      'flows/registration',
      'flows/registration-cache',
      'flows/company-registers',
      'flows/retention',
      'flows/unreadable-sites',
      'flows/pictures',
    ],
  },
  {
    lane: 'short',
    why: 'the contract: answers, refusals, tenancy and limits of every route',
    files: ['http/'],
  },
  {
    lane: 'short',
    why: 'the local platform, which all other tests rely on',
    files: [
      'platform/platform',
      'platform/commit',
      'platform/migrations',
      'platform/states',
      'platform/deploy-address',
      'platform/identity',
      'platform/neon',
      'platform/redis',
      'platform/mail',
      'platform/schedules',
      'platform/command-line',
      'platform/laptop',
    ],
  },
  {
    lane: 'long',
    why: 'the full matrix of the dashboard: every screen, theme and width, failures and hostile texts',
    files: [
      'browser/accessibility',
      'browser/widths',
      'browser/firefox',
      'browser/public-pages',
      'browser/session-failures',
      'browser/session-endings',
      'browser/billing-failures',
      'browser/hostile-texts',
      'browser/hidden-text',
      'browser/correlate-large',
      'browser/monitors-hostile',
      'browser/budgets',
    ],
  },
  {
    lane: 'long',
    why: 'further screens of the dashboard',
    files: [
      'browser/monitors',
      'browser/changes',
      'browser/keys-and-webhooks',
      'browser/domains',
      'browser/entities',
      'browser/finding',
      'browser/feedback',
      'browser/settings',
    ],
  },
  {
    lane: 'short',
    why: 'the main flows of the dashboard',
    files: [
      'browser/session',
      'browser/billing',
      'browser/bulk',
      'browser/start-page',
      'browser/correlate',
      'browser/analyze',
      'browser/answer-page',
    ],
  },
  {
    lane: 'both',
    why: 'properties: a tenth of the runs in the short lane, all of them in the long lane',
    files: [
      'unit/certificates/verify-certificate',
      'unit/attribution/names/entity-names',
      'unit/attribution/names/names-in-text',
      'unit/attribution/names/legal-forms',
      'unit/attribution/names/domain-label',
      'unit/attribution/collectors/site-files',
      'unit/attribution/collectors/registration/hostile',
      'unit/attribution/collectors/markup',
      'unit/attribution/collectors/parse-page',
      'unit/attribution/collectors/parse-feed',
      'unit/jobs/progress',
      'unit/monitors/zone-difference',
      'unit/platform/domain-name',
      'unit/platform/unicode-domain',
      'unit/platform/net/dns-resolver',
      'unit/platform/csv',
      'unit/dashboard/list-lines',
      'unit/dashboard/domain-check',
    ],
  },
  {
    lane: 'long',
    why: 'processor time of every parser on hostile texts, and memory for a list of 300 MB',
    files: [
      'unit/linear-cost',
      'unit/attribution/collectors/hostile-pages',
      'unit/domain-index/memory',
    ],
  },
  {
    lane: 'long',
    why: 'about 160 sites that frame innocent companies, each analysed whole',
    files: ['unit/attribution/framing/framing-quick', 'unit/attribution/framing/framing-deep'],
  },
  {
    lane: 'short',
    why: 'pure parts and the rules of the code',
    files: ['structure/', 'unit/', 'internet/'],
  },
]

const NAME = /^(?:.*\/)?test\/(.+)\.test\.ts$/

/** Row, entry and position that a test file has in the list, or null if no row names it. */
export function placeOf(file: string): { row: Row; entry: string; place: number } | null {
  const name = NAME.exec(file.split(path.sep).join('/'))?.[1] ?? ''
  let place = 0
  for (const row of LANES) {
    for (const entry of row.files) {
      place += 1
      if (entry === name || (entry.endsWith('/') && name.startsWith(entry)))
        return { row, entry, place }
    }
  }
  return null
}

/**
 * Reads the environment variable TEST_LANE. Throws for another word, so that a typing error does
 * not run every file.
 */
export function laneOf(text: string | undefined): Lane | undefined {
  if (text === undefined || text === 'short' || text === 'long') return text
  throw new Error(`TEST_LANE is ${text}, but the lanes are short and long`)
}

const runsIn = (lane: Lane | undefined, file: string) => {
  const rowLane = placeOf(file)?.row.lane
  return lane === undefined || rowLane === lane || rowLane === 'both'
}

/** Paths of all test files below these folders of `test/`, by default below all. */
export function testFiles(folders: readonly string[] = ['']): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(path.join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => path.posix.join('test', folder, name)),
    )
    .sort()
}

/**
 * Paths of the test files below these folders that a lane runs. Without a lane, all of them.
 * `waits` chooses the files of rows that wait, or those of the other rows. Default: both.
 */
export const testsOf = (
  lane: Lane | undefined,
  folders: readonly string[],
  { waits }: { waits?: boolean } = {},
) =>
  testFiles(folders).filter(
    (file) =>
      runsIn(lane, file) && (waits === undefined || waits === (placeOf(file)?.row.waits === true)),
  )
