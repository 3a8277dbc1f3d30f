import { randomOf } from '../bench/monitors/changing-world.ts'

/** Kinds of work. `bulk` lists are quick analyses; correlations and monitors are deep analyses. */
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

/**
 * Receivers of webhooks. In this order they answer: always 200; 500 on each first attempt; 200
 * after a pause; always 500; always 410.
 */
export const RECEIVERS = ['steady', 'forgetful', 'slow', 'broken', 'gone'] as const
export type ReceiverName = (typeof RECEIVERS)[number]

/** One request to the service. It creates one job for each domain. */
export interface Submission {
  number: number
  kind: Kind
  /** Number of the account that submits, from 0. */
  owner: number
  domains: string[]
  callback: ReceiverName | null
  /**
   * Behaviour of the client: it reads the reply, throws it away, or cuts the connection after
   * `cutAfterMs`. If it throws the reply away or cuts the connection, it sends the request again.
   */
  reply: 'read' | 'thrown away' | 'cut'
  cutAfterMs: number
  /**
   * The queue message is delivered a second time, with a time that is wrong by this number of
   * milliseconds. Null without a second delivery.
   */
  copySkewMs: number | null
}

/** Body of `POST /faults`, which starts a fault. */
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

/** The fault happens when this number of jobs of the part has been submitted. */
export type TimedFault = Fault & { afterJobs: number }

/** A part of the run. At its end all work must have ended, and everything is checked. */
export interface Part {
  jobs: number
  submissions: Submission[]
  faults: TimedFault[]
}

export interface SoakOptions {
  jobs: number
  /** Number of kills of the runtime. PostgreSQL is killed as many times too. */
  kills: number
  seed: number
}

export const OWNERS = 6
export const JOBS_MIN = 60
/** A run with fewer jobs has two parts instead of ten, because each part ends with a pause. */
const TENTHS_FROM_JOBS = 1_000
const FIRST_DOMAIN = 1_000_000

/** Share of the jobs for each kind. All other jobs are single quick analyses. */
const SHARES: Record<Exclude<Kind, 'single_quick'>, number> = {
  bulk: 0.4,
  batch_quick: 0.16,
  batch_deep: 0.12,
  single_deep: 0.12,
  correlation: 0.05,
  monitor: 0.01,
}
/** Smallest and largest number of domains of one submission. */
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
/**
 * List from which receivers are drawn at random. Failing receivers are rare in it, because the
 * service stops sending to an address for a time after failures.
 */
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
/** Number of jobs of a part for each of its faults. Kills are planned separately. */
const JOBS_PER_FAULT = 150
const FAULTS_MIN = 3
/**
 * Faults happen only in this first share of a part, so that most effects of a fault end before the
 * check at the end of the part.
 */
const FAULTY_SHARE = 0.85

/**
 * Plans a run. Parts have equal numbers of jobs of each kind. From 27,000 jobs, they also have
 * equal faults, except kills.
 * Of ten parts, the first and the last two have no kill of the runtime, so that the memory of the
 * Worker in these parts can be compared.
 * Throws RangeError if there are too few jobs.
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

/**
 * Divides `total` among `places` as evenly as possible and returns the share of the place with this
 * index. The index -1 gets nothing.
 */
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
      // If too few jobs are left for one more submission, they are added to this submission.
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
