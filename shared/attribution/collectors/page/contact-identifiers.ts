import type { SharedIdentifier } from '../../evidence.ts'
import { isAddressLine } from './address-lines.ts'
import type { PageDocument, PageLine } from './page-document.ts'
import type { Slice, SlicedWork } from './slices/sliced-work.ts'

const IDENTIFIERS_MAX = 40
/**
 * Largest number of identifiers of one kind that are kept for a web page. A page with more phone
 * numbers, for example, usually lists branches and does not identify one company.
 */
const PER_KIND_MAX = 5
/**
 * Number of matches of one format that are examined. A hostile page could repeat one identifier
 * 60,000 times.
 */
const MATCHES_MAX = 1_000
/**
 * Length of the texts in which the formats are searched, so that other requests can continue
 * between them.
 */
const PART_LENGTH_MIN = 16_384
const UNITS_PER_LINE = 10
const CHARACTERS_PER_UNIT = 50

interface IdentifierForm {
  kind: string
  pattern: RegExp
  /**
   * Returns the identifier in standard form for a match of `pattern`, or null when the check digits
   * or the format are wrong.
   */
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

/**
 * Formats of VAT numbers with a country prefix (European Commission, VIES structure table), company
 * numbers next to the name of their register, legal entity identifiers (ISO 17442), telephone
 * numbers and email addresses.
 */
const FORMS: readonly IdentifierForm[] = [
  form(
    'vat',
    /\b(ATU\d{8}|BE\s?0?\d{3}\.?\d{3}\.?\d{3}|BG\d{9,10}|CY\d{8}[A-Z]|CZ\d{8,10}|DE\s?\d{3}\s?\d{3}\s?\d{3}|DK\s?\d{8}|EE\d{9}|EL\d{9}|ES[A-Z0-9]\d{7}[A-Z0-9]|FI\d{8}|FR\s?[A-Z0-9]{2}\s?\d{3}\s?\d{3}\s?\d{3}|HR\d{11}|HU\d{8}|IE\d[A-Z0-9+*]\d{5}[A-Z]{1,2}|IT\s?\d{11}|LT(?:\d{9}|\d{12})|LU\d{8}|LV\d{11}|MT\d{8}|NL\s?[\d.]{9,12}\s?\.?B\.?\d{2}|PL\s?\d{10}|PT\s?\d{9}|RO\d{2,10}|SE\d{12}|SI\d{8}|SK\d{10}|GB\s?\d{3}\s?\d{4}\s?\d{2})\b/gu,
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
    /\b(?:company|registration|registered|reg\.?|charity)\s{0,2}(?:in [\p{L} ]{4,30}\s{0,2})?(?:no\.?|number|nr\.?|#)?\s{0,2}[:(]?\s{0,2}((?:SC|NI|OC|0)\d{6,7}|\d{7,8})\b/giu,
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
    /\b(?:Org\.?\s?(?:nr|nummer)|Organisationsnummer)\b\.?[^\d]{0,5}(\d{6}-?\d{4}|\d{3}\s?\d{3}\s?\d{3})\b/giu,
    (match) => `ORG${compact(match[1])}`,
  ),
  form('company_number', /\b(?:KRS)\b[^\d]{0,5}(\d{10})\b/gu, (match) => `PL-KRS${match[1]}`),
  form(
    'company_number',
    /\b(?:NIP)\b[^\d]{0,5}(\d{3}-?\d{3}-?\d{2}-?\d{2}|\d{10})\b/gu,
    (match) => `PL-NIP${compact(match[1])}`,
  ),
  form('company_number', /\b(?:IČO?|ICO)\b[^\d]{0,5}(\d{8})\b/gu, (match) => `CZ-ICO${match[1]}`),
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
    /(?=[TPFC電])(?<!\p{L})(?:Tel(?:efon|ephone|éfono|efono|efoon)?|Phone|Fon|Call|Téléphone|電話(?:番号)?)\s{0,2}[.:：]?\s{0,3}(\+?\d[\d \u00a0()./-]{6,20}\d)/giu,
    (match) => telephone(match[1]),
  ),
  form(
    'email',
    /([A-Za-z0-9._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,4})/gu,
    (match) => emailAddress(match[1]),
  ),
]

/**
 * Verifies the check digits of a legal entity identifier (ISO 7064 MOD 97-10). Letters count as
 * numbers from 10 to 35, and the whole number modulo 97 must be 1.
 */
export function isLei(text: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/u.test(text) || !/[A-Z]/u.test(text)) return false
  let remainder = 0
  for (const character of text)
    for (const digit of String(Number.parseInt(character, 36)))
      remainder = (remainder * 10 + Number(digit)) % 97
  return remainder === 1
}

/**
 * Returns the digits of a telephone number, and its plus sign if it has one. A national number gets
 * no country code. Returns null for a sample number such as 1234567.
 */
function telephone(text: string | undefined): string | null {
  const digits = (text ?? '')
    .replace(/\(0\)/gu, '')
    .replace(/[^\d+]/gu, '')
    .replace(/^00/u, '+')
  if (digits.length < 7 || digits.length > 16) return null
  return /^(?:\+?(\d)\1+|\+?1?23456789?0?|0?123456\d*)$/u.test(digits) ? null : digits
}

function emailAddress(text: string | undefined): string | null {
  const address = (text ?? '').toLowerCase().replace(/\.$/u, '')
  if (/\.(?:png|jpe?g|gif|svg|webp|css|js)$/u.test(address)) return null
  if (
    /@(?:example\.|domain\.|email\.|yourdomain|mysite|sentry|wixpress|[^@]*\.sentry\.io)|^(?:name|your|you|user|email|someone|john\.doe|max\.mustermann)@/u.test(
      address,
    )
  )
    return null
  return address
}

/**
 * Returns at most 40 identifiers on a page: company numbers, VAT numbers, LEIs (legal entity
 * identifiers), telephone numbers, email addresses and postal addresses.
 */
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

/** Signs or digits that each format has, and most lines do not have. */
const FORMED = /@|HR[AB]|RO\d|[A-Z0-9]{18}|(?:\d\D{0,3}){6}/u

/** Joins such lines to parts, because a match may begin in the line before. */
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
