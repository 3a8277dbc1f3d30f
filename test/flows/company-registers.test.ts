import { afterAll, beforeAll, expect, test } from 'vitest'
import { DomainFile } from '../internet/domain-file.ts'
import { createInternet } from '../internet/internet.ts'
import {
  type JobAnswer,
  type Service,
  type ServiceAccount,
  startService,
} from '../platform/service.ts'
import { type StoredEvidence, storedEvidence } from './stored-evidence.ts'

const VERIFIED = 'vindskjold.com'
const COPY = 'brakmoor-supplies.com'

let service: Service
let account: ServiceAccount

function site(domain: string, name: string, number: string): DomainFile {
  return DomainFile.parse({
    domain,
    registration: { registrar: 'godaddy', privacy: 'redacted', created: '2011-04-02' },
    dns: { [domain]: { NS: ['ns1.domaincontrol.com'], A: ['160.153.33.10'] } },
    site: {
      home: `https://${domain}/`,
      pages: {
        '/': [`<title>${name}</title>`, `<a href="/imprint">Imprint</a>`],
        '/imprint': [`<h1>Imprint</h1><p>This website is operated by ${name}. ${number}</p>`],
      },
    },
  })
}

beforeAll(async () => {
  const internet = await createInternet()
  internet.add(site(VERIFIED, 'Vindskjöld Oy', 'Y-tunnus 9999900-1'))
  internet.add(site(COPY, 'Brakmoor Supplies Oy', 'Y-tunnus 9999900-1'))
  service = await startService({ internet })
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

interface Registers extends StoredEvidence {
  data: { answers: { outcome: string; name: string | null; stated_on: string | null }[] } | null
}
const answersOf = async (job: JobAnswer) =>
  storedEvidence<Registers>(service, job, 'company_register')
const asked = (): number =>
  service.platform.outgoing.list().filter(({ url }) => url.includes('businessId=9999900-1')).length

const signalsOf = async ({ job_id: id }: JobAnswer): Promise<string> =>
  (await account.request('GET', `/jobs/${id}/signals`)).text

test('a quick analysis asks no register, and a deep one verifies the company', async () => {
  const quick = await account.analyze(VERIFIED, { depth: 'quick' }).untilTerminal()
  expect(await answersOf(quick)).toMatchObject({
    status: 'skipped',
    detail: 'A quick analysis asks no register.',
  })
  expect(asked()).toBe(0)
  const deep = await account.analyze(VERIFIED, { depth: 'deep' }).untilTerminal()
  expect(deep.status).toBe('completed')
  expect(await answersOf(deep)).toMatchObject({
    status: 'ok',
    source: 'avoindata.prh.fi',
    data: {
      answers: [
        {
          outcome: 'found',
          name: 'Vindskjöld Oy',
          stated_on: `https://${VERIFIED}/imprint`,
        },
      ],
    },
  })
  expect(await signalsOf(deep)).toContain('Vindskjöld Oy, FI 9999900-1, website vindskjold.com')
  expect(deep.scoring_result).toMatchObject({ entity: 'Vindskjöld Oy', basis: 'verified' })
  expect(asked()).toBe(1)
})

test('a copied number contradicts the company that the imprint states, from the cache', async () => {
  const job = await account.analyze(COPY, { depth: 'quick' }).untilTerminal()
  expect(await answersOf(job)).toMatchObject({
    status: 'ok',
    data: { answers: [{ name: 'Vindskjöld Oy', stated_on: `https://${COPY}/imprint` }] },
  })
  expect(await signalsOf(job)).toContain(
    'gives the number that the site states for Brakmoor Supplies Oy to another company',
  )
  expect(job.scoring_result).not.toMatchObject({ basis: 'verified' })
  expect(asked()).toBe(1)
})
