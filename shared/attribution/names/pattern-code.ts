export const listed = (table: string): string[] =>
  table
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

export const alternatives = (table: string): string => listed(table).join('|')

/**
 * V8 makes up to ten copies of the code for a part of a pattern, one for each way to reach it. An
 * empty lookahead joins the ways. Above some megabytes of code, V8 leaves all patterns unoptimized.
 */
export const inOnePlace = (source: string): string => `(?=)${source}(?=)`
