import { hasForm } from './names-in-text.ts'
import { alternatives, inOnePlace } from './pattern-code.ts'

const wordsOf = (table: string): string => inOnePlace(`(?:${alternatives(table)})`)

/** Labels of register and tax numbers that no other word looks like. */
const CLEAR_LABELS = String.raw`
# German
ust\.?-?\s?id(?:ent\p{Ll}*)?\.?(?:-?\s?n(?:ummer|r)\.?)?
umsatzsteuer\p{Ll}*(?:-?n(?:ummer|r)\.?)?
hr[ab]
steuer-?(?:nummer|nr)
(?:handels)?registern(?:ummer|r)
firmenbuchn(?:ummer|r)
# English
company (?:no|id|number|reg\p{Ll}*)(?:[ -]?(?:no|number))?
reg(?:istration|istered|\.)?\s?n(?:o|r|um\p{Ll}*|°|º)
vat(?: reg\p{Ll}*)?\.? (?:no|number|id)
lic(?:en[cs]\p{Ll}{1,5}|\.)(?: \p{Lu}{2,6})? n(?:o|r|um\p{Ll}*|°|º)?
# French
siren
siret
r\.?\s?c\.?\s?s
tva
# Spanish, Catalan, Portuguese
n\.?i\.?p\.?c
cnpj
contribuinte
cuit
# Italian
r\.?\s?e\.?\s?a
codice fiscale
c\.?\s?f
p\.?\s?iva
p\.\s?i\.?
partita iva
# Dutch
kvk
btw(?:-?n(?:ummer|r))?
# Danish, Norwegian, Swedish, Icelandic, Finnish
cvr
org(?:anisations)?\.? ?-?n(?:[ro]|ummer)
kennitala
y-tunnus
# Polish, Czech, Slovak, Hungarian
regon
krs
ičo?
dič
adószám
cégjegyzékszám
# Turkish
vergi no
mersis
# Baltic languages
reģ\.?\s?nr
įm\.?\s?k
# Other scripts
инн
огрн(?:ип)?
бин
унп
єдрпоу
еик
α\.?φ\.?μ\.?
γ\.?ε\.?μ\.?η\.?
사업자 ?등록 ?번호
法人番号
統一編號
统一社会信用代码
`

/** Labels that are also other words or names, so that a long number must follow. */
const SHORT_LABELS =
  'ein|ico|uid|uen|abn|acn|gstin|cin|nip|nif|cif|nit|cui|ruc|rut|rfc|pib|oib|mbs|vat|ust'

/** Registers, courts that keep them, and pages of a register. */
const REGISTERS = String.raw`
amtsgericht
(?:handels|vereins|genossenschafts|partnerschafts|unternehmens)register
registergericht
firmenbuch(?:gericht)?
companies house
registre du commerce
registro (?:mercantil|delle imprese|imprese|público mercantil|comercial)
reg\.? imprese
iscri(?:tta|tto|zione) (?:al|presso|nel)
inscrit[ao]? (?:en|no|na|a|au|dans|al)
camera di commercio
cámara de comercio
conservatória
kamer van koophandel
kvk
(?:foretaks|erhvervs|bolags|handels)registret
bolagsverket
kaupparekisteri
sąd rejonowy
rejestr przedsiębiorców
(?:obchodní(?:m)?|živnostensk\p{L}{1,3}) (?:rejst\p{L}{2,5}|regist\p{L}{1,4})
zapsan\p{L}{1,2}
(?:krajsk|městsk|mestsk|okresn)\p{L}{1,2} s[oú]u?d
spisová značka
cégbíróság
registrul comerțului
nr\.? reg\.? com
(?:trgovački|sudski|okrožno|okrajno) (?:registar|sud|sodišče)
ticaret sicil\p{L}{0,3}
`

const CAPITALS = String.raw`
(?:au )?capital (?:social )?de
cap(?:\.|ital[e]?) soc\p{Ll}*
(?:stamm|grund|aktie|selskabs|aandelen)kapi(?:tal|taal)
share capital
(?:authori[sz]ed|paid(?:-| )?up) capital
kapitał zakładowy
základní kapitál
základné imanie
temeljni kapital
уставный капитал
(?:esas )?sermayesi?
osakepääoma
資本金
注册资本
`

const NUMBER_MARK = String.raw`\s?[.:№#°ºn]{0,3}\s?(?:\p{Lu}{0,4}\s?-?)`
const LONG_NUMBER = String.raw`\d[\d ./-]{4}`
const SHORT_ENTRY = String.raw`(?:${SHORT_LABELS})[.:№#°\s-]{0,4}(?:n[or]?[.:°]{0,2}\s?)?(?:\p{Lu}{0,3}\s?-?)${LONG_NUMBER}`

/** Label of a register or tax number with its number, for other patterns. */
export const LABELLED_NUMBER = `(?:${wordsOf(CLEAR_LABELS)}${NUMBER_MARK}\\d|${SHORT_ENTRY})`

/** A register, or the label of a number with its number behind a place: "RCS Lyon 812 345 678". */
export const REGISTER_ENTRY = `(?:${wordsOf(CLEAR_LABELS)}(?:${NUMBER_MARK}\\d|(?!\\p{L})[^|]{0,40}?${LONG_NUMBER})|${SHORT_ENTRY}|${wordsOf(REGISTERS)}(?!\\p{L}))`

const FORM_BEFORE_CAPITAL =
  /^\p{Lu}[\p{Lu}.]{1,7}\s+(?:\p{Ll}{4,15}\s+)?(?=(?:au|con|com|mit|with)\s)/u
const STARTS_SO = new RegExp(
  `^[\\s,.–—-]{0,4}(?:(?:con|com|mit|with)\\s)?(?:${REGISTER_ENTRY}|${wordsOf(CAPITALS)}(?!\\p{L})[^]*\\d)`,
  'iu',
)
/** A small amount may belong to a name: "1 Euro Laden". */
const NUMBER_OR_AMOUNT =
  /\d{6}|\d[ .,’']\d{3}[ .,’']\d{3}|[€$£¥₽₺]\s?\d[\d.,]{4}|\d[\d.,]{4,14}\s?(?:€|(?:zł|kč|ft|eur(?:os?)?|usd|chf|sek|nok|dkk|руб)(?!\p{L}))/iu

/**
 * True for a text that begins with the register, a number or the capital of a company, and so does
 * not name it: "R.E.A. di Torino n. 998877", "SAS au capital de 40 000 €". A register needs a
 * number in its line, because it may also be the operator of its own site.
 */
export const beginsWithCompanyData = (text: string, line = text): boolean =>
  /\d/u.test(line) && STARTS_SO.test(text.replace(FORM_BEFORE_CAPITAL, ''))

/** True for such a text, and for one with a register number or an amount of money. */
export const isCompanyData = (name: string): boolean =>
  /\d/u.test(name) &&
  (beginsWithCompanyData(name) || (NUMBER_OR_AMOUNT.test(name) && !hasForm(name)))
