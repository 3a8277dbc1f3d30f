import { lines } from '../../platform/multiline.ts'
import type { Claim } from './claim.ts'
import { fold } from './quote-match.ts'

type Role = Claim['role']

const stems = (...lists: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join('|')})`, 'u')

/** Beginnings of words which say that somebody operates a site or a business. */
const OPERATING = stems(
  lines`
    we |we'|our |us |my |operat|run by|runs |has run|own(?:s|ed|er)|belongs|publish|responsib|
    maintain|manage|found(?:ed|er)|establish|opened|started
  `,
  lines`
    trading|trades|registered|company|legal entity|contracting|controller|imprint|provid|offer|
    service of|project of|initiative|site of|website of
  `,
  lines`
    home of|official|family|kept |keeps |look(?:s|ed)? after|brought to you|in the hands of|
    the work of|behind|venture of|undertaking of|written by
  `,
  'seller|sold by|made by us|proprietor|on behalf|copyright',
  lines`
    wir |unser|betr(?:ieb|eib)|inhaber|verantwort|anbieter|herausgeb|firma|gegründet|hinter |
    geführt
  `,
  'nous |notre|nos |exploit|édit|propriét|responsable|société|fond[ée]|géré',
  'nosotros|nuestr|titular|empresa|gestion|fundad|noi |nostr|titolare|gestit|fondat|azienda',
  lines`
    wij |onze|eigenaar|beheer|uitgever|bedrijf|opgericht|nós |noss[ao]|operad|nasz|właściciel|
    prowadz|wydawc
  `,
  'vi |vår|drivs|drevet|drives|ägs|eies|мы |наш|владел|компани|оператор',
)
const OPERATING_UNSPACED =
  /©|運営|会社|当社|弊社|事業者|販売業者|发布|版权|公司|我们|經營|운영|회사|당사/u

/** Beginnings of words which say that a company serves the operator, hides it, or buys from it. */
const SERVING = stems(
  lines`
    site by|website by|web ?design|design(?:ed)? by|built by|built with|made by|developed by|
    powered by|hosted|hosting|theme|template|registrar|privacy|proxy
  `,
  lines`
    formerly|previously|customer|client|partner|sponsor|distribut|resell|supplier|agency|photo|
    image|fonts?|trademarks? of|used under|licen[sc]e
  `,
  'courtesy|credit|name server|mail server|site builder',
  lines`
    umsetzung|realis|hébergé|hébergeur|conception|gestaltung|agentur|crédit|realizz|ontwerp|
    alojamiento|diseñ
  `,
)

const OWNING = stems(
  lines`
    group|part of|subsidiary|parent|holding|owned by|belongs to|division|brand of|company of|
    member of|acquired|affiliate|an? [^.]{1,60} company
  `,
  'gruppe|konzern|tochter|teil der|filiale|groupe|grupo|gruppo|koncern|onderdeel',
)

const DENYING = stems(
  lines`
    not affiliated|no affiliation|not connected|not associated|not operated|not run by|
    not owned|not endorsed|independent of|unlike|no longer
  `,
  'nicht verbunden|keine verbindung|non affilié|no afiliad',
)

// Ends of sentences and clauses. The full stop of "Ltd." or of the initial "J." does not end a
// clause.
const CLAUSE_END = new RegExp(
  lines`
    \n+|\s[|·•]\s|;\s|(?<!(?<![\p{L}\p{N}])(?:inc|ltd|co|corp|llc|st|mr|mrs|dr|no|bros|pty|est|
    \p{L}))[.!?]\s
  `,
  'gu',
)

/** Splits a text into sentences and clauses, and normalises each one with `fold`. */
export const splitClauses = (text: string): string[] =>
  text
    .toLowerCase()
    .split(CLAUSE_END)
    .map(fold)
    .filter((clause) => clause !== '')

/**
 * Checks that a clause confirms the role. In a short field (`stated`) a name without further words
 * confirms an operator. In running text (`prose`) words such as "operated by" are needed. The
 * caller must normalise `clause` and `entity` with `fold`.
 */
export function clauseSupports(
  role: Role,
  clause: string,
  entity: string,
  form: 'stated' | 'prose',
): boolean {
  const rest = clause.replaceAll(entity, ' · ')
  switch (role) {
    case 'operator':
      if (DENYING.test(rest) || followsCredit(clause, entity)) return false
      if (form === 'stated') return !/^(?:privacy service|registrar|site builder)\b/u.test(clause)
      return OPERATING.test(rest) || OPERATING_UNSPACED.test(rest)
    case 'parent':
      return !DENYING.test(rest) && OWNING.test(rest)
    case 'not_operator':
      return SERVING.test(rest) || DENYING.test(rest)
    default:
      return role satisfies never
  }
}

const BEFORE_CHARACTERS = 48
const CREDIT_END = new RegExp(
  lines`
    (?:(?:site|website|design|designed|development|developed|built|made|created|crafted|
    powered|hosted|hosting|theme|template|photos?|images?|webdesign|umsetzung|gestaltung|
    conception|réalisation|realisation|hébergement|diseño|ontwerp|realizzazione|agency|
    registrar|privacy service|site builder|name server|mail server|privacy)\s{0,3}(?:by|with|
    on|from|von|durch|par|por|door|da|di|at|bei)?\s{0,3}:?\s{0,3}(?:the )?)$
  `,
  'u',
)
const RUNNING_END = new RegExp(
  lines`
    (?:operat\p{L}{0,20}|own\p{L}{0,20}|run|manag\p{L}{0,20}|publish\p{L}{0,20}|
    maintain\p{L}{0,20})(?:\s{1,3}and\s{1,3}\p{L}{1,40})?\s{0,3}(?:by)?\s{0,3}$
  `,
  'u',
)

function followsCredit(clause: string, entity: string): boolean {
  const at = clause.indexOf(entity)
  const before = clause.slice(Math.max(0, at - BEFORE_CHARACTERS), Math.max(0, at))
  return CREDIT_END.test(before) && !RUNNING_END.test(before)
}
