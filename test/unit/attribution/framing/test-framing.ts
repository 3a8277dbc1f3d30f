import { setMaxListeners } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { score } from '../../../../shared/attribution/scoring/score.ts'
import { collectEvidence, type Depth, targetOf } from '../../../eval/collect.ts'
import { createInternet, type SampleInternet } from '../../../internet/internet.ts'
import { type Judgement, judgeSite } from './judge-site.ts'
import { COLLECTED_AT, type FramingSite, KINDS } from './site.ts'
import { SITES } from './sites/index.ts'
import { INFRASTRUCTURE } from './sites/infrastructure.ts'

/**
 * At least this share of the hostile sites must keep their victims within the limit of confidence.
 */
const HELD_SHARE_MIN = 0.97
const SITES_AT_ONCE = 6
const LISTENERS_MAX = 100

type Judged = Judgement & { site: FramingSite }

export const attacks = SITES.filter(
  ({ victims, forbidden }) => victims.length > 0 || forbidden !== null,
)
export const controls = SITES.filter(({ kind }) => kind === 'control')
const isAttack = ({ site }: Judged): boolean => attacks.includes(site)

async function judgeAll(internet: SampleInternet, depth: Depth): Promise<Judged[]> {
  const found: Judged[] = []
  const waiting = [...SITES]
  const worker = async (): Promise<void> => {
    for (let site = waiting.shift(); site !== undefined; site = waiting.shift()) {
      const evidence = await collectEvidence(internet, site.domain, depth, COLLECTED_AT)
      const { result } = score(targetOf(site.domain), evidence, COLLECTED_AT)
      found.push({ site, ...judgeSite(site, result) })
    }
  }
  await Promise.all(Array.from({ length: SITES_AT_ONCE }, worker))
  return found.sort((one, other) => SITES.indexOf(one.site) - SITES.indexOf(other.site))
}

const FAULTS: Readonly<Record<string, (judged: Judged) => boolean>> = {
  'above limit': ({ framed }) => framed !== null,
  '0.95 or more': ({ isSure }) => isSure,
  'operator missed': ({ missed }) => missed !== null,
}

function tableOf(results: readonly Judged[]): string {
  const columns = Object.entries(FAULTS).map(([title, isFault]) => ({
    title,
    faulty: results.filter(isFault),
  }))
  const row = (name: string, count: number, cells: readonly (string | number)[]): string =>
    `| ${name} | ${count} | ${cells.join(' | ')} |`
  const counted = (name: string, holds: (site: FramingSite) => boolean): string =>
    row(
      name,
      SITES.filter(holds).length,
      columns.map(({ faulty }) => faulty.filter(({ site }) => holds(site)).length),
    )
  return [
    `| kind | sites | ${columns.map(({ title }) => title).join(' | ')} |`,
    ...KINDS.map((kind) => counted(kind, (site) => site.kind === kind)),
    counted('all', () => true),
  ].join('\n')
}

/** Analyses all sites once with the real collectors and scoring. */
export function testFraming(depth: Depth): void {
  let internet: SampleInternet
  let judged: readonly Judged[] = []
  const results = (): readonly Judged[] => judged

  beforeAll(async () => {
    // crt.sh leaves out certificates that have expired, so the current time must be that of the
    // test data.
    vi.useFakeTimers({ toFake: ['Date'], now: COLLECTED_AT })
    setMaxListeners(LISTENERS_MAX)
    internet = await createInternet({ folders: [] })
    for (const file of [...INFRASTRUCTURE, ...SITES.map((site) => site.file)]) internet.add(file)
    judged = await judgeAll(internet, depth)
    console.log(tableOf(judged))
  })
  afterAll(async () => {
    vi.useRealTimers()
    await internet.close()
  })

  test('keeps innocent companies at or below the limit of the site', () => {
    const framed = results().flatMap(({ framed: fault }) => fault ?? [])
    const allowed = Math.floor(attacks.length * (1 - HELD_SHARE_MIN))
    expect(framed.length <= allowed ? [] : framed).toEqual([])
  })

  test('is never as sure of an innocent company as of a verified operator', () => {
    expect(results().flatMap(({ site, isSure }) => (isSure ? site.domain : []))).toEqual([])
  })

  test('names the true operator of each control', () => {
    const missed = results().filter(({ site }) => site.kind === 'control')
    expect(missed.flatMap((each) => each.missed ?? [])).toEqual([])
  })

  test('names the true operator beside texts of visitors and attempts to be overlooked', () => {
    const others = results().filter((each) => isAttack(each) || each.site.kind === 'evasion')
    expect(others.flatMap(({ missed }) => missed ?? [])).toEqual([])
  })
}
