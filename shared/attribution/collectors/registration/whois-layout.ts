import { hostName } from './host-names.ts'
import {
  type Attribute,
  isNeutralHeading,
  type Label,
  type Role,
  readLabel,
} from './whois-labels.ts'
import { LINE_CHARACTERS_MAX, LINES_MAX, RESPONSE_BYTES_MAX } from './whois-text.ts'

/** A label with its value. `lines` are the lines below the label that belong to the value. */
export interface Field {
  role: Role | null
  attribute: Attribute
  value: string
  lines: string[]
  /** Number of the text block that contains the label. Blank lines separate text blocks. */
  object: number
}

export interface Layout {
  fields: Field[]
  /** Lines without a label, such as "No match for example.com". Comments are included. */
  statements: string[]
}

interface Section {
  label: Label
  indent: number
  bodyIndent: number | null
  field: Field | null
  /** True for a section below a line like "Contact: Registrant". A blank line ends it. */
  byValue: boolean
  started: boolean
}

const LABEL_CHARACTERS_MAX = 60
const COLUMN_LABEL_CHARACTERS_MAX = 40
const RULE = /^[-=*_#~. ]{3,}$/
const FRAMED = /^\*+\s.*\*$/
const BRACKETED = /^(?:[a-z]{1,2}\.?\s{1,3})?\[([^\][]{1,60})\](?:\s{1,80}(.*))?$/
const DATED_SENTENCE = new RegExp(
  [
    String.raw`^((?:record|domain)\s(?:created|registered|activated|expires|expired|`,
    String.raw`will expire|last updated|last modified)|registered|created|expires)\son\s`,
    `(.{6,60})$`,
  ].join(''),
  'i',
)
const NAMED_STATE = /^domain\s(\S{3,253}\.\S{2,63})\s\(([a-z ]{3,40})\)$/i

function indentOf(line: string): number {
  let width = 0
  for (const character of line) {
    if (character === ' ') width += 1
    else if (character === '\t') width += 8 - (width % 8)
    else break
  }
  return width
}

function splitLabel(line: string): { label: string; value: string } | null {
  const bracketed = BRACKETED.exec(line)
  if (bracketed) return { label: bracketed[1] ?? '', value: (bracketed[2] ?? '').trim() }
  // RWhois (RFC 2167) prints a class before each label, which is removed:
  // "domain:Organization;I:...".
  const text = /^(?:domain|contact|organization|host):[A-Za-z-]{2,30}(?:;I)?:/.test(line)
    ? line.slice(line.indexOf(':') + 1).replace(/;I(?=:)/, '')
    : line
  let colon = text.indexOf(':')
  const dots = text.search(/\.{3,}/)
  if (dots > 0 && dots <= LABEL_CHARACTERS_MAX && (colon < 0 || dots < colon)) {
    const value = text
      .slice(dots)
      .replace(/^\.+\s*:?\.*/, '')
      .trim()
    if (value.length > 0 || colon > 0)
      return { label: text.slice(0, dots).replace(/(?<![#\s])[#\s]+$/, ''), value }
  }
  const open = text.indexOf('(')
  if (open >= 0 && open < colon) {
    const close = text.indexOf(')', open)
    if (close > colon && close - open < 200) colon = text.indexOf(':', close)
  }
  if (colon > 0) {
    const label = text.slice(0, colon).replace(/(?<![.#\s])[.#\s]+$/, '')
    const named = label.replace(/\([^()]{0,200}\)/g, '').trim()
    if (
      named.length > LABEL_CHARACTERS_MAX ||
      !/^[\p{L}(]/u.test(label) ||
      text.startsWith('//', colon + 1)
    )
      return null
    return {
      label,
      value: text
        .slice(colon + 1)
        .trimStart()
        .replace(/^\.{3,}/, '')
        .trim(),
    }
  }
  return null
}

function splitColumns(text: string): { label: string; value: string } | null {
  const gap = text.search(/ {2}|\t/)
  if (gap < 2 || gap > COLUMN_LABEL_CHARACTERS_MAX || /[.,;!?]$/.test(text.slice(0, gap)))
    return null
  if (readLabel(text.slice(0, gap)) === null) return null
  return { label: text.slice(0, gap), value: text.slice(gap).trim() }
}

function unquote(value: string): string {
  const quoted = /^"([^"]*)"$/.exec(value)
  return quoted ? (quoted[1] ?? '').trim() : value
}

function roleOfText(value: string): Label | null {
  const label = readLabel(value)
  return label?.attribute === 'self' ? label : null
}

class Reader {
  readonly fields: Field[] = []
  readonly statements: string[] = []
  private object = 0
  private blank = true
  private section: Section | null = null
  /** Role of the first label in the text block. Later labels without a party describe it too. */
  private objectRole: Role | null = null
  private objectOpen = false
  private last: { field: Field; indent: number } | null = null

  boundary(): void {
    if (!this.blank) this.object += 1
    this.blank = true
    this.objectOpen = false
    this.objectRole = null
    this.last = null
    if (this.section?.byValue === true) this.section = null
  }

  line(raw: string): void {
    const indent = indentOf(raw)
    const text = raw.trim().replace(/^\*\*\s+/, '')
    if (text.length === 0 || RULE.test(text)) {
      this.boundary()
      return
    }
    if (/^[%#;]|^>>>|^--/.test(text)) {
      this.comment(text)
      return
    }
    if (FRAMED.test(text)) {
      this.statements.push(text.replace(/^\*+\s/, '').replace(/\s?(?<!\*)\*+$/, ''))
      return
    }
    this.closeSection(indent)
    const { section } = this
    this.read(text, indent, raw.trimStart().startsWith('**'))
    if (section !== null) section.started = true
    this.blank = false
  }

  private comment(text: string): void {
    const words = text.replace(/^[%#;>\-\s]+/, '')
    this.statements.push(words)
    // Some registries write a heading as a comment: "% Registrant:". It starts a section.
    const heading = /^([\p{L} ]{4,40}):$/u.exec(words)
    const label = heading ? roleOfText(heading[1] ?? '') : null
    if (label === null) return
    this.boundary()
    this.open(label, 0, this.add(label, '', label.role))
  }

  private closeSection(indent: number): void {
    const section = this.section
    if (section === null) return
    if (section.bodyIndent === null) section.bodyIndent = indent
    else if (this.blank && section.bodyIndent > section.indent && indent <= section.indent)
      this.section = null
  }

  private read(text: string, indent: number, starred: boolean): void {
    const state = NAMED_STATE.exec(text)
    const dated = DATED_SENTENCE.exec(text)
    if (state) {
      this.field({ role: 'domain', attribute: 'domain' }, state[1] ?? '', indent)
      this.field({ role: 'domain', attribute: 'status' }, state[2] ?? '', indent)
      return
    }
    if (dated) {
      const label = readLabel(`${dated[1]} on`) ?? readLabel(dated[1] ?? '')
      if (label !== null) this.field(label, dated[2] ?? '', indent)
      return
    }
    const { section } = this
    const inServers =
      section?.label.attribute === 'name server' && hostName(text.split(/\s/, 1)[0] ?? '') !== null
    // Details of a DNSSEC key are indented below its label, such as "flags:KSK protocol:3". They
    // must not be read as labels.
    const inKeys = section?.label.attribute === 'zone key' && indent > section.indent
    const split = inServers || inKeys ? null : (splitLabel(text) ?? splitColumns(text))
    if (split !== null) this.labelled(split.label, unquote(split.value), text, indent, starred)
    else this.unlabelled(text, indent)
  }

  private labelled(
    name: string,
    value: string,
    text: string,
    indent: number,
    starred: boolean,
  ): void {
    const label = readLabel(name)
    // The lines before the first label of a registrant's section are its name. A line without a
    // label after that is part of an address, so it is no longer added to the name.
    if (this.section?.label.role === 'registrant') this.section.field = null
    if (value.length === 0 || /^![A-Za-z]+$/.test(value)) {
      this.heading(label, name, indent, starred)
      return
    }
    if (label === null) {
      this.statements.push(text)
      this.last = null
      this.objectOpen = true
      return
    }
    if (
      this.section?.label.attribute === 'name server' &&
      label.attribute === 'name' &&
      hostName(value) !== null
    ) {
      this.section.field?.lines.push(value)
      return
    }
    const role =
      label.attribute === 'contact role' || label.attribute === 'contact' ? roleOfText(value) : null
    if (role !== null) {
      this.section = {
        label: role,
        indent,
        bodyIndent: indent,
        field: null,
        byValue: true,
        started: true,
      }
      return
    }
    this.field(label, value, indent)
  }

  private heading(label: Label | null, name: string, indent: number, starred: boolean): void {
    this.last = null
    if (label === null) {
      // Lines under the heading "[Whois]" describe the response and not the domain. The role
      // "contact" keeps them out of the registration.
      const role = /^whois$/i.test(name) ? 'contact' : null
      if (this.blank || starred || isNeutralHeading(name))
        this.open({ role, attribute: 'other' }, indent, null)
      return
    }
    if (label.attribute === 'self') {
      this.open(label, indent, this.add(label, '', label.role))
      return
    }
    const inherited = this.objectRole ?? this.section?.label.role ?? null
    const field = this.add(label, '', label.role ?? inherited)
    const ofContact = inherited !== null && inherited !== 'domain'
    // A label with an empty value starts a section if it is about the domain. A label of a contact,
    // for example before an address, stays in the contact's section.
    if (label.role !== 'domain' || (ofContact && !this.blank)) this.last = { field, indent: -1 }
    else this.open(label, indent, field)
  }

  private open(label: Label, indent: number, field: Field | null): void {
    this.section = { label, indent, bodyIndent: null, field, byValue: false, started: false }
    this.objectOpen = true
  }

  private unlabelled(text: string, indent: number): void {
    const mayBeHeading = text.length <= LABEL_CHARACTERS_MAX
    const label = mayBeHeading ? readLabel(text) : null
    const deeper = this.section !== null && indent > this.section.indent
    if (label !== null && isHeading(label) && !deeper) {
      this.heading(label, text, indent, false)
      return
    }
    if (label === null && mayBeHeading && isNeutralHeading(text)) {
      this.heading(null, text, indent, true)
      return
    }
    this.statements.push(text)
    if (this.last !== null && indent > this.last.indent && !this.blank) {
      this.last.field.lines.push(text)
      return
    }
    this.last = null
    // After a blank line, text belongs to the section only if it is indented more than the
    // section's label.
    if (this.blank && this.section?.started === true && !deeper) return
    this.section?.field?.lines.push(text)
  }

  private field(label: Label, value: string, indent: number): void {
    if (!this.objectOpen && label.attribute === 'self' && label.role !== 'domain')
      this.objectRole = label.role
    this.objectOpen = true
    const { section } = this
    if (
      section?.label.attribute === 'name server' &&
      label.attribute !== 'name server' &&
      indent <= section.indent
    )
      this.section = null
    const inherited = this.objectRole ?? this.section?.label.role ?? null
    this.last = { field: this.add(label, value, label.role ?? inherited), indent }
  }

  private add(label: Label, value: string, role: Role | null): Field {
    const field: Field = { role, attribute: label.attribute, value, lines: [], object: this.object }
    this.fields.push(field)
    return field
  }
}

function isHeading(label: Label): boolean {
  return label.attribute === 'self' || label.attribute === 'name server'
}

/** In linear time. Text after RESPONSE_BYTES_MAX characters is ignored. */
export function readLayout(response: string): Layout {
  const reader = new Reader()
  const lines = response.slice(0, RESPONSE_BYTES_MAX).split(/\r\n|\n|\r/, LINES_MAX)
  for (const line of lines) reader.line(line.slice(0, LINE_CHARACTERS_MAX))
  return { fields: reader.fields, statements: reader.statements }
}
