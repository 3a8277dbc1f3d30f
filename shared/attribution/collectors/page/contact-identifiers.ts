import type { SharedIdentifier } from '../../page-evidence.ts'
import { isAddressLine } from './address-lines.ts'
import type { PageDocument, PageLine } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

const IDENTIFIERS_MAX = 40
// A page with more than 5 phone numbers lists branches, so its numbers do not identify one company.
const PER_KIND_MAX = 5
/** Limit of matches, because a hostile page could repeat one identifier 60,000 times. */
const MATCHES_MAX = 1_000
const PART_LENGTH_MIN = 16_384
const UNITS_PER_LINE = 10
const CHARACTERS_PER_UNIT = 50

interface IdentifierForm {
  kind: string
  pattern: RegExp
  /** Returns the identifier, or null when its check digits or its format are wrong. */
  read(match: RegExpMatchArray): string | null
}

const compact = (text: string | undefined): string =>
  (text ?? '').replace(/[\s.\-/]/gu, '').toUpperCase()
const form = (
  kind: string,
  pattern: RegExp,
  read: IdentifierForm['read'] = (match) => compact(match[1]),
): IdentifierForm => ({
  kind,
  pattern,
  read,
})

/** Sources: VIES structure table of the European Commission (VAT numbers), ISO 17442 (LEI). */
const FORMS: readonly IdentifierForm[] = [
  form(
    'vat',
    new RegExp(
      [
        String.raw`\b(ATU\d{8}|BE\s?0?\d{3}\.?\d{3}\.?\d{3}|BG\d{9,10}|CY\d{8}[A-Z]|`,
        String.raw`CZ\d{8,10}|DE\s?\d{3}\s?\d{3}\s?\d{3}|DK\s?\d{8}|EE\d{9}|EL\d{9}|`,
        String.raw`ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR\s?[A-Z0-9]{2}\s?\d{3}\s?\d{3}\s?\d{3}|`,
        String.raw`HR\d{11}|HU\d{8}|IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\s?\d{11}|LT`,
        String.raw`(?:\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}|`,
        String.raw`NL\s?[\d.]{9,12}\s?\.?B\.?\d{2}|PL\s?\d{10}|PT\s?\d{9}|RO\d{2,10}|`,
        String.raw`SE\d{12}|SI\d{8}|SK\d{10}|GB\s?\d{3}\s?\d{4}\s?\d{2})\b`,
      ].join(''),
      'gu',
    ),
  ),
  form('vat', /\b(CHE[\s-]?\d{3}\.?\d{3}\.?\d{3})\b/gu),
  form('vat', /\b(?:P\.?\s?IVA|Partita IVA)\b[^\d]{0,10}(\d{11})\b/giu, (match) => `IT${match[1]}`),
  form('lei', /\b([A-Z0-9]{18}\d{2})\b/gu, (match) =>
    isLei(match[1] ?? '') ? (match[1] ?? null) : null,
  ),
  form('company_number', /\b(HR[AB]\s?\d{1,7}(?:\s?[A-Z]{1,2}\b)?)/gu, (match) =>
    (match[1] ?? '').replace(/\s+/gu, ' ').trim(),
  ),
  form(
    'company_number',
    /\b(?:RCS|R\.C\.S\.?|SIREN|SIRET)\b[^\d]{0,40}(\d{3}\s?\d{3}\s?\d{3})(?:\s?\d{5})?\b/giu,
    (match) => `FR${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\b(?:KvK|Kamer van Koophandel)\b[^\d]{0,20}(\d{8})\b/giu,
    (match) => `NL-KVK${match[1]}`,
  ),
  form(
    'company_number',
    /\b(?:C\.?I\.?F|N\.?I\.?F)\b\.?[^\w]{0,5}([A-Z][\s-]?\d{7}[\dA-Z])\b/gu,
    (match) => `ES${compact(match[1])}`,
  ),
  form(
    'company_number',
    new RegExp(
      [
        String.raw`\b(?:company|registration|registered|reg\.?|charity)\s{0,2}`,
        String.raw`(?:in [\p{L} ]{4,30}\s{0,2})?(?:no\.?|number|nr\.?|#)?\s{0,2}[:(]?\s{0,2}`,
        String.raw`((?:SC|NI|OC|0)\d{6,7}|\d{7,8})\b`,
      ].join(''),
      'giu',
    ),
    (match) => `GB${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\bABN\b[^\d]{0,5}(\d{2}\s?\d{3}\s?\d{3}\s?\d{3})\b/gu,
    (match) => `ABN${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\bACN\b[^\d]{0,5}(\d{3}\s?\d{3}\s?\d{3})\b/gu,
    (match) => `ACN${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\bCNPJ\b[^\d]{0,10}(\d{2}\.?\d{3}\.?\d{3}\/?\d{4}-?\d{2})\b/giu,
    (match) => `CNPJ${compact(match[1])}`,
  ),
  form('company_number', /\bCVR\b[^\d]{0,12}(\d{8})\b/giu, (match) => `DK-CVR${match[1]}`),
  form(
    'company_number',
    new RegExp(
      [
        String.raw`\b(?:Org\.?\s?(?:nr|nummer)|Organisasjonsnummer|Organisationsnummer|`,
        String.raw`Foretaksregisteret)\b\.?[^\d]{0,5}`,
        String.raw`(\d{6}-?\d{4}|\d{3}\s?\d{3}\s?\d{3})\b`,
      ].join(''),
      'giu',
    ),
    (match) => `ORG${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\bNO[\s-]?(\d{3}\s?\d{3}\s?\d{3})\s?MVA\b/gu,
    (match) => `ORG${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\b(?:Y-tunnus|Business ID|FO-nummer)\b[^\d]{0,5}(\d{7}-\d)\b/giu,
    (match) => `FI-${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\b(?:Registrikood|Reg\.?\s?kood|Registry code)\b[^\d]{0,5}(\d{8})\b/giu,
    (match) => `EE-REG${match[1]}`,
  ),
  form(
    'company_number',
    /\bNZBN\b[^\d]{0,5}(\d{4}\s?\d{3}\s?\d{3}\s?\d{3})\b/gu,
    (match) => `NZBN${compact(match[1])}`,
  ),
  form('company_number', /\b(?:KRS)\b[^\d]{0,5}(\d{10})\b/gu, (match) => `PL-KRS${match[1]}`),
  form(
    'company_number',
    /\b(?:NIP)\b[^\d]{0,5}(\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{10})\b/gu,
    (match) => `PL-NIP${compact(match[1])}`,
  ),
  form(
    'company_number',
    /\b(?:IČO?|ICO)(?!\p{L})[^\d]{0,5}(\d{2}\s?\d{3}\s?\d{3})\b/gu,
    (match) => `CZ-ICO${compact(match[1])}`,
  ),
  form('company_number', /法人番号[^\d]{0,5}(\d{13})/gu, (match) => `JP${match[1]}`),
  form(
    'company_number',
    /사업자\s?등록\s?번호[^\d]{0,5}(\d{3}-?\d{2}-?\d{5})/gu,
    (match) => `KR${compact(match[1])}`,
  ),
  form('company_number', /(?:统一社会信用代码)[^\dA-Z]{0,5}([0-9A-Z]{18})/gu),
  form(
    'icp',
    /([京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤川青藏琼宁]ICP[备证]\d{6,10}号)/gu,
    (match) => match[1] ?? null,
  ),
  form(
    'phone',
    new RegExp(
      [
        String.raw`(?=[TPFC電])(?<!\p{L})(?:Tel(?:efon|ephone|éfono|efono|efoon)?|Phone|Fon|`,
        String.raw`Call|Téléphone|電話(?:番号)?)\s{0,2}[.:：]?\s{0,3}`,
        String.raw`(\+?\d[\d \u00a0()./-]{6,20}\d)`,
      ].join(''),
      'giu',
    ),
    (match) => telephone(match[1]),
  ),
  form(
    'email',
    /([A-Za-z0-9._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})/gu,
    (match) => emailAddress(match[1]),
  ),
]

/** ISO 7064 MOD 97-10, with letters as numbers from 10 to 35. */
export function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/u.test(text) || !/[A-Z]/u.test(text)) return false
  let remainder = 0
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}

