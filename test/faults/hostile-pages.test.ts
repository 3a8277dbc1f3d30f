import { afterAll, beforeAll, expect, test } from 'vitest'
import { PageEvidence } from '../../shared/attribution/page-evidence.ts'
import { hostilePage, OPERATOR_AT_END, siteOf } from '../internet/hostile-pages.ts'
import { createInternet } from '../internet/internet.ts'
import { type JobAnswer, type Service, startService } from '../platform/service.ts'

const WHITE_SPACE = 80 * 1024
/**
 * Length in characters. In UTF-8 the page has more bytes, because each copyright sign takes two.
 */
const PAGE_LENGTH = 1_800_000
const ANSWER_MS_MAX = 5_000

let service: Service

beforeAll(async () => {
  const internet = await createInternet()
  const stopper = hostilePage('JSON-LD with white space behind its end', WHITE_SPACE)
  internet.add(siteOf('stopper.example.com', stopper + hostilePage('copyright lines', PAGE_LENGTH)))
  service = await startService({ internet })
})
afterAll(() => service.stop())

test('a page made to stop the Worker is read in part, says so, and delays no other account', async () => {
  const attacker = await service.account()
  const bystander = await service.account()
  let job: JobAnswer | null = null
  const analysis = attacker.analyze('stopper.example.com').untilTerminal()
  analysis.then((ended) => {
    job = ended
  })
  let slowest = 0
  while (job === null) {
    const sent = performance.now()
    expect((await bystander.request('GET', '/jobs')).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - sent)
  }
  const { job_id: jobId, status } = await analysis
  expect(status).toMatch(/^(?:completed|partial)$/)
  expect(slowest).toBeLessThan(ANSWER_MS_MAX)
  const { rows } = await service.platform.pool.query(
    `select page from job_results, jsonb_path_query(evidence::jsonb, '$[*].data.pages[0]') as page where job_id = $1`,
    [jobId],
  )
  const { left_out: leftOut, mentions } = PageEvidence.parse(rows[0].page)
  expect(leftOut).toEqual(['markup', 'text'])
  expect(mentions.map(({ name }) => name)).toContain(OPERATOR_AT_END)
})
