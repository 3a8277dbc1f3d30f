import measured from './job-costs.json' with { type: 'json' }

/** Measured use of one analysis by the service on the local platform, with the polling of a client that asks until the end. */
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
}

/** The latest run of `npm run bench -- job-costs` with JOB_COSTS_WRITE=1, which writes the file. */
export const JOB_COSTS: Readonly<Record<'quick' | 'deep', JobCosts>> = measured