// Returns the digits, with a leading plus sign if there is one. A national number gets no country
// code. Null for a sample number such as 1234567.
function telephone(text: string | undefined): string | null {
  const digits = (text ?? '')
    .replace(/\(0\)/gu, '')
    .replace(/[^\d+]/gu, '')
    .replace(/^00/u, '+')
  if (digits.length < 7 || digits.length > 16) return null
  return /^(?:\+?(\d)\1+|\+?1?23456789?0?|0?123456\d*)$/u.test(digits) ? null : digits
}

const SAMPLE_EMAIL = new RegExp(
  [
    String.raw`@(?:example\.|domain\.|email\.|yourdomain|mysite|sentry|wixpress|[^@]*\.sentry\.io)`,
    String.raw`^(?:name|your|you|user|email|someone|john\.doe|max\.mustermann)@`,
  ].join('|'),
  'u',
)

function emailAddress(text: string | undefined): string | null {
  const address = (text ?? '').toLowerCase().replace(/\.$/u, '')
  if (/\.(?:png|jpe?g|gif|svg|webp|css|js)$/u.test(address)) return null
  if (SAMPLE_EMAIL.test(address)) return null
  return address
}

export function* contactIdentifiers(
  { lines, anchors }: Pick<PageDocument, 'lines' | 'anchors'>,
  slice: Slice,
): SlicedWork<SharedIdentifier[]> {
  const found = new Map<string, SharedIdentifier>()
  const perKind = new Map<string, number>()
  const keep = (kind: string, value: string | null): void => {
    const count = perKind.get(kind) ?? 0
    const key = `${kind} ${value}`
    if (
      value === null ||
      value === '' ||
      found.has(key) ||
      count >= PER_KIND_MAX ||
      found.size >= IDENTIFIERS_MAX
    )
      return
    perKind.set(kind, count + 1)
    found.set(key, { kind, value: value.slice(0, 200) })
  }
  const parts = partsOf(lines)
  for (const { kind, pattern, read } of FORMS) {
    let matches = 0
    for (const part of parts) {
      if (slice.isFull(part.length / CHARACTERS_PER_UNIT)) yield
      for (const match of part.matchAll(pattern)) {
        matches += 1
        if ((perKind.get(kind) ?? 0) >= PER_KIND_MAX || matches > MATCHES_MAX) break
        keep(kind, read(match))
      }
    }
  }
  for (const { href } of anchors) {
    const scheme = /^(?:tel|mailto):/iu.exec(href)?.[0].length
    if (scheme === 4) keep('phone', telephone(decodeLink(href.slice(4))))
    if (scheme === 7)
      keep('email', emailAddress(/^[^?]{3,200}/u.exec(decodeLink(href.slice(7)))?.[0]))
  }
  for (const address of yield* postalAddresses(lines, slice)) keep('address', address)
  return [...found.values()]
}

