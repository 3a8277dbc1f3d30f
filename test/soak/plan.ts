import { randomOf } from '../bench/monitors/changing-world.ts'

/** `bulk` lists are quick; correlations and monitors are deep. */
export const KINDS = [
  'single_quick',
  'single_deep',
  'batch_quick',
  'batch_deep',
  'bulk',
  'correlation',
  'monitor',
] as const
export type Kind = (typeof KINDS)[number]

/** They answer: always 200, 500 on each first attempt, 200 after a pause, always 500, and 410. */
export const RECEIVERS = ['steady', 'forgetful', 'slow', 'broken', 'gone'] as const
export type ReceiverName = (typeof RECEIVERS)[number]

/** A submission creates one job for each domain. */
export interface Submission {
  number: number
  kind: Kind
  /** Number of the account, from 0. */
  owner: number
  domains: string[]
  callback: ReceiverName | null
  /**
   * The client reads the reply, throws it away, or cuts the connection after `cutAfterMs`. In the
   * last two cases it sends the request again.
   */
  reply: 'read' | 'thrown away' | 'cut'
  cutAfterMs: number
  /** Clock error in milliseconds of a second copy of the queue message, or null without a copy. */
  copySkewMs: number | null
}

/** The body of `POST /faults`. */
export interface Broken {
  target: string
  mode: 'down' | 'slow' | 'hang' | '500' | 'garbage' | 'reset' | 'lost_reply'
  rate: number
  ms?: number
}

export type Fault =
  | { do: 'kill'; what: 'runtime' | 'postgres' }
  | { do: 'break'; broken: Broken; forMs: number }
  | { do: 'repeat webhooks'; skewMs: number }
  | { do: 'sweep'; skewMs: number }

/** Happens when this number of jobs of the part has been submitted. */
export type TimedFault = Fault & { afterJobs: number }

/** At the end of a part all work must have ended, and everything is checked. */
export interface Part {
  jobs: number
  submissions: Submission[]
  faults: TimedFault[]
}

export interface SoakOptions {
  jobs: number
  /** Kills of the runtime, and again as many of PostgreSQL. */
  kills: number
  seed: number
}

export const OWNERS = 6
export const JOBS_MIN = 60
/** Each part ends with a pause, so a run of fewer jobs has two parts. */
const TENTHS_FROM_JOBS = 1_000
const FIRST_DOMAIN = 1_000_000

/** The rest are single quick analyses. */
const SHARES: Record<Exclude<Kind, 'single_quick'>, number> = {
  bulk: 0.4,
  batch_quick: 0.16,
  batch_deep: 0.12,
  single_deep: 0.12,
  correlation: 0.05,
  monitor: 0.01,
}
/** Number of domains of one submission. */
const SIZES: Record<Kind, readonly [least: number, most: number]> = {
  single_quick: [1, 1],
  single_deep: [1, 1],
  batch_quick: [2, 10],
  batch_deep: [2, 30],
  bulk: [20, 400],
  correlation: [3, 12],
  monitor: [1, 10],
}
const CALLBACK_SHARE = 0.3
const RECEIVER_WEIGHTS: Record<ReceiverName, number> = {
  steady: 14,
  forgetful: 2,
  slow: 2,
  broken: 1,
  gone: 1,
}
/** Failing receivers are rare, because the service pauses an address after failures. */
const RECEIVER_LOTS: readonly ReceiverName[] = RECEIVERS.flatMap((name) =>
  Array(RECEIVER_WEIGHTS[name]).fill(name),
)
const LOST_SHARE = 0.1
const COPY_SHARE = 0.1
const CUT_MS_MAX = 400
const HOUR_MS = 3_600_000
const SKEWS_MS = [0, -26 * HOUR_MS, -HOUR_MS, HOUR_MS, 26 * HOUR_MS]

const FAULTS: readonly Fault[] = [
  { do: 'break', broken: { target: 'postgres', mode: 'lost_reply', rate: 0.05 }, forMs: 8_000 },
  { do: 'break', broken: { target: 'postgres', mode: 'slow', rate: 0.2, ms: 400 }, forMs: 5_000 },
  { do: 'break', broken: { target: 'postgres', mode: '500', rate: 0.05 }, forMs: 5_000 },
  { do: 'break', broken: { target: 'redis', mode: 'down', rate: 1 }, forMs: 8_000 },
  { do: 'break', broken: { target: 'redis', mode: 'hang', rate: 1 }, forMs: 4_000 },
  { do: 'break', broken: { target: 'queue', mode: 'lost_reply', rate: 0.3 }, forMs: 5_000 },
  { do: 'break', broken: { target: 'queue', mode: 'down', rate: 0.5 }, forMs: 3_000 },
  { do: 'break', broken: { target: 'bucket', mode: '500', rate: 0.5 }, forMs: 5_000 },
  {
    do: 'break',
    broken: { target: 'cloudflare-dns.com', mode: 'slow', rate: 0.5, ms: 1_000 },
    forMs: 5_000,
  },
  { do: 'break', broken: { target: 'cloudflare-dns.com', mode: 'down', rate: 1 }, forMs: 4_000 },
  { do: 'break', broken: { target: 'rdap.verisign.com', mode: 'hang', rate: 1 }, forMs: 4_000 },
  { do: 'break', broken: { target: 'crt.sh', mode: '500', rate: 1 }, forMs: 4_000 },
  { do: 'break', broken: { target: 'tcp', mode: 'down', rate: 1 }, forMs: 4_000 },
  {
    do: 'break',
    broken: { target: 'steady.callback-receivers.com', mode: 'lost_reply', rate: 0.3 },
    forMs: 5_000,
  },
  { do: 'repeat webhooks', skewMs: 26 * HOUR_MS },
  { do: 'repeat webhooks', skewMs: -26 * HOUR_MS },
  { do: 'sweep', skewMs: 26 * HOUR_MS },
  { do: 'sweep', skewMs: -26 * HOUR_MS },
]
/** One fault that is not a kill for this number of jobs. */
const JOBS_PER_FAULT = 150
const FAULTS_MIN = 3
/** Most effects of a fault must end before the check at the end of the part. */
const FAULTY_SHARE = 0.85

