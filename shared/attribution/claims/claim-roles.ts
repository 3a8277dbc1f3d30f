import type { Claim } from './claim.ts'
import { fold } from './quote-match.ts'

type Role = Claim['role']

/** Stems, in lower case and one alternative a line or bar, that must begin at the beginning of a word. */
const stems = (...lists: string[]): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join('|')})`, 'u')

/**
 * Stems by which a sentence says that somebody runs a site or business: first person, running, owning, publishing, founding, being
 * responsible, trading. Without one, a name in running text is only mentioned.
 */
const OPERATING = stems(
  `we |we'|our |us |my |operat|run by|runs |has run|own(?:s|ed|er)|belongs|publish|responsib|maintain|manage|found(?:ed|er)|establish|opened|started`,
  'trading|trades|registered|company|legal entity|contracting|controller|imprint|provid|offer|service of|project of|initiative|site of|website of',
  'home of|official|family|kept |keeps |look(?:s|ed)? after|brought to you|in the hands of|the work of|behind|venture of|undertaking of|written by',
  'seller|sold by|made by us|proprietor|on behalf|copyright',
  'wir |unser|betr(?:ieb|eib)|inhaber|verantwort|anbieter|herausgeb|firma|gegründet|geführt|hinter ',
  'nous |notre|nos |exploit|édit|propriét|responsable|société|fond[ée]|géré',
  'nosotros|nuestr|titular|empresa|gestion|fundad|noi |nostr|titolare|gestit|fondat|azienda',
  'wij |onze|eigenaar|beheer|uitgever|bedrijf|opgericht|nós |noss[ao]|operad|nasz|właściciel|prowadz|wydawc',
  'vi |vår|drivs|drevet|drives|ägs|eies|мы |наш|владел|компани|оператор',
)
const OPERATING_UNSPACED = /©|運営|会社|当社|弊社|事業者|販売業者|发布|版权|公司|我们|經營|운영|회사|당사/u

/** Who made, hosts, registers, hides or merely meets the site. */
const SERVING = stems(
  'site by|website by|web ?design|design(?:ed)? by|built by|built with|made by|developed by|powered by|hosted|hosting|theme|template|registrar|privacy|proxy',
  'formerly|previously|customer|client|partner|sponsor|distribut|resell|supplier|agency|photo|image|fonts?|trademarks? of|used under|licen[sc]e',
  'courtesy|credit|name server|mail server|site builder',
  'umsetzung|realis|hébergé|hébergeur|conception|gestaltung|agentur|crédit|realizz|ontwerp|alojamiento|diseñ',
)

/** Who stands above the operator. */
const OWNING = stems(
  'group|part of|subsidiary|parent|holding|owned by|belongs to|division|brand of|company of|member of|acquired|affiliate|an? [^.]{1,60} company',
  'gruppe|konzern|tochter|teil der|filiale|groupe|grupo|gruppo|koncern|onderdeel',
)

/** Words that turn a naming sentence round. */
const DENYING = stems(
  'not affiliated|no affiliation|not connected|not associated|not operated|not run by|not owned|not endorsed|independent of|unlike|no longer',
  'nicht verbunden|keine verbindung|non affilié|no afiliad',
)

/** Where one statement ends and another begins; the full stop of a legal form or an initial is no end. */
const CLAUSE_END =
  /\n+|\s[|·•]\s|;\s|(?<!(?<![\p{L}\p{N}])(?:inc|ltd|co|corp|llc|st|mr|mrs|dr|no|bros|pty|est|\p{L}))[.!?]\s/gu

/** The statements of a text, folded. */
export const clausesOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(CLAUSE_END)
    .map(fold)
    .filter((clause) => clause !== '')

/**
 * Whether a statement says of a name what a claim says of it. `clause` and `entity` are folded. Short fields name somebody by
 * themselves; in running text a name needs words of running, owning or serving beside it.
 */
export function clauseSupports(role: Role, clause: string, entity: string, form: 'stated' | 'prose'): boolean {
  const rest = clause.replaceAll(entity, ' · ')
  switch (role) {
    case 'operator':
      if (DENYING.test(rest) || servedBy(clause, entity)) return false
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
const CREDIT_END =
  /(?:(?:site|website|design|designed|development|developed|built|made|created|crafted|powered|hosted|hosting|theme|template|photos?|images?|webdesign|umsetzung|gestaltung|conception|réalisation|realisation|hébergement|diseño|ontwerp|realizzazione|agency|registrar|privacy service|site builder|name server|mail server|privacy)\s*(?:by|with|on|from|von|durch|par|por|door|da|di|at|bei)?\s*:?\s*(?:the )?)$/u
const RUNNING_END =
  /(?:operat\p{L}*|own\p{L}*|run|manag\p{L}*|publish\p{L}*|maintain\p{L}*)(?:\s+and\s+\p{L}+)?\s*(?:by)?\s*$/u

/** Whether the name stands right behind a credit such as "website by". */
function servedBy(clause: string, entity: string): boolean {
  const at = clause.indexOf(entity)
  const before = clause.slice(Math.max(0, at - BEFORE_CHARACTERS), Math.max(0, at))
  return CREDIT_END.test(before) && !RUNNING_END.test(before)
}
