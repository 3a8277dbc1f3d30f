import type { Machine } from './page.ts'

export interface SqlFunction {
  name: string
  file: string
  text: string
}

const CREATED = /^create or replace function (\w+)[\s\S]*?\$\$;$/gm

export const readFunctions = (file: string, text: string): SqlFunction[] =>
  [...text.matchAll(CREATED)].map(([body, name = '']) => ({
    name,
    file,
    text: body.replace(/--[^\n]*/g, ''),
  }))

/**
 * True if the function inserts rows into the table of the diagram, or sets the state in an update.
 */
export function writesState({ text }: SqlFunction, { table, column }: Machine): boolean {
  const isSet = new RegExp(`(?:\\bset|,)\\s*${column}\\s*=`)
  return text
    .split(';')
    .flatMap((statement) => statement.split(/\b(?=update \w|insert into )/))
    .some(
      (part) =>
        new RegExp(`^insert into ${table}\\b`).test(part) ||
        (new RegExp(`^update ${table}\\b`).test(part) && isSet.test(part)),
    )
}

export const deletesRows = ({ text }: SqlFunction, { table }: Machine): boolean =>
  new RegExp(`\\bdelete from ${table}\\b`).test(text)