// A fast check: only lines with one of these patterns can hold an identifier, and most lines have
// none.
const FORMED = /@|HR[AB]|RO\d|[A-Z0-9]{18}|(?:\d\D{0,3}){6}/u

// An identifier can begin on one line and end on the next, so each line that may hold one is
// searched together with the line before.
function partsOf(lines: readonly PageLine[]): string[] {
  const parts: string[] = []
  let part = ''
  const holds = lines.map(({ text }) => FORMED.test(text))
  for (const [index, { text }] of lines.entries()) {
    if (!holds[index] && !holds[index + 1]) continue
    part += `${text}\n`
    if (part.length < PART_LENGTH_MIN) continue
    parts.push(part)
    part = ''
  }
  return [...parts, part]
}

function decodeLink(text: string): string {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text.trim()
  }
}

function* postalAddresses(lines: readonly PageLine[], slice: Slice): SlicedWork<string[]> {
  const found: string[] = []
  let before: string | null = null
  for (const { text } of lines) {
    if (found.length >= PER_KIND_MAX) break
    if (slice.isFull(UNITS_PER_LINE)) yield
    const isAddress = text.length <= 80 && isAddressLine(text)
    if (isAddress && before !== null) found.push(`${before}, ${text}`.replace(/,+\s*,/gu, ','))
    before = isAddress && before === null ? text : null
  }
  return found
}
