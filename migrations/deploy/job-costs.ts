import measured from './job-costs.json' with { type: 'json' }

/**
 * Measured use of one analysis by the service on the local platform. The client of a deep analysis
 * polls it `POLLS` times.
 */
export interface JobCosts {
  /** CPU time of JavaScript in the isolate. */
  cpuMs: number
  /** Requests to the internet: DNS, RDAP, pages, logs. */
  outgoingRequests: number
  sqlStatements: number
  /** Time in which Postgres executes the statements. */
  sqlMs: number
  /** Growth of all tables with their indexes, in kB. */
  storedKb: number
  /** Messages that are sent to queues. */
  queueMessages: number
  /** Calls of Durable Objects and their alarms. */
  objectRequests: number
  /** Keys and alarms that Durable Objects write, and keys that they delete. */
  objectRows: number
  /** Time in ms in which Durable Objects run methods, alarms or background work. */
  objectMs: number
  /** Commands of rate limits and of the cache of certificates. */
  redisCommands: number
}

/** The latest run of `npm run bench -- job-costs` with JOB_COSTS_WRITE=1, which writes the file. */
export const JOB_COSTS: Readonly<Record<'quick' | 'deep', JobCosts>> = measured
