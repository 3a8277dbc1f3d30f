/** One outgoing request of the Worker; status null while it runs and when it failed. */
export type OutgoingRequest = { method: string; url: string; status: number | null; ms: number | null; at: string }

/** The newest outgoing requests, without those to the database and the cache. */
export type OutgoingLog = {
  /** Notes a request; the function that it returns notes how it ended. */
  begin(method: string, url: string): (status: number | null) => void
  /** Notes a request that went another way and is over. */
  add(request: OutgoingRequest): void
  /** In order of their start; `host` keeps those to one host name. */
  list(host?: string): OutgoingRequest[]
  clear(): void
}

const REQUESTS_MAX = 20_000

export function createOutgoingLog(now: () => number): OutgoingLog {
  let requests: OutgoingRequest[] = []
  const add = (request: OutgoingRequest) => {
    if (requests.length >= REQUESTS_MAX) requests = requests.slice(REQUESTS_MAX / 2)
    requests.push(request)
  }
  return {
    add,
    begin(method, url) {
      const startedAt = now()
      const request: OutgoingRequest = { method, url, status: null, ms: null, at: new Date(startedAt).toISOString() }
      add(request)
      return (status) => {
        request.status = status
        request.ms = now() - startedAt
      }
    },
    list: (host) =>
      host === undefined ? [...requests] : requests.filter((request) => new URL(request.url).hostname === host),
    clear() {
      requests = []
    },
  }
}
