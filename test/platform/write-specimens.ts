import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Verdict } from '../../shared/attribution/answer/verdict.ts'
import { type Api, analyze } from './analyses.ts'
import { startPlatform } from './platform.ts'
import { EXIT, runCommand } from './run-command.ts'

/** Answers that the start page shows, without a sign-in. */
const STORIES = [
  { story: 'A fraud that imitates a company', domain: 'morrowdalefoods-refund.top' },
  { story: 'A company whose identity is verified', domain: 'thorncastle-group.com' },
  { story: 'A site that names nobody', domain: 'mistlegrovecafe.com' },
] as const

const FILE = fileURLToPath(new URL('../../workers/landing/specimens.json', import.meta.url))
const VerdictAnswer = z.object({ data: Verdict })

async function verdictOn(api: Api, domain: string): Promise<Verdict> {
  const { job, refused } = await analyze(api, domain, 'deep')
  if (job === null || refused !== null) throw new Error(`${domain}: ${refused}`)
  const response = await fetch(`${api.baseUrl}/jobs/${job.job_id}/verdict`, {
    headers: { 'x-api-key': api.apiKey },
  })
  return VerdictAnswer.parse(await response.json()).data
}

async function main(): Promise<number> {
  const platform = await startPlatform({ offline: true, schedules: false })
  try {
    const specimens = []
    for (const { story, domain } of STORIES)
      specimens.push({ story, verdict: await verdictOn(platform, domain) })
    await writeFile(FILE, `${JSON.stringify(specimens, null, 2)}\n`)
    return EXIT.done
  } finally {
    await platform.stop()
  }
}

runCommand(main)
