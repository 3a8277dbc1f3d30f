import type { PageEvidence } from '../../evidence.ts'
import { foldToLetters } from '../../names/fold.ts'
import { hasForm, leadingName, plausibleName } from '../../names/names-in-text.ts'
import type { PageLine } from './page-document.ts'

type Copyright = PageEvidence['copyright'][number]

const HOLDERS_MAX = 8
const LINE_LENGTH_MAX = 400
export const OBSERVED_LENGTH_MAX = 300
/** Notices read; a gallery repeats them by the hundred. */
const LINES_READ_MAX = 60

/** "501(c)(3)" is a section of tax law, and what is "copyright-protected" names no holder. */
const MARK =
  /(?:[©ⓒ]|(?<!\b501\s?)\(c\)|\bcopyright\b(?!-|\s+(?:protected|infring|laws?\b|polic|notice|owners?\b(?!:)))|\bcopr\.)/iu
const RESERVED =
  /[\s,|–—-]*(?:all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|reservados todos los derechos|derechos reservados|tutti i diritti riservati|alle rechten voorbehouden|todos os direitos reservados|direitos reservados|alla rättigheter förbehållna|alle rettigheter (?:forbeholdt|reservert|forbeholdes)|wszelkie prawa zastrzeżone|všechna práva vyhrazena|kaikki oikeudet pidätetään|tüm hakları saklıdır|все права защищены|無断転載|不許複製|禁無断転載|版权所有|版權所有|保留所有权利|모든 권리 보유|minden jog fenntartva|toate drepturile rezervate|всі права захищен[оі]|усі права захищен[оі]|всички права запазени|sva prava (?:pridržana|zadržana)|vse pravice pridržane|všetky práva vyhradené|visos teisės saugomos|visas tiesības aizsargātas|kõik õigused kaitstud|tots els drets reservats|με (?:την )?επιφύλαξη παντός δικαιώματος|bản quyền thuộc về|(?:seluruh |semua )?hak cipta dilindungi|hak cipta(?= )|כל הזכויות שמורות(?: ל(?!-)-?)?|جميع الحقوق محفوظة(?:\s?لـ?(?=\s))?|สงวนลิขสิทธิ์|(?:تمامی|کلیه|همه) حقوق[^|]{0,40}(?:محفوظ|متعلق)[^|]{0,20})/iu
/** Holders of maps, pictures, texts and themes, and whoever made the site: never the page's own holder. */
const SOMEBODY_ELSE =
  /\b(?:map data|kartendaten|datos de mapas|openstreetmap|contributors|map tiles|tiles?\b.{0,20}©|leaflet|mapbox|stock|getty|shutterstock|unsplash|photograph by|photo by|foto:|bild:|theme|template|plugin|bootstrap|font awesome|software by|logiciel .{0,30}par|powered by|website by|design by|licensed from)\b/iu
const CREDIT_PART =
  /(?:\b(?:proudly\s+)?(?:powered|built|made|created|designed|developed|hosted|crafted|generated|secured)\b[^|]{0,40}?\b(?:by|with|on|using)\b|\b(?:web ?site|site|web ?design|design|theme|template|themes?|concept|realisation|réalisation|création|diseño|ontwerp|umsetzung|hosting)\b\s{0,2}(?:by\b|par\b|von\b|por\b|door\b|:)|\bBest viewed\b).*$/iu
const YEAR = /\b(?:19|20|25)\d{2}\b|[۰-۹٠-٩]{4}|\bM{2}[XVI]{1,7}\b|\bMCM[XLVIC]{2,8}\b/iu
const YEARS = new RegExp(
  `(?<!\\()(?:(?:${YEAR.source})(?:\\s{0,2}(?:[-–—/,&]|to|bis)\\s{0,2}(?:${YEAR.source}|\\d{2}\\b|present|today|heute))?)`,
  'giu',
)
/** A year and then where things are made: the holder's name stood before the mark. */
const YEAR_THEN_MADE = new RegExp(
  `^©\\s{0,2}(?:${YEAR.source})\\s{0,2}[–—|•·-]\\s{0,2}(?:(?:proudly|lovingly) )?(?:hand)?(?:made|crafted|designed|brewed|roasted|based|fabriqué|hergestellt|hecho|fatto|gemaakt)\\b`,
  'iu',
)
const LEADING_WORDS =
  /^(?:by|von|par|por|di|van|av|af|the copyright holders?|content|website|site|all images|all photos|images)\s+(?=\p{L})/iu
/** Where one statement of a footer line ends and the next begins. */
const PARTING = /\s*(?:[|•·]|\s[–—-]\s|\s\/\s)\s*/u
/** Labels of links that follow the holder without a separator. */
const FOOTER_LINKS =
  /(?<=\S)\s+(?:terms (?:of|and|&)|privacy|cookies?|sitemap|legal notice|imprint|impressum|datenschutz|agb|contact us|mentions légales|aviso legal)\b.*$/iu
/** Filing numbers that Chinese sites put behind their operator. */
const FILING = /\s*(?:\p{Script=Han}{0,2}ICP[备備证證]|\p{Script=Han}{0,2}公网安备|\p{Script=Han}{1,3}备案).*$/u
/** A group's or licensor's share in the statement, and what it goes on to say: "Kork is a brand of …". */
const OTHERS_TOO =
  /\s+(?:is|ist|est|es|è|é|jest|is een|är|er)\s+(?:an?|eine?|une?|una?|uma?|een|ett?|en|marką)\s.*$|\s+(?:group of companies|and\/or|or) (?:its |their )?(?:affiliate|licensor|subsidiar|associate|related compan|parent).*$|\s+group of companies\b.*$/iu
