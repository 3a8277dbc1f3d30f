/** One line of the log: a dotted event, ids, units; no prose and no secrets. */
export interface LogEntry {
  event: string
  request_id?: string
  job_id?: string | undefined
  [field: string]: string | number | boolean | null | undefined
}

/** Prints one JSON object on one line. */
export function log(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}

/** The name and message of anything thrown, for the log only. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause}`.slice(0, 500)
}
