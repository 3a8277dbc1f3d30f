import { checkNames, USUAL_BATCH } from '../../../shared/monitors/check-names.ts'
import { createInternet } from '../../internet/internet.ts'
import { domainOf } from './changing-world.ts'
import { DAY_MS, MINUTE_MS, openSimulation } from './simulation.ts'

interface StoredAnswer {
  status: number
  headers: [string, string][]
  body: ArrayBuffer
}

const BATCH = 100

/**
 * Measures the CPU time of one check in milliseconds. It runs on Node.
 * Answers of outside services and of Postgres are recorded first and then played back, so that only
 * the code of the Worker is measured.
 */
export async function cpuMsPerName({
  databaseUrl,
  rounds,
}: {
  databaseUrl: string
  rounds: number
}): Promise<number> {
  const internet = await createInternet({ folders: [] })
  const answers = new Map<string, StoredAnswer>()
  let isPlayback = false
  const simulation = await openSimulation({
    databaseUrl,
    startsAt: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS,
    latencyMs: 0,
    env: { MONITOR_CHECKS_PER_SECOND: '1000' },
    async fetch(request) {
      const body =
        request.method === 'POST'
          ? Buffer.from(await request.clone().arrayBuffer()).toString('base64')
          : ''
      const key = `${request.url} ${body}`
      const known = answers.get(key)
      if (isPlayback && known !== undefined) return responseOf(known)
      const response = await internet.fetch(request)
      const answer = {
        status: response.status,
        headers: [...response.headers],
        body: await response.arrayBuffer(),
      }
      answers.set(key, answer)
      return responseOf(answer)
    },
  })
  const { pool, clock, services } = simulation
  try {
    await simulation.account('usr_cpu', 'enterprise')
    await simulation.watchMany(
      'usr_cpu',
      'cpu',
      Array.from({ length: BATCH }, (_, index) => domainOf(index)),
    )
    const postgres = globalThis.fetch
    const replies: Response[] = []
    let stored: Response[] = []
    globalThis.fetch = async (input, init) => {
      if (isPlayback) {
        const reply = stored.shift()
        if (reply === undefined) throw new Error('a statement more than in the first run')
        return reply
      }
      const reply = await postgres(input, init)
      replies.push(reply.clone())
      return reply
    }
    const prepare = () =>
      pool.query(
        `update watched_names set status = 'leased', batch_id = 'chk_cpu', leased_until = $1`,
        [new Date(clock.now().getTime() + DAY_MS)],
      )
    for (let run = 0; run < 3; run += 1) {
      // Removes the answers of earlier runs, because only the last run is played back. The last run
      // is a usual day; the first also reads facts that are read once a week.
      replies.length = 0
      await prepare()
      await checkNames(services, refuse, 'chk_cpu', USUAL_BATCH)
      clock.moveTo(clock.now().getTime() + DAY_MS)
    }
    isPlayback = true
    let cpuMs = 0
    for (let round = 0; round < rounds + 1; round += 1) {
      stored = replies.map((reply) => reply.clone())
      const before = process.cpuUsage()
      await checkNames(services, refuse, 'chk_cpu', USUAL_BATCH)
      const used = process.cpuUsage(before)
      // The first round is not measured, because V8 still compiles the code.
      if (round > 0) cpuMs += (used.user + used.system) / 1_000
    }
    globalThis.fetch = postgres
    return cpuMs / rounds / BATCH
  } finally {
    await simulation.close()
    await internet.close()
  }
}

const refuse = () => {
  throw new Error('There are no WHOIS servers here.')
}

const responseOf = ({ status, headers, body }: StoredAnswer): Response =>
  new Response(status === 204 || status === 304 || body.byteLength === 0 ? null : body.slice(0), {
    status,
    headers,
  })
