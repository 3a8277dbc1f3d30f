/**
 * A request that the Worker sent. `status` is null until the response arrives, and stays null if
 * the request fails.
 */
export type OutgoingRequest = {
  method: string
  url: string
  status: number | null
  ms: number | null
  at: string
}

/** Log of the requests that the Worker sent. Requests to the database and to Redis are left out. */
export type OutgoingLog = {
  /**
   * Adds a request. Call the returned function with the response status, or with null if the
   * request failed.
   */
  begin(method: string, url: string): (status: number | null) => void
  /** Adds a request that does not pass the proxy, such as a WHOIS request. */
  add(request: OutgoingRequest): void
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
      const request: OutgoingRequest = {
        method,
        url,
        status: null,
        ms: null,
        at: new Date(startedAt).toISOString(),
      }
      add(request)
      return (status) => {
        request.status = status
        request.ms = now() - startedAt
      }
    },
    list: (host) =>
      host === undefined
        ? [...requests]
        : requests.filter((request) => new URL(request.url).hostname === host),
    clear() {
      requests = []
    },
  }
}
