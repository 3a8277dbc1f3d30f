/** Words or patterns by heading, such as a language or a law. */
type Table = Readonly<Record<string, readonly string[]>>

/** Returns the entries of a table, or the lines of a text without empty lines and "# …". */
export const listed = (table: string | Table): string[] =>
  typeof table !== 'string'
    ? Object.values(table).flat()
    : table
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'))

export const alternatives = (table: string | Table): string => listed(table).join('|')

export const oneOf = (patterns: readonly string[]): string => `(?:${patterns.join('|')})`

/**
 * V8 makes up to ten copies of the code for a part of a pattern, one for each way to reach it. An
 * empty lookahead joins the ways. Above some megabytes of code, V8 leaves all patterns unoptimized.
 */
export const inOnePlace = (source: string): string => `(?=)${source}(?=)`
