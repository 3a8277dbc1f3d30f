const NAME_CHARACTERS_MAX = 300
const PROSE_CHARACTERS_MAX = 600

// Characters that an attacker could use to break out of a line, or to hide instructions for a
// language model from people: control characters, line separators, characters that reverse the
// direction of text, and invisible characters (Unicode tags and variation selectors).
const HIDDEN =
  /(?:(?!(?<=[\p{scx=Arab}\p{scx=Deva}])[\u200c\u200d](?=[\p{scx=Arab}\p{scx=Deva}]))[\p{Cc}\p{Zl}\p{Zp}\ufff9-\ufffb\p{Default_Ignorable_Code_Point}])+/gu

/** Fields that quote the analyzed site or a registration. They may be longer than names. */
const PROSE = new Set(['observed', 'rationale'])

/** Replaces hidden characters, and halves of surrogate pairs, which TOON cannot encode. */
export function visibleLine(text: string, charactersMax: number): string {
  const line = text.toWellFormed().replace(HIDDEN, ' ').trim()
  return line.length <= charactersMax
    ? line
    : `${line.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

export function withVisibleLines(value: unknown, field = ''): unknown {
  if (typeof value === 'string') {
    const isLink = field.endsWith('_url')
    return visibleLine(
      value,
      PROSE.has(field) ? PROSE_CHARACTERS_MAX : isLink ? LINK_CHARACTERS_MAX : NAME_CHARACTERS_MAX,
    )
  }
  if (Array.isArray(value)) return value.map((item) => withVisibleLines(item, field))
  if (typeof value !== 'object' || value === null) return value
  const present = Object.entries(value).filter(([, item]) => item !== undefined)
  return Object.fromEntries(present.map(([key, item]) => [key, withVisibleLines(item, key)]))
}

const LINK_CHARACTERS_MAX = 2_048