/** "© & ™ X" marks what X licenses to the site. */
const OTHER_MARKS = /^(?:&|and|und|et|y)?\s{0,2}(?:™|®|TM\b)/u
/** A trailing state, country or town does not belong to the name. */
const PLACE = /,\s*\p{Lu}[\p{L} .-]{1,30}$/u

/** Holders named in copyright lines, in the order of the page, so that the outermost footer comes last. */
export function copyrightHolders(lines: readonly PageLine[]): Copyright[] {
  const found = new Map<string, Copyright>()
  let read = 0
  for (const { text, region } of lines) {
    if (
      text.length > LINE_LENGTH_MAX * 4 ||
      !(MARK.test(text) || (region === 'footer' && RESERVED.test(text)) || RESERVED.test(text))
    )
      continue
    read += 1
    if (read > LINES_READ_MAX) break
    for (const holder of holdersIn(text.slice(0, LINE_LENGTH_MAX))) {
      const key = foldToLetters(holder)
      // A later mention moves to the end: the outermost footer is the page's own.
      found.delete(key)
      found.set(key, { holder, observed: text.slice(0, OBSERVED_LENGTH_MAX) })
    }
  }
  return [...found.values()].slice(-HOLDERS_MAX)
}

/** The names in one copyright line. */
export function holdersIn(line: string): string[] {
  const marked = MARK.exec(line)
  const reserved = RESERVED.exec(line)
  const statement = line.replace(RESERVED, '|')
  const part = marked === null ? statement : markedPart(statement)
  if (part === null || (marked === null && reserved !== null && part.length > 120)) return []
  const names = part
    .split(PARTING)
    .filter((piece) => !SOMEBODY_ELSE.test(piece))
    .map((piece) =>
      stripped(piece.replace(CREDIT_PART, '').replace(FOOTER_LINKS, '').replace(FILING, '').replace(OTHERS_TOO, '')),
    )
    .filter((piece) => piece !== '' && !OTHER_MARKS.test(piece))
  const [first] = names
  if (first === undefined) return []
  return unique([...namesOf(first), ...(names.length > 1 && / \/ /u.test(part) ? namesOf(names[1] ?? '') : [])])
}

/** What stands behind the mark; when nothing does ("IRONVALE © 2026"), what stands before it. */
function markedPart(line: string): string | null {
  // Of several marks the last is the page's own: those before it stand at licensed characters and pictures.
  const index = Math.max(line.search(MARK), line.lastIndexOf('©'))
  const before = line.slice(0, index)
  const behind = line.slice(index)
  const [directly, next = ''] = behind.split(/[|•·]/u, 2).map((piece) => stripped(piece.replace(CREDIT_PART, '')))
  // "KORK © 2026 — Made in Bonn"
  const leading = stripped(before.split(/[|•·.–—]\s/u).at(-1) ?? '')
  if (/[\p{L}\p{M})]\s?$/u.test(before) && /\p{L}{2}/u.test(leading) && YEAR_THEN_MADE.test(behind)) return leading
  // "Copyright 2026 · Kork": the year stands alone, and nothing before it could be the holder.
  const behindName = directly || (/\p{L}{2}/u.test(stripped(before)) ? '' : next)
  if (/\p{L}{2}/u.test(behindName)) return SOMEBODY_ELSE.test(before.slice(-40)) ? null : behind
  const last = before.split(/[|•·.]\s/u).at(-1) ?? ''
  return /\p{L}{2}/u.test(stripped(last)) ? last : null
}

function stripped(text: string): string {
  let rest = text
    .replace(/[©ⓒ]|(?<!\b501\s?)\(c\)|\bcopyright\b|\bcopr\./giu, ' ')
    .replace(YEARS, ' ')
    .replace(/^\s*\?\s/u, '')
    .trim()
  rest = rest.replace(/^[\s,.:;|–—?-]+|[\s,:;|–—-]+$/gu, '')
  return rest.replace(LEADING_WORDS, '').trim()
}

/** The first name of a piece, and a second that has a legal form: "Lake Country Courier, Tamarack Community Media, Inc., 14 Main St". */
function namesOf(piece: string): string[] {
  const sentence = piece.replace(/\s+(?:and\/or|or|and)\s+(?:its|their)\b.*$/iu, '')
  const name = leadingName(sentence) ?? null
  const short = sentence.split(/[.!?](?:\s|$)/u)[0] ?? ''
  const whole = short.length <= 60 && !/[,;:]/u.test(short) && !PLACE.test(short) ? plausibleName(short) : null
  const holder = name === null || (whole?.startsWith(name) && !hasForm(name)) ? (whole ?? name) : name
  if (holder === null) return []
  const behind = sentence.slice(sentence.indexOf(holder) + holder.length).replace(/^[\s,]+/u, '')
  const second = hasForm(holder) ? null : leadingName(behind)
  return second !== null && hasForm(second) ? [holder, second] : [holder]
}

const unique = (names: readonly string[]): string[] => [...new Set(names)]
