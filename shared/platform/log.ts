/**
 * `event` is in the past tense with a dot, for example `llm.asked`. The other fields are mostly
 * ids, and numbers named with their unit. No field contains a secret.
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

/** Returns at most 500 characters. They may contain internal details, so they are for logs only. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const cause = error.cause instanceof Error ? ` (${error.cause.name}: ${error.cause.message})` : ''
  return `${error.name}: ${error.message}${cause}`.slice(0, 500)
}
