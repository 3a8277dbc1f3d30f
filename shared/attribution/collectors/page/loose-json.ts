/**
 * Parses JSON with errors that are common on web pages: HTML comments around the JSON, commas before closing brackets, line breaks in
 * strings. Undefined when the JSON has other errors.
 */
export function parseLoosely(text: string): unknown {
  const bare = withoutWrapping(text)
  for (const attempt of [() => bare, () => repaired(bare)]) {
    try {
      return JSON.parse(attempt())
    } catch {
      // The first attempt parses the text without repair, the second attempt parses the repaired text. If both fail, the function returns
      // undefined.
    }
  }
  return undefined
}

const CDATA = '<![CDATA['
const CDATA_END = ']]>'

/**
 * Removes an HTML comment or a CDATA section around JSON, also one that is commented out for JavaScript, and semicolons at the end. Regular
 * expressions would need quadratic time for long white space, because they cannot search from the end.
 */
const withoutWrapping = (text: string): string =>
  withoutSemicolon(withoutWrappingEnd(withoutSemicolon(withoutWrappingStart(text.trim()))))

const withoutSemicolon = (text: string): string => (text.endsWith(';') ? text.slice(0, -1).trimEnd() : text)

function withoutWrappingStart(text: string): string {
  if (text.startsWith('<!--')) return text.slice(4)
  const comment = text.startsWith('/*') || text.startsWith('//') ? text.slice(0, 2) : ''
  const section = text.slice(comment.length).trimStart()
  if (!section.startsWith(CDATA)) return text
  const content = section.slice(CDATA.length)
  return comment === '/*' ? content.trimStart().replace(/^\*\//u, '') : content
}

function withoutWrappingEnd(text: string): string {
  if (text.endsWith('-->')) return text.slice(0, -3)
  const comment = text.endsWith('*/') ? '/*' : '//'
  const section = comment === '/*' ? text.slice(0, -2).trimEnd() : text
  if (!section.endsWith(CDATA_END)) return text
  const content = section.slice(0, -CDATA_END.length).trimEnd()
  return content.endsWith(comment) ? content.slice(0, -2) : content
}

/** Removes commas before closing brackets and replaces control characters in strings with spaces. */
function repaired(text: string): string {
  const out: string[] = []
  let kept = 0
  const replace = (index: number, by: string): void => {
    out.push(text.slice(kept, index), by)
    kept = index + 1
  }
  let inText = false
  /** Position of a comma with only white space behind it. */
  let comma = -1
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (inText) {
      if (character === '\\') index += 1
      else if (character === '"') inText = false
      else if (character < ' ') replace(index, ' ')
    } else if (character === '"') {
      inText = true
      comma = -1
    } else if (character === ',') comma = index
    else if (!isSpace(character)) {
      if (comma >= 0 && (character === '}' || character === ']')) replace(comma, '')
      comma = -1
    }
  }
  return out.join('') + text.slice(kept)
}

/** The four white space characters of JSON (RFC 8259). */
const isSpace = (character: string): boolean =>
  character === ' ' || character === '\n' || character === '\r' || character === '\t'
