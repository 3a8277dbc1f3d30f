import { isStateAndCode } from '../../names/town-and-state.ts'

const POSTCODE_AND_PLACE =
  /(?:^|[\s,(-])(?:[A-Z]{1,2}-)?\d{4,5}\s+\p{Lu}\p{L}{2}|\b[A-Z]{1,2}\d[A-Z\d]?\s?\d[A-Z]{2}\b|\b[A-Z]{2},?\s+\d{5}(?:-\d{4})?\b|\b\d{4}\s?[A-Z]{2}\s+\p{Lu}|\b[A-Z]\d[A-Z]\s?\d[A-Z]\d\b|\b\d{5}-\d{3}\b|\b\d{2}-\d{3}\s+\p{Lu}|\b\d{3}\s\d{2}\s+\p{Lu}|〒\s?\d{3}-?\d{4}|(?<!\p{L})\p{L}{3,},?\s+\d{5,6}$/u
const STREET_AND_NUMBER =
  /(?:stra(?:ß|ss)e|str\.|weg|platz|allee|gasse|ring|damm|ufer)\s+\d|\d[a-z]?,?\s+(?:[\p{L}.'’-]+\s+){0,4}?(?:street|st|road|rd|avenue|ave|lane|ln|drive|dr|boulevard|blvd|way|square|sq|court|place|terrace|parkway|pkwy|highway|broadway|row|yard|house|suite)\b|\d[a-z]?,?\s+(?:(?:bis|ter)\s+)?(?:rue|avenue|av\.|boulevard|bd|quai|place|allée|chemin|route|impasse)\b|\p{L}(?:straat|laan|kade|gracht|plein|weg|dijk|singel|gatan|vägen|gade|vej|gata|veien|katu|tie)\s+\d|\d\s+(?:main|high|market|king|queen|park|station)\b/iu
const STREET =
  /\b(?:suite|unit|floor|p\.?\s?o\.?\s?box|postfach|apartado|casella postale)\s+\w|(?:^|[\s,(])(?:calle|c\/|avda\.?|avenida|plaza|paseo|carrer|ctra\.?|rua|travessa|praça|via|viale|piazza|corso|largo|ul\.|ulica|al\.)\s+\p{L}|[都道府県][^\s]{1,20}[市区町村]/iu
const TOWN_AND_STATE = /^\p{Lu}[\p{L} .'-]{2,30},\s+[A-Z]{2}(?:,?\s+(?:USA|\d{5}))?$/u
const CONTACT =
  /^(?:tel|telefon|téléphone|teléfono|telefono|telefoon|phone|fon|fax|mobil|e-?mail|mail|電話|TEL)\b\s{0,3}[.:：]|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,80}|^\+\d[\d\s()./-]{6,}/iu

/** Most lines of a page have no digit and no comma, so most patterns cannot match them. */
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

const STREET_ALONE =
  /(?:\p{L}(?:stra(?:ß|ss)e|str\.|gasse|allee|platz|ufer|damm|straat|laan|gatan|vägen|gade|vej|katu)|\s(?:street|st|road|rd|row|lane|ln|avenue|ave|drive|square|sq|court|terrace|boulevard|blvd|parkway|highway|quay|crescent|straße|allee|platz|weg))\.?$|^(?:via|viale|piazza|corso|rue|avenue|calle|avda|avenida|plaza|paseo|rua|praça|ulica|ul)\.?\s/iu

/** True for a text that begins an address with `rest` behind it: "Okemos" before ", MI 48864". */
export const beginsAddress = (text: string, rest: string): boolean =>
  isStateAndCode(rest) ||
  CODE_OR_FLOOR.test(text) ||
  (HOUSE_NUMBER.test(text) && POSTCODE_FIRST.test(rest)) ||
  (STREET_ALONE.test(text) && /^\s?,/u.test(rest) && isAddressLine(rest))
