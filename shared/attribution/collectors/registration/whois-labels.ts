import { foldWords } from '../../names/fold.ts'
import labels from './whois-labels.json' with { type: 'json' }

export type Role = 'domain' | 'registrant' | 'registrar' | 'contact'

/**
 * Kinds of information that a label announces. "self" is a label that is only the role, such as
 * "Registrant:". Its value may be a name, the id of a contact, or several lines.
 */
export type Attribute =
  | 'self'
  | 'iana id'
  | {
      [R in keyof typeof labels.labels]: keyof (typeof labels.labels)[R]
    }[keyof typeof labels.labels]

export interface Label {
  /** Null if the label names no party. The heading above or the text block then shows the party. */
  role: Role | null
  attribute: Attribute
}

const LABEL_WORDS_MAX = 9
const ROLE_WORDS_MAX = 6

type Words = Readonly<Record<string, readonly string[]>>

const WHOLE_LABELS = new Map<string, Label>()
for (const [role, attributes] of Object.entries<Words>(labels.labels))
  for (const [attribute, words] of Object.entries(attributes))
    for (const word of words)
      WHOLE_LABELS.set(foldWords(word), {
        role: role === 'any' ? null : (role as Role),
        attribute: attribute as Attribute,
      })

// Words at the start of a label that name a role, in lower case. If several match, the longest is
// used.
const ROLES = new Map<string, Role>(
  Object.entries(labels.roles).flatMap(([role, words]) =>
    words.map((word) => [foldWords(word), role as Role] as const),
  ),
)

/** Words after the role and their meaning, for example "ID" in "Registrant ID". */
const AFTER_ROLE = new Map(Object.entries(labels.afterRole) as [string, Attribute][])
const NEUTRAL_HEADINGS = new Set(labels.neutralHeadings)

function afterRole(words: readonly string[]): Attribute {
  const rest = words[0] === 's' ? words.slice(1) : words
  const key = rest.join(' ')
  if (key.length === 0) return 'self'
  const known = AFTER_ROLE.get(key) ?? WHOLE_LABELS.get(key)?.attribute
  if (known !== undefined) return known
  return rest.length > 1 && rest[0] === 'contact' ? afterRole(rest.slice(1)) : 'other'
}

function roleFirst(words: readonly string[]): Label | null {
  for (let length = Math.min(words.length, ROLE_WORDS_MAX); length > 0; length -= 1) {
    const role = ROLES.get(words.slice(0, length).join(' '))
    if (role === undefined) continue
    const attribute = afterRole(words.slice(length))
    // "org" alone is the name of an organisation. It is a role only with a word after it
    // ("org-name").
    if (attribute === 'self' && length === 1 && words[0] === 'org') return null
    // "Registrar Admin Contact" is about the contact and not about the registrar.
    if (role !== 'contact' && ROLES.get(words[length] ?? '') === 'contact')
      return { role: 'contact', attribute: 'other' }
    return { role, attribute }
  }
  return null
}

function readWords(folded: string): Label | null {
  const key = folded.replace(/(?<=\p{L}) ?\d{1,2}$/u, '')
  const words = key.split(' ')
  if (key.length === 0 || words.length > LABEL_WORDS_MAX) return null
  return WHOLE_LABELS.get(key) ?? roleFirst(words)
}

/** Matches where "registrantOrganization" must be divided into two words. */
const CAPITAL_IN_WORD = /(\p{Ll})(?=\p{Lu})/gu

/**
 * A note in parentheses is ignored if the other words are known. A label in two languages ("Titular
 * / Registrant") is divided, and the first half that is known is used.
 */
export function readLabel(text: string): Label | null {
  const bare = text.replace(/\([^()]{0,200}\)/g, ' ')
  const whole =
    readWords(foldWords(bare)) ?? readWords(foldWords(bare.replace(CAPITAL_IN_WORD, '$1 ')))
  // Read as one, a label in two languages looks like an unknown property ("other") of the
  // registrant. So a result "other" is not used before each half is tried.
  if (whole !== null && (whole.role === null || whole.attribute !== 'other')) return whole
  const parts = bare.includes(' / ') ? bare.split(' / ', 3) : []
  for (const part of parts) {
    const label = readWords(foldWords(part))
    if (label !== null) return label
  }
  const note = /\(([^()]{3,60})\)/.exec(text)
  return whole ?? (note ? readWords(foldWords(note[1] ?? '')) : null)
}

export const isNeutralHeading = (text: string): boolean => NEUTRAL_HEADINGS.has(foldWords(text))
