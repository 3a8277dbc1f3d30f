import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { EntitySignals } from '../../../shared/attribution/scoring/scoring-result.ts'
import type { SignedCertificate } from '../../../shared/certificates/certificate.ts'
import { certificateCsv } from '../../../shared/certificates/formats/certificate-csv.ts'
import { formatOf } from '../../../shared/certificates/formats/choose-format.ts'
import { candidatesNamed, certificateOf, newKeys } from './samples.ts'

test.each([
  [undefined, undefined, 'json'],
  [undefined, '*/*', 'json'],
  [undefined, 'application/json', 'json'],
  [undefined, 'application/toon', 'json'],
  [undefined, 'application/pdf', 'pdf'],
  [undefined, 'text/csv, */*;q=0.1', 'csv'],
  [undefined, 'text/html, application/pdf;q=0.9, application/json;q=0.8', 'pdf'],
  [undefined, 'application/json, application/pdf;q=0.5', 'json'],
  [undefined, 'application/pdf;q=0', 'json'],
  [undefined, 'APPLICATION/PDF', 'pdf'],
  [undefined, 'nonsense;;q=x,,', 'json'],
  ['csv', 'application/pdf', 'csv'],
  ['json', 'text/csv', 'json'],
] as const)('the format parameter %s with Accept %s gives %s', (parameter, accept, expected) => {
  expect(formatOf(parameter, accept)).toBe(expected)
})

const keys = newKeys('csv')
const FORMULA = '=HYPERLINK("http://evil.example")'
const COMPANY = 'Plain, "Quoted" Ltd'

const valuesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : [String(value)]

const entity = (name: string, observed: string, contribution = 1): EntitySignals => ({
  entity: name,
  aliases: [],
  confidence: 0.9,
  signals: [
    {
      signal: 'imprint',
      collector: 'http_probe',
      observed,
      contribution,
      stance: 'supports',
      explanation: 'Not for the table.',
    },
  ],
  correlations: [],
})

async function csvOf(
  ...entities: EntitySignals[]
): Promise<{ csv: string; signed: SignedCertificate }> {
  const { signed } = await certificateOf(keys, candidatesNamed(FORMULA, COMPANY), { entities })
  return { csv: certificateCsv(signed), signed }
}

test('the CSV has the columns of the contract, rows by section, and both signatures at the end', async () => {
  const { csv } = await csvOf(entity(COMPANY, '-1+1|cmd'))
  const lines = csv.split('\r\n')
  expect(lines[0]).toBe(
    'section,rank,entity,confidence,signal,collector,observed,contribution,stance',
  )
  expect(lines.at(-1)).toBe('')
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual([
    'certificate',
    'candidate',
    'candidate',
    'signal',
    ...Array.from({ length: 8 }, () => 'evidence'),
    'evidence_root',
    'signature',
    'signature',
  ])
})

test('the signatures of the CSV cover every other row', async () => {
  const { csv, signed } = await csvOf(entity('Harbour Lane', 'imprint of /legal', 0.75))
  const covered = new Set<string>(['', ...valuesIn(signed.certificate)])
  const rows = parse(csv, { from_line: 2 }).filter(([section]) => section !== 'signature')
  for (const [section, ...cells] of rows)
    for (const cell of cells)
      expect(covered.has(cell.replace(/^'/, '')), `${section}: ${cell}`).toBe(true)
})

test('the CSV of a certificate without signals, as an older version of the service issued it, lists none', async () => {
  const { signed } = await certificateOf(keys, candidatesNamed(COMPANY))
  expect(certificateCsv(signed)).not.toMatch(/^signal,/m)
})

test('no CSV cell starts a spreadsheet formula, and quotation marks are doubled', async () => {
  const { csv } = await csvOf(entity(COMPANY, '-1+1|cmd'))
  expect(csv).toContain(`candidate,1,"'=HYPERLINK(""http://evil.example"")",0.9`)
  expect(csv).toContain(
    `signal,2,"Plain, ""Quoted"" Ltd",0.9,imprint,http_probe,"'-1+1|cmd",1,supports`,
  )
  expect(csv).not.toMatch(/(^|,)"?[=+@\t-]/m)
})

test.each([
  ['', ''],
  [' spaces around ', '" spaces around "'],
  ["semicolon; apostrophe'", `"semicolon; apostrophe'"`],
  ['one, two', '"one, two"'],
  ['"', '""""'],
  ['said "yes"', '"said ""yes"""'],
  ['back\\slash "quoted"', '"back\\slash ""quoted"""'],
  ['line feed\nhere', '"line feed\nhere"'],
  ['carriage return\rhere', '"carriage return\rhere"'],
  ['both\r\nhere', '"both\r\nhere"'],
  ['=1+1', `"'=1+1"`],
  ['=A1,B1', `"'=A1,B1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@SUM', `"'@SUM"`],
  ['\tcmd', `"'\tcmd"`],
  ['\rcmd', `"'\rcmd"`],
  ['\ncmd', `"'\ncmd"`],
  ['\u0000cmd', `"'\u0000cmd"`],
  ['＝1', `"'＝1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠1', `"'＠1"`],
  ["'=1", `"'=1"`],
  ['\ufeff=1', `"'\ufeff=1"`],
  [' =1', `"' =1"`],
])('the CSV writes the text %j as %j, and a negative number unchanged', async (text, cell) => {
  const { csv } = await csvOf(entity(COMPANY, text, -0.5))
  expect(csv).toContain(
    `\r\nsignal,2,"Plain, ""Quoted"" Ltd",0.9,imprint,http_probe,${cell},-0.5,supports\r\n`,
  )
})
