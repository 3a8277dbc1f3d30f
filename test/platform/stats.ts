/**
 * Number of requests to a route since the last reset, and of calls to other services that these
 * requests caused.
 */
export type RouteStats = {
  requests: number
  postgres: number
  redis: number
  queue: number
  objects: number
  outgoing: number
}

/**
 * Counts calls to other services by route. The header X-Request-Id of a call contains the id of the
 * API request, and the log line `request.completed` of this request shows its route. Calls of
 * queues and schedules are not counted.
 */
export type Stats = {
  outgoing(kind: 'postgres' | 'redis' | 'other', requestId: string | string[] | undefined): void
  /**
   * `inside` contains the numbers of queue messages and calls of Durable Objects. They do not pass
   * the proxy, so the Worker itself counts them.
   */
  completed(requestId: string, route: string, inside: { queue: number; objects: number }): void
  routes(): Record<string, RouteStats>
  clear(): void
}

type Costs = Pick<RouteStats, 'postgres' | 'redis' | 'outgoing'>

const OPEN_REQUESTS_MAX = 20_000

export function createStats(): Stats {
  const routes = new Map<string, RouteStats>()
  const routeOf = new Map<string, string>()
  const open = new Map<string, Costs>()

  const costsOf = (requestId: string): Costs => {
    const route = routeOf.get(requestId)
    const known = route === undefined ? open.get(requestId) : routes.get(route)
    if (known !== undefined) return known
    const costs = { postgres: 0, redis: 0, outgoing: 0 }
    open.set(requestId, costs)
    forgetOldest(open)
    return costs
  }

  return {
    outgoing(kind, requestId) {
      if (typeof requestId === 'string')
        costsOf(requestId)[kind === 'other' ? 'outgoing' : kind] += 1
    },
    completed(requestId, route, { queue, objects }) {
      const total = routes.get(route) ?? {
        requests: 0,
        postgres: 0,
        redis: 0,
        queue: 0,
        objects: 0,
        outgoing: 0,
      }
      const costs = open.get(requestId)
      open.delete(requestId)
      total.requests += 1
      total.postgres += costs?.postgres ?? 0
      total.redis += costs?.redis ?? 0
      total.outgoing += costs?.outgoing ?? 0
      total.queue += queue
      total.objects += objects
      routes.set(route, total)
      routeOf.set(requestId, route)
      forgetOldest(routeOf)
    },
    routes: () =>
      Object.fromEntries(
        [...routes]
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([name, total]) => [name, { ...total }]),
      ),
    clear() {
      routes.clear()
      routeOf.clear()
      open.clear()
    },
  }
}

function forgetOldest(map: Map<string, unknown>): void {
  if (map.size <= OPEN_REQUESTS_MAX) return
  for (const key of map.keys()) {
    map.delete(key)
    if (map.size <= OPEN_REQUESTS_MAX / 2) return
  }
}
