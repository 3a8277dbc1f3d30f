import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { LISTED_TOOLS } from '../../workers/mcp/create-server.ts'
import { ALIASES } from '../platform/rebuild.ts'
import { type Service, type ServiceAccount, startService } from '../platform/service.ts'
import { type BenchRow, bounded, percentile } from './row.ts'

const ROUNDS = 300
const WARM_UP_ROUNDS = 30
/** The limits of the interface count 8,192 bytes as 8 kB. */
const KILOBYTE = 1_024
const DOMAIN = 'test-corp.sandbox.example'

/**
 * Measures the cost of the door for agents: the size of the list of tools, the bytes that it adds
 * to the Worker, and the time of a tool compared with the route that it calls. Both are asked in
 * turn, so that a slow moment of the machine meets both.
 */
export async function benchAgents(): Promise<BenchRow[]> {
  const service = await startService()
  try {
    const account = await service.account()
    const job = await account.analyze(DOMAIN, { depth: 'quick' }).untilTerminal()
    const pairs = [
      ['get_result', { id: job.job_id }, `/jobs/${job.job_id}`],
      ['explain_attribution', { job_id: job.job_id }, `/jobs/${job.job_id}/signals`],
      ['search_entities', { query: 'corp' }, '/entities/search?q=corp&limit=11'],
      ['domain_history', { domain: DOMAIN }, `/domains/${DOMAIN}/history?limit=10`],
    ] as const
    const listBytes = Buffer.byteLength(JSON.stringify({ tools: LISTED_TOOLS }))
    const rows = [
      bounded('list of tools: kB', listBytes / KILOBYTE, { most: 8 }),
      bounded('added to the Worker: kB (minified, gzip)', (await addedBytes()) / KILOBYTE, {
        most: 60,
      }),
    ]
    for (const [tool, input, route] of pairs)
      rows.push(await compared(service, account, { tool, input, route }))
    return rows
  } finally {
    await service.stop()
  }
}

interface Pair {
  tool: string
  input: object
  route: string
}

async function compared(
  service: Service,
  account: ServiceAccount,
  { tool, input, route }: Pair,
): Promise<BenchRow> {
  const headers = { 'x-api-key': account.apiKey, 'content-type': 'application/json' }
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool, arguments: input },
  }
  const callTool = () =>
    fetch(`${service.baseUrl}/mcp`, { method: 'POST', headers, body: JSON.stringify(message) })
  const askRoute = () => fetch(`${service.baseUrl}${route}`, { headers })
  const [ofTool, ofRoute]: [number[], number[]] = [[], []]
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    const [toolMs, routeMs] = [await timeOf(callTool), await timeOf(askRoute)]
    if (round < 0) continue
    ofTool.push(toolMs)
    ofRoute.push(routeMs)
  }
  const [slow, fast] = [percentile(ofTool, 0.5), percentile(ofRoute, 0.5)]
  const detail = `p50 ${slow.toFixed(1)} ms, route ${fast.toFixed(1)} ms`
  return bounded(`${tool} over its route: p50 ms`, slow - fast, { most: 2 }, detail)
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const start = performance.now()
  const answer = await ask()
  const text = await answer.text()
  if (!answer.ok || text.includes('"isError":true')) throw new Error(`${answer.status} ${text}`)
  return performance.now() - start
}

/** Bundles the Worker with and without the door, and returns the difference of the sizes. */
async function addedBytes(): Promise<number> {
  const withoutDoor: Plugin = {
    name: 'without the door for agents',
    setup({ onLoad }) {
      const contents = "import { router } from '../router.ts'\nexport const mcp = router()"
      onLoad({ filter: /workers\/mcp\/routes\.ts$/ }, ({ path }) => ({
        contents,
        loader: 'ts',
        resolveDir: path.replace(/routes\.ts$/, ''),
      }))
    },
  }
  return (await gzipBytes([])) - (await gzipBytes([withoutDoor]))
}

async function gzipBytes(plugins: Plugin[]): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: ['workers/index.ts'],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    alias: ALIASES,
    external: ['cloudflare:*', 'node:*'],
    loader: {
      '.wasm': 'empty',
      '.html': 'text',
      '.txt': 'text',
      '.bin': 'empty',
      '.ttf': 'empty',
      '.woff': 'empty',
    },
    logLevel: 'error',
    plugins,
  })
  return outputFiles.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0)
}
