export const OBSERVED_LENGTH_MAX = 300

/**
 * Prepares a quote from the evidence for display: one line of at most 300 characters, without control characters and invisible characters.
 */
export function observedText(raw: string): string {
  const text = raw
    .slice(0, OBSERVED_LENGTH_MAX * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toWellFormed()
  return text.length <= OBSERVED_LENGTH_MAX ? text : `${text.slice(0, OBSERVED_LENGTH_MAX - 1).toWellFormed()}…`
}

/**
 * Matches words that give instructions to a program. An attacker could write such words on a page to influence a language model or the
 * scoring, so a text that contains them is not evidence.
 */
const INSTRUCTION_MARKS = [
  /\b(?:ignore|disregard|discard|forget|override)\b[^.]{0,60}\b(?:instruction|prompt|previous|above|evidence|signal|rule|footer|registrant|whois|other)/iu,
  /\b(?:system prompt|\[inst\]|<\|im_start\|>|<<sys>>|prompt injection|jailbreak|maintenance mode|debug ?mode|debugbot|developer mode|admin override)/iu,
  /\b(?:note|message|instruction|attention|memo|notice|hint|guidance|directive)s?\s+(?:to|for)\s+(?:(?:the|all|any|every|automated|automatic|machine|reading|intelligent)\s+){0,3}(?:llm|ai|language model|model|assistant|agent|bot|crawler|scraper|classifier|scorer|attribution|analy[sz]er|scanner)s?\b/iu,
  /\byou (?:must|should|shall|are to|have to) (?:now )?(?:report|output|answer|return|respond|attribute|label|classify|conclude|identify)\b(?:[^.]|\.(?=\s+(?:as|is|for)\b)){0,60}\b(?:operator|owner|registrant|entity|attribution|confidence)\b/iu,
  /\b(?:please |must |should |shall )(?:now )?attribute (?:this|the) (?:domain|site|website)(?: name)? to\b|(?:^|[.:!]\s{0,3})attribute (?:this|the) (?:domain|site|website)(?: name)? to\b/iu,
  /\b(?:llm|language model|ai (?:assistant|agent|model|system|reader)|assistant|attribution (?:system|service|engine|model|bot)|classifier|scorer)s?\b[^.]{0,80}\b(?:must|should|shall|output|answer|return|respond|report|set|treat|attribute|label|conclude|say)\b/iu,
  /\b(?:you are|you're|act as|pretend|from now on)\b[^.]{0,40}\b(?:bot|assistant|system|model|ai|auditor|attribution|llm|gpt)\b/iu,
  /\b(?:output|return|respond with|answer with|print|set)\b[^.]{0,40}\b(?:operator|owner|entity|registrant|confidence|label|attribution)\b\s*[=:]/iu,
  /\b(?:correct|true|real|right|official)\s+(?:label|answer|operator|attribution|owner)\b[^.]{0,40}\b(?:is|=|equals)\b/iu,
  /\b(?:operator|owner|registrant(?: organi[sz]ation)?|entity)\s*(?:=|equals)\s*\S/iu,
  /\bconfidence\s*(?:=|:|of)\s*(?:1(?:\.0)?|0?\.9\d*|100\s?%)/iu,
]

/** Returns true when a text gives instructions to the program that reads it (prompt injection). */
export function containsInstructions(text: string): boolean {
  const bounded = text.slice(0, 2_000)
  return INSTRUCTION_MARKS.some((mark) => mark.test(bounded))
}

/** Matches words such as "Website by". The company after such words made, hosts or supplies the site and is not its operator. */
const CREDIT =
  /(?:(?<!\p{L})(?:site|website|web|design|designed|developed|development|made|built|created|crafted|coded|powered|hosted|hosting|theme|template|themes?|photos?|photography|images?|icons?|fonts?|typeface|bookings?|reservations|maintained|realisation|réalisation|réalisé|conception|hébergement|hébergé|hébergeur|crédits?|konzept|umsetzung|gestaltung|programmierung|webdesign|realisierung|fotos?|bildnachweis|quelle|diseño|desarrollo|desarrollado|alojamiento|ontwerp|realisatie|gerealiseerd|gebouwd|realizzazione|realizzato|sviluppo|sviluppato|desenvolvido|hospedagem|criação|projekt|wykonanie|realizacja)(?!\p{L})[^.|]{0,30}?(?:\bby\b|\bpar\b|\bvon\b|\bdurch\b|\bbei\b|\bpor\b|\bdoor\b|\bda\b|\bdi\b|\bprzez\b|\bon\b|:)|制作|提供)\s{0,3}[:：]?\s{0,3}$/iu

/** Matches words for operating a site, such as "operated by". The company after such words is the operator. */
const OPERATING =
  /(?<!\p{L})(?:operat|own(?:ed|er)|run |manag|publish|provid|available|maintain|offer|responsib|betrieben|betreiber|herausge|verantwort|angebot|inhaber|édit|exploit|propri|responsable|titular|gestion|gestit|titolare|eigendom|beheer|uitgegeven|responsável|operad|wydaw|prowadz|administr|運営)/iu

/** Returns true when a name follows words such as "Website by" in the text `observed`. The company with this name is not the operator. */
export function creditedNotOperating(name: string, observed: string): boolean {
  const at = observed.indexOf(name)
  if (at <= 0) return false
  const before = observed.slice(Math.max(0, at - 60), at)
  return CREDIT.test(before) && !OPERATING.test(before)
}
