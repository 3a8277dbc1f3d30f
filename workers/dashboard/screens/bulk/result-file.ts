export interface ResultLine {
  /** Line number in the list, from 1. */
  number: number
  domain: string
  status: string
  entity: string | null
  /** Between 0 and 1. Null for a line without a result. */
  confidence: number | null
  error: string | null
  jobId: string | null
}

// The service puts an apostrophe in front of a cell that a spreadsheet program could run as a
// formula. The page removes the apostrophe.
const DEFUSED = /^'(?=\s*[=+\-@])/

/** Reads a CSV file (RFC 4180) with a header. Unknown columns are ignored. */
export function resultLines(file: string): ResultLine[] {
  const [header = [], ...records] = csvRecordsOf(file)
  return records.map((record, index) => {
    const cell = (name: string) => {
      const place = header.indexOf(name)
      return place === -1 ? '' : (record[place] ?? '').replace(DEFUSED, '')
    }
    const confidence = Number.parseFloat(cell('confidence'))
    return {
      number: index + 1,
      domain: cell('domain'),
      status: cell('status'),
      entity: cell('entity') || null,
      confidence: Number.isNaN(confidence) ? null : confidence,
      error: cell('error') || null,
      jobId: cell('job_id') || null,
    }
  })
}

// Splits a CSV file into records of cells (RFC 4180). A quoted cell without a closing quotation
// mark ends at the end of the file.
function csvRecordsOf(file: string): string[][] {
  const records: string[][] = []
  let record: string[] = []
  for (let at = 0; at < file.length; ) {
    const { text, end } = file[at] === '"' ? quotedCell(file, at) : plainCell(file, at)
    record.push(text)
    if (file[end] === ',') {
      at = end + 1
      continue
    }
    records.push(record)
    record = []
    at = end + (file[end] === '\r' ? 2 : 1)
  }
  return records
}

interface Cell {
  text: string
  /** Position of the delimiter, line break or end of the file that follows the cell. */
  end: number
}

function quotedCell(file: string, start: number): Cell {
  let close = file.indexOf('"', start + 1)
  while (close !== -1 && file[close + 1] === '"') close = file.indexOf('"', close + 2)
  const end = close === -1 ? file.length : close
  return { text: file.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 }
}

function plainCell(file: string, start: number): Cell {
  let end = start
  while (end < file.length && file[end] !== ',' && file[end] !== '\r' && file[end] !== '\n')
    end += 1
  return { text: file.slice(start, end), end }
}

export const RESULT_KINDS = ['all', 'found', 'unclear', 'unfinished'] as const
export type ResultKind = (typeof RESULT_KINDS)[number]

const kindOf = ({ entity, status }: ResultLine): ResultKind => {
  if (status === 'failed' || status === 'rejected' || status === 'stopped') return 'unfinished'
  return entity === null ? 'unclear' : 'found'
}

/**
 * Finds lines whose domain, operator or error contains the text. Upper and lower case count as
 * equal.
 */
export function matchingResults(
  lines: readonly ResultLine[],
  kind: ResultKind,
  text: string,
): ResultLine[] {
  const wanted = text.trim().toLowerCase()
  return lines.filter((line) => {
    if (kind !== 'all' && kindOf(line) !== kind) return false
    return [line.domain, line.entity, line.error].some((part) =>
      part?.toLowerCase().includes(wanted),
    )
  })
}
