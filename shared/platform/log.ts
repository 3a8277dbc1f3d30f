/**
 * Line of the log. It contains an event name such as `message.lost`, identifiers, and numbers. If a
 * number has a unit, the field name ends with the unit, for example `duration_ms`. Secrets are
 * never logged.
 */
export interface LogEntry {
  event: string
  request_id?: string
  job_id?: string | undefined
  [field: string]: string | number | boolean | null | undefined
}

export function log(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}

/**
 * Returns the name and message of a thrown value, at most 500 characters. Use the text only in
 * logs, because it may contain internal details.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause}`.slice(0, 500)
}
