import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DomainFile } from '../internet/domain-file.ts'
import { createInternet, type SampleInternet } from '../internet/internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'

const pageOf = (name: string, year: number) =>
  `<html><head><title>${name}</title></head><body><h1>${name}</h1><p>We make paper goods.</p>` +
  `<footer>&copy; ${year} ${name}</footer></body></html>`

const site = (domain: string, more: Partial<DomainFile>): DomainFile => ({
  domain,
  registration: { registrar: 'godaddy', privacy: 'redacted', created: '2015-03-01' },
  dns: { [domain]: { NS: ['ns1.domaincontrol.com'], A: ['160.153.33.10'] } },
  ...more,
})

const scripted = (domain: string, rendered: string) =>
  site(domain, {
    rendered,
    site: {
      home: `https://${domain}/`,
      pages: {
        '/': '<html><body><div id="root"></div><script src="/app.js"></script></body></html>',
      },
    },
  })

const archived = (timestamp: string, html: string, leads_to?: string) => ({
  archived: { timestamp, html, ...(leads_to === undefined ? {} : { leads_to }) },
})

let internet: SampleInternet
let service: Service
let account: ServiceAccount

beforeAll(async () => {
  internet = await createInternet()
  const env = { BROWSER_RENDERING_TOKEN: 'sample', BROWSER_RENDERING_ACCOUNT_ID: 'sample' }
  service = await startService({ internet, env })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

async function analyze(file: DomainFile, collector: string) {
  internet.add(file)
  const { body } = await account.request('POST', '/analyze', { domain: file.domain })
  const job = await account.untilTerminal(body.data?.job_id as string)
  const { collectors } = job.progress as { collectors: { name: string; status: string }[] }
  return {
    job,
    status: collectors.find(({ name }) => name === collector)?.status,
    entity: job.scoring_result?.entity,
    warnings: warningsOf(job),
  }
}

const warningsOf = ({ scoring_result: result }: JobAnswer) =>
  ((result as { warnings?: { kind: string }[] } | null)?.warnings ?? []).map(({ kind }) => kind)

const company = 'Quillbrook Paper Goods Ltd'

test('a browser reads a site that only scripts draw', async () => {
  const file = scripted('quillbrook-goods.com', pageOf(company, 2026))
  const { status, entity, warnings } = await analyze(file, 'rendered_page')
  expect([status, entity]).toEqual(['ok', company])
  expect(warnings).not.toContain('unreadable_site')
})

test('a browser that accepts no more requests leaves the analysis incomplete', async () => {
  internet.readerLimits.set(0)
  const file = scripted('quillbrook-scripts.com', pageOf(company, 2026))
  const { job, status, entity, warnings } = await analyze(file, 'rendered_page')
  internet.readerLimits.set(null)
  expect([job.status, status, entity]).toEqual(['partial', 'failed', null])
  expect(warnings).toContain('unreadable_site')
})

test('a dead site is attributed by its archived copy, with the date of the copy', async () => {
  const file = site('quillbrook-dead.com', archived('20240102030405', pageOf(company, 2024)))
  const { job, status, entity, warnings } = await analyze(file, 'archive')
  expect([status, entity]).toEqual(['ok', company])
  expect(warnings).toContain('unreadable_site')
  const { text } = await account.request('GET', `/jobs/${job.job_id}/signals`)
  expect(text).toContain('Archived copy of 2024-01-02: ')
})

test.each([
  [
    'of a former holder',
    'quillbrook-former.com',
    archived('20140102030405', pageOf(company, 2014)),
  ],
  [
    'that leads to the site of a company',
    'quillbrook-led.com',
    archived('20240102030405', pageOf(company, 2024), 'https://quillbrook-led.net/'),
  ],
])('an archived copy %s names nobody', async (_name, domain, copy) => {
  const { status, entity } = await analyze(site(domain, copy), 'archive')
  expect([status, entity]).toEqual(['empty', null])
})

test('an archive that refuses us is never reported as an archive without a copy', async () => {
  internet.readerLimits.set(0)
  const copy = archived('20240102030405', pageOf(company, 2024))
  const { job, status, entity } = await analyze(site('quillbrook-limit.com', copy), 'archive')
  internet.readerLimits.set(null)
  expect([job.status, status, entity]).toEqual(['partial', 'failed', null])
})
