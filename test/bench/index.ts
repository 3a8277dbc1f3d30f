import os from 'node:os'
import { memoryFolder } from '../platform/memory-folder.ts'
import { benchBulk } from './bulk.ts'
import { benchCertificateLogs } from './certificate-logs.ts'
import { benchCertificates } from './certificates.ts'
import { benchCharging } from './charging.ts'
import { benchCore } from './core.ts'
import { benchCorrelation } from './correlation.ts'
import { benchCpu } from './cpu.ts'
import { benchCredentials } from './credentials.ts'
import { benchDashboard } from './dashboard.ts'
import { hasWrk } from './load.ts'
import { benchMemory } from './memory.ts'
import { benchMonitors } from './monitors/index.ts'
import { benchOutages } from './outages.ts'
import { benchPage } from './page.ts'
import { benchParsing } from './parsing.ts'
import { benchReading } from './reading.ts'
import { benchRegistries } from './registries.ts'
import { benchRescore } from './rescore.ts'
import type { BenchRow } from './row.ts'
import { benchScoring } from './scoring.ts'
import { benchSearch } from './search.ts'
import { benchSubdomains } from './subdomains.ts'
import { benchWebhooks } from './webhooks.ts'
import { benchWitnesses } from './witnesses.ts'
import { benchZones } from './zones.ts'

const PARTS: Record<string, () => Promise<BenchRow[]>> = {
  core: benchCore,
  credentials: benchCredentials,
  certificates: benchCertificates,
  'certificate-logs': benchCertificateLogs,
  subdomains: benchSubdomains,
  webhooks: benchWebhooks,
  scoring: benchScoring,
  rescore: benchRescore,
  parsing: benchParsing,
  page: benchPage,
  reading: benchReading,
  charging: benchCharging,
  bulk: benchBulk,
  memory: benchMemory,
  cpu: benchCpu,
  search: benchSearch,
  correlation: benchCorrelation,
  dashboard: benchDashboard,
  monitors: benchMonitors,
  outages: benchOutages,
  registries: benchRegistries,
  witnesses: benchWitnesses,
  zones: benchZones,
}

process.env.TMPDIR ??= memoryFolder()

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in PARTS))
if (unknown.length > 0) {
  console.error(
    `Unknown part: ${unknown.join(', ')}. The parts are ${Object.keys(PARTS).join(', ')}.`,
  )
  process.exit(2)
}

console.log(
  `${new Date().toISOString()} · Node ${process.version} · ${os.cpus().length} cores · load by ${hasWrk ? 'wrk' : 'autocannon'} · data in ${process.env.TMPDIR}\n`,
)
for (const [name, part] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`${name}`)
  for (const { what, figure, goal, met } of await part()) {
    const verdict = met === null ? '' : met ? `goal ${goal}: met` : `goal ${goal}: MISSED`
    console.log(`  ${what.padEnd(58)} ${figure.padEnd(44)} ${verdict}`)
  }
}
process.exit(0)
