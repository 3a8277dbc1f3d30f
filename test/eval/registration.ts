import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { mergeRecords } from '../../shared/attribution/collectors/registration/merge-records.ts'
import { parseRdap } from '../../shared/attribution/collectors/registration/parse-rdap.ts'
import { parseWhois } from '../../shared/attribution/collectors/registration/parse-whois.ts'
import type { RegistrationRecord } from '../../shared/attribution/registration-record.ts'
import { print } from './print.ts'
import { readExpectation, type WhoisRow } from './registration-expectations.ts'
import { type Comparison, compareFeed, type FeedRow } from './registration-feed.ts'
import { type RivalParser, rdapperParser, whoiserParser } from './registration-rivals.ts'
import { type Figures, newTally, type Tally } from './registration-tally.ts'

export interface RegistrationFigures {
  whois: Figures | null
  rdap: { records: number; without_loss: number; losses: string[] } | null
}

function rowsOf<Row>(path: string): Row[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim().length > 0)
    .map((line) => JSON.parse(line) as Row)
}

export function whoisRows(directory: string): WhoisRow[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => rowsOf<WhoisRow>(join(directory, name)))
}

export function parseRow(row: WhoisRow, domain: string): RegistrationRecord {
  const response =
    row.raw_base64 === undefined ? row.raw : new Uint8Array(Buffer.from(row.raw_base64, 'base64'))
  return parseWhois(domain, row.server ?? 'whois.unknown.invalid', response)
}

export function measureRival(directory: string, parse: RivalParser): Figures {
  const tally = newTally()
  for (const row of whoisRows(directory)) {
    const expectation = readExpectation(row)
    tally.count(
      row.id,
      expectation,
      parse(expectation.domain, row.server ?? 'whois.unknown.invalid', row.raw),
    )
  }
  return tally.figures()
}

function measureWhois(directory: string): { figures: Figures; disagreements: string[] } {
  const tally: Tally = newTally()
  for (const row of whoisRows(directory)) {
    const expectation = readExpectation(row)
    tally.count(row.id, expectation, parseRow(row, expectation.domain))
  }
  return { figures: tally.figures(), disagreements: tally.disagreements }
}

function measureRdap(directory: string): RegistrationFigures['rdap'] {
  const comparisons: Comparison[] = readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => rowsOf<FeedRow>(join(directory, name)))
    .map((row) => {
      const records = row.raw_record.requests.map((request) => {
        return parseRdap(row.domain, new URL(request.url).hostname, JSON.parse(request.data))
      })
      const [first, ...others] = records
      if (first === undefined) return { domain: row.domain, losses: ['no answer'] }
      return compareFeed(row, others.reduce(mergeRecords, first))
    })
  return {
    records: comparisons.length,
    without_loss: comparisons.filter(({ losses }) => losses.length === 0).length,
    losses: comparisons.flatMap(({ domain, losses }) => losses.map((loss) => `${domain}: ${loss}`)),
  }
}

/**
 * Measures our parsers on recorded WHOIS and RDAP responses. `whois` or `rdap` is null if no
 * directory with these responses is given.
 */
export function measureRegistration(options: {
  whoisDirectory?: string | null
  rdapDirectory?: string | null
}): RegistrationFigures {
  return {
    whois: options.whoisDirectory ? measureWhois(options.whoisDirectory).figures : null,
    rdap: options.rdapDirectory ? measureRdap(options.rdapDirectory) : null,
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { values } = parseArgs({
    options: {
      whois: { type: 'string' },
      rdap: { type: 'string' },
      disagreements: { type: 'boolean' },
      rivals: { type: 'boolean' },
    },
  })
  const directories = { whoisDirectory: values.whois ?? null, rdapDirectory: values.rdap ?? null }
  print(JSON.stringify(measureRegistration(directories), null, 2))
  if (values.disagreements === true && values.whois !== undefined) {
    // Prints the differences, so that a developer can check them: some expected values contradict
    // the WHOIS response to which they belong.
    print(measureWhois(values.whois).disagreements.join('\n'))
  }
  if (values.rivals === true && values.whois !== undefined) {
    print(`rdapper ${JSON.stringify(measureRival(values.whois, await rdapperParser()), null, 2)}`)
    print(`whoiser ${JSON.stringify(measureRival(values.whois, whoiserParser()), null, 2)}`)
  }
}
