import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Parser } from 'htmlparser2'
import { z } from 'zod'
import { parsePage } from '../../shared/attribution/collectors/page/parse-page.ts'
import { type BenchRow, bounded, percentile, shown } from './row.ts'

const ROUNDS = 3
/** Shorter pages are left out, because they are redirects or error pages. */
const PAGE_LENGTH_MIN = 2_000
const SAMPLE_PAGES = 120
const ROLES = ['imprint', 'home', 'privacy', 'about', 'contact'] as const

interface Page {
  url: string
  html: string
}

const Case = z.looseObject({
  http: z.record(z.string(), z.looseObject({ body: z.string().default('') })).default({}),
})

/**
 * Compares the reading of a page with a bare run of the HTML parser over the same text.
 * BENCH_PAGES may name a folder of recorded pages in the format of the labelled examples. Default:
 * generated pages.
 */
export async function benchReading(): Promise<BenchRow[]> {
  const folder = process.env.BENCH_PAGES
  const pages = folder === undefined ? samplePages() : recordedPages(folder)
  for (const { url, html } of pages.slice(0, 50)) {
    barePass(html)
    parsePage({ url, role: 'home', status: 200, html })
  }
  const ours: number[] = []
  const bare: number[] = []
  // The shortest time of each page counts, because other work of the machine can only add time.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, { url, html }] of pages.entries()) {
      const role = ROLES[index % ROLES.length] ?? 'home'
      bare[index] = Math.min(
        bare[index] ?? Number.POSITIVE_INFINITY,
        cpuMs(() => barePass(html)),
      )
      ours[index] = Math.min(
        ours[index] ?? Number.POSITIVE_INFINITY,
        cpuMs(() => parsePage({ url, role, status: 200, html })),
      )
    }
  const sum = (times: readonly number[]): number => times.reduce((total, ms) => total + ms, 0)
  return [
    shown('pages', `${pages.length} ${folder === undefined ? 'generated' : 'recorded'}`),
    shown(
      'reading pages : bare pass of htmlparser2, total CPU',
      (sum(ours) / sum(bare)).toFixed(2),
    ),
    bounded('median page: ms of CPU', percentile(ours, 0.5), { most: 12 }),
    bounded('99th percentile: ms of CPU', percentile(ours, 0.99), { most: 120 }),
  ]
}

function barePass(html: string): number {
  let events = 0
  const count = (): void => {
    events += 1
  }
  const parser = new Parser({ onopentag: count, onclosetag: count, ontext: count })
  parser.end(html)
  return events
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const recordedPages = (folder: string): Page[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) =>
      Object.entries(Case.parse(JSON.parse(readFileSync(path.join(folder, name), 'utf8'))).http),
    )
    .map(([url, { body }]) => ({ url, html: body }))
    .filter(({ html }) => html.length >= PAGE_LENGTH_MIN && /^\s*</u.test(html))

function samplePages(): Page[] {
  return Array.from({ length: SAMPLE_PAGES }, (_, index) => ({
    url: `https://sample-${index}.example.com/`,
    html: samplePage(index),
  }))
}

/** An invented page. About a third of it is script, as on an ordinary page of a shop. */
function samplePage(index: number): string {
  const item = (n: number): string =>
    `<li class="product-card product-card--wide col-${n % 4}" data-id="${n}"><a class="product-link" href="/products/${n}"><img src="/images/${n}.jpg" alt="Kettle ${n}"><h3>Kettle No. ${n}</h3><p class="price">€ ${n},00</p><p>Holds ${n % 9} litres, made by hand in our workshop and delivered within ${n % 5} days.</p></a></li>\n`
  const script = `window.dataLayer=window.dataLayer||[];function load(a,b){return a.map(function(c){return c.id===b?c:null})}var settings={"currency":"EUR","items":[${Array.from({ length: 400 }, (_, n) => `{"id":${n},"sku":"K-${index}-${n}"}`).join(',')}]};`
  const items = Array.from({ length: 100 + (index % 50) * 4 }, (_, n) => item(n + index)).join('')
  return `<!doctype html><html lang="en"><head><title>Orchard Lane Kettles</title><script>${script}</script></head><body><header><nav><a href="/">Home</a><a href="/about">About</a></nav></header><main><ul>${items}</ul></main><footer><a href="/imprint">Imprint</a><p>© 2026 Orchard Lane Kettles Ltd. All rights reserved. Registered in England No. 0${1_000_000 + index}. Tel. +44 20 7946 ${1_000 + index}</p></footer></body></html>`
}
