/** Words or patterns, grouped under a heading such as a language or a law. */
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
 * Makes the compiled pattern smaller. V8 compiles a part of a pattern up to ten times, once for
 * each way to reach it; an empty lookahead joins these ways. Above some megabytes of compiled code,
 * V8 optimizes no pattern.
 */
export const inOnePlace = (source: string): string => `(?=)${source}(?=)`