/**
 * Parts have equal numbers of jobs of each kind, and from 27,000 jobs equal faults except kills.
 * The first and the last two of ten parts have no kill of the runtime, so that the memory of the
 * Worker can be compared. Throws RangeError if there are too few jobs.
 */
export function planSoak({ jobs, kills, seed }: SoakOptions): Part[] {
  if (jobs < JOBS_MIN) throw new RangeError(`A soak needs at least ${JOBS_MIN} jobs.`)
  const random = randomOf(seed)
  const count = jobs < TENTHS_FROM_JOBS ? 2 : 10
  const runtimeParts = count === 10 ? [1, 2, 3, 4, 5, 6, 7] : [0, 1]
  let nextNumber = 0
  let nextDomain = FIRST_DOMAIN
  return Array.from({ length: count }, (_, place): Part => {
    const partJobs = Math.floor((jobs * (place + 1)) / count) - Math.floor((jobs * place) / count)
    const submissions = shuffled(sizesOf(partJobs, random), random).map(
      ({ kind, size }): Submission => {
        const lot = random()
        const domains = Array.from({ length: size }, () => domainOf(nextDomain++))
        return {
          number: nextNumber++,
          kind,
          owner: Math.floor(random() * OWNERS),
          domains,
          callback:
            random() < CALLBACK_SHARE && kind !== 'monitor' ? pick(RECEIVER_LOTS, random) : null,
          reply: lot < LOST_SHARE ? 'thrown away' : lot < 2 * LOST_SHARE ? 'cut' : 'read',
          cutAfterMs: Math.floor(random() * CUT_MS_MAX),
          copySkewMs: random() < COPY_SHARE ? pick(SKEWS_MS, random) : null,
        }
      },
    )
    const killed: Fault[] = [
      ...times(shareOf(kills, runtimeParts.length, runtimeParts.indexOf(place)), 'runtime'),
      ...times(shareOf(kills, count, place), 'postgres'),
    ]
    const others = shuffled(FAULTS, random).slice(
      0,
      Math.max(FAULTS_MIN, Math.floor(partJobs / JOBS_PER_FAULT)),
    )
    const faults = shuffled([...killed, ...others], random).map((fault, index, all) => ({
      ...fault,
      afterJobs: Math.floor(((index + random()) / all.length) * partJobs * FAULTY_SHARE),
    }))
    return { jobs: partJobs, submissions, faults }
  })
}

const TOP_LEVEL = ['com', 'net', 'org'] as const
const domainOf = (number: number): string =>
  `listed-${number}.${TOP_LEVEL[number % TOP_LEVEL.length]}`

const times = (count: number, what: 'runtime' | 'postgres'): Fault[] =>
  Array.from({ length: count }, () => ({ do: 'kill', what }))

/** Divides `total` among `places` as evenly as possible. A place of -1 gets nothing. */
function shareOf(total: number, places: number, place: number): number {
  if (place < 0) return 0
  return Math.floor((total * (place + 1)) / places) - Math.floor((total * place) / places)
}

function sizesOf(jobs: number, random: () => number): { kind: Kind; size: number }[] {
  let single = jobs
  const sizes: { kind: Kind; size: number }[] = []
  for (const [kind, share] of Object.entries(SHARES) as [Exclude<Kind, 'single_quick'>, number][]) {
    const [least, most] = SIZES[kind]
    let left = Math.round(jobs * share)
    while (left >= Math.min(least, 2)) {
      const wanted = least + Math.floor(random() * (most - least + 1))
      // A rest that is too small for a submission of its own joins this one.
      const size = left - wanted < 2 ? Math.min(left, most) : Math.min(wanted, left)
      sizes.push({ kind, size })
      left -= size
      single -= size
    }
  }
  return [
    ...sizes,
    ...Array.from({ length: single }, () => ({ kind: 'single_quick' as const, size: 1 })),
  ]
}

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const mixed = [...list]
  for (let place = mixed.length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1))
    ;[mixed[place], mixed[other]] = [mixed[other] as T, mixed[place] as T]
  }
  return mixed
}
