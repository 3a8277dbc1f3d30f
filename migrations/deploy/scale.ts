import { JOB_COSTS, type JobCosts } from './job-costs.ts'
import { DEFAULT_VOLUMES, planCosts } from './plan.ts'

export interface Load {
  analysesPerMonth: number
  /** Share of quick analyses, from 0 to 1. The others are deep. */
  quickShare: number
  /** Rate in the busiest seconds, divided by the mean rate of the month. */
  peakToAverage: number
}

/** Published limits, each with its page, and two settings of the service. */
export const LIMITS = {
  // cpu_ms and subrequests in wrangler.toml; developers.cloudflare.com/workers/platform/limits
  // allows 300 s of CPU and 6 connections.
  workerCpuMs: 60_000,
  subrequests: 10_000,
  connections: 6,
  // developers.cloudflare.com/durable-objects/platform/limits: requests per second to one object, a
  // soft limit
  objectRequestsPerSecond: 1_000,
  // A deep analysis asks the object of a log for the wait and for a turn.
  certificateLogCalls: 2,
  // developers.cloudflare.com/queues/platform/limits
  queueMessagesPerSecond: 5_000,
  queueConsumers: 250,
  // max_batch_size of the queue analysis in wrangler.toml
  queueBatch: 10,
  // neon.com/docs/introduction/plans: 16 CU with autoscaling, 56 CU fixed on Scale; 16 TB of data
  // in a branch
  databaseCuLaunch: 16,
  databaseCu: 56,
  databaseTb: 16,
  // neon.com/docs/connect/connection-pooling: connections through the pooler
  databaseClients: 10_000,
  // CERTIFICATE_LOG_REQUESTS_PER_MINUTE in wrangler.toml for crt.sh. A deep analysis needs one
  // answer of one log; without a key the other log adds only 100 answers an hour.
  certificateLogPerSecond: 1,
} as const

/** Assumptions that no local measurement can give. */
export const ASSUMPTIONS = {
  /** Time of one request to a site or registry, and of one statement with its way, in ms. */
  requestMs: 150,
  statementMs: 10,
  /** Time in which a consumer starts a batch of jobs, in ms. */
  batchMs: 250,
  /** Load of the database up to which its waits stay short. One CU is one virtual CPU. */
  databaseLoadMax: 0.6,
  cuStep: 0.25,
} as const

const SECONDS_PER_MONTH = 730 * 3_600
const MONTHS_KEPT = 13.2

export interface Part {
  part: string
  /** Load at the peak and the capacity, in the unit. */
  load: number
  capacity: number
  unit: string
}

export interface Scale {
  peakPerSecond: number
  parts: Part[]
  /** The part with the largest share of its capacity in use. */
  bottleneck: Part
  /** Analyses per second that the bottleneck allows for this mix. */
  analysesPerSecondMax: number
  computeCu: number
  quickSeconds: number
  deepSeconds: number
  costs: { provider: string; item: string; dollars: number }[]
  dollars: number
}

/**
 * Returns the load of each limited part at the peak, the time of one analysis, and the monthly cost
 * in US dollars. Pure. The cost is that of `planCosts`, with the compute that the peak needs.
 */
export function scaleOf(
  load: Load,
  costs: Readonly<Record<'quick' | 'deep', JobCosts>> = JOB_COSTS,
): Scale {
  const mean = load.analysesPerMonth / SECONDS_PER_MONTH
  const peak = mean * load.peakToAverage
  const deepShare = 1 - load.quickShare
  const perJob = (of: (job: JobCosts) => number) =>
    load.quickShare * of(costs.quick) + deepShare * of(costs.deep)
  const statementsPerSecond = peak * perJob(({ sqlStatements }) => sqlStatements)
  const busyCu = (peak * perJob(({ sqlMs }) => sqlMs)) / 1_000
  const storedTb = (load.analysesPerMonth * MONTHS_KEPT * perJob(({ storedKb }) => storedKb)) / 1e9
  const consumers = (LIMITS.queueConsumers * LIMITS.queueBatch * 1_000) / ASSUMPTIONS.batchMs
  const ofLimit = (part: string, value: number, capacity: number, unit: string): Part => ({
    part,
    load: value,
    capacity,
    unit,
  })
  const parts = [
    ofLimit('Queue, messages', peak * deepShare, LIMITS.queueMessagesPerSecond, 'per second'),
    ofLimit('Queue, consumers', peak * deepShare, consumers, 'starts per second'),
    ofLimit(
      'Durable Object of a certificate log',
      peak * deepShare * LIMITS.certificateLogCalls,
      LIMITS.objectRequestsPerSecond,
      'requests per second',
    ),
    ofLimit(
      'Certificate logs',
      peak * deepShare,
      LIMITS.certificateLogPerSecond,
      'requests per second',
    ),
    ofLimit('Postgres, compute', busyCu / ASSUMPTIONS.databaseLoadMax, LIMITS.databaseCu, 'CU'),
    ofLimit(
      'Postgres, connections',
      (statementsPerSecond * ASSUMPTIONS.statementMs) / 1_000,
      LIMITS.databaseClients,
      'open',
    ),
    ofLimit('Postgres, storage after 400 days', storedTb, LIMITS.databaseTb, 'TB'),
    ofLimit('Worker, CPU of a deep analysis', costs.deep.cpuMs, LIMITS.workerCpuMs, 'ms'),
    ofLimit(
      'Worker, requests of a deep analysis',
      subrequestsOf(costs.deep),
      LIMITS.subrequests,
      'requests',
    ),
  ]
  const bottleneck = parts.reduce((most, part) => (shareOf(part) > shareOf(most) ? part : most))
  // Limits of one analysis do not grow with the number of analyses.
  const shared = parts.filter(({ part }) => !part.startsWith('Worker')).map(shareOf)
  const computeCu = computeFor(busyCu)
  const { lines, dollars } = planCosts(
    {
      ...DEFAULT_VOLUMES,
      quick: load.analysesPerMonth * load.quickShare,
      deep: load.analysesPerMonth * deepShare,
      compute: computeCu,
    },
    undefined,
  )
  return {
    peakPerSecond: peak,
    parts,
    bottleneck,
    analysesPerSecondMax: peak / Math.max(...shared),
    computeCu,
    quickSeconds: secondsOf(costs.quick, busyCu / computeCu),
    deepSeconds: secondsOf(costs.deep, busyCu / computeCu) + ASSUMPTIONS.batchMs / 1_000,
    costs: lines.filter((line) => line.dollars > 0),
    dollars,
  }
}

export const shareOf = ({ load, capacity }: Part): number => load / capacity

const subrequestsOf = ({ outgoingRequests, sqlStatements }: JobCosts): number =>
  outgoingRequests + sqlStatements

function computeFor(busyCu: number): number {
  const { cuStep, databaseLoadMax } = ASSUMPTIONS
  return Math.max(cuStep, Math.ceil(busyCu / databaseLoadMax / cuStep) * cuStep)
}

/**
 * Time of one analysis: its requests six at once, its CPU time, and its statements with the wait
 * for the database, as one server with random arrivals (M/M/1), which is longer than that of
 * several servers.
 */
function secondsOf(
  { outgoingRequests, cpuMs, sqlStatements, sqlMs }: JobCosts,
  databaseLoad: number,
): number {
  const requests = Math.ceil(outgoingRequests / LIMITS.connections) * ASSUMPTIONS.requestMs
  const waiting = sqlMs * (databaseLoad / (1 - databaseLoad))
  return (requests + cpuMs + sqlStatements * ASSUMPTIONS.statementMs + waiting) / 1_000
}
