import { oneOf } from '../../names/pattern-code.ts'
import { isStateAndCode } from '../../names/town-and-state.ts'
import words from './address-words.json' with { type: 'json' }

const POSTCODE_AND_PLACE = new RegExp(words.postcodes.join('|'), 'u')
const STREET_AND_NUMBER = new RegExp(words.numberedStreets.join('|'), 'iu')
const STREET = new RegExp(
  [
    String.raw`\b${oneOf(words.places)}\s+\w`,
    String.raw`(?:^|[\s,(])${oneOf(words.streetsBeforeName)}\s+\p{L}`,
    String.raw`[都道府県][^\s]{1,20}[市区町村]`,
  ].join('|'),
  'iu',
)
const TOWN_AND_STATE = /^\p{Lu}[\p{L} .'-]{2,30},\s+[A-Z]{2}(?:,?\s+(?:USA|\d{5}))?$/u
const CONTACT = new RegExp(
  [
    String.raw`^${oneOf(words.contactLabels)}\b\s{0,3}[.:：]`,
    String.raw`[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,80}|^\+\d[\d\s()./-]{6,}`,
  ].join('|'),
  'iu',
)

/** Digit and comma are tested first: most lines have neither, so most patterns are not tried. */
export const isAddressLine = (line: string): boolean =>
  line.length <= 200 &&
  ((/\d/u.test(line) && (POSTCODE_AND_PLACE.test(line) || STREET_AND_NUMBER.test(line))) ||
    STREET.test(line) ||
    (line.includes(',') && TOWN_AND_STATE.test(line)))

export const isContactLine = (line: string): boolean => line.length <= 200 && CONTACT.test(line)

const HOUSE_NUMBER = /\p{L}[.]?\s\d{1,4}\s?[a-z]?$/u
const POSTCODE_FIRST = /^,?\s+(?:[A-Z]{1,2}-)?\d{3,5}(?:\s\d{2})?\s+\p{Lu}/u
const CODE_OR_FLOOR =
  /^\d{4}\s?[A-Z]{2}$|^\d{1,3}(?:st|nd|rd|th|\.)?\s(?:fl(?:oor)?|etage|étage|piso|piano|stock)\b/iu

const STREET_ALONE = new RegExp(
  [
    String.raw`(?:\p{L}${oneOf(words.streetEnds)}|\s${oneOf(words.spacedStreetEnds)})\.?$`,
    String.raw`^${oneOf(words.streetStarts)}\.?\s`,
  ].join('|'),
  'iu',
)

/** True for a text that begins an address with `rest` behind it: "Okemos" before ", MI 48864". */
export const beginsAddress = (text: string, rest: string): boolean =>
  isStateAndCode(rest) ||
  CODE_OR_FLOOR.test(text) ||
  (HOUSE_NUMBER.test(text) && POSTCODE_FIRST.test(rest)) ||
  (STREET_ALONE.test(text) && /^\s?,/u.test(rest) && isAddressLine(rest))
