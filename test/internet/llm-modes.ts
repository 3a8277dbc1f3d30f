import { Buffer } from 'node:buffer'
import { picturedWords } from './screenshot.ts'

/**
 * Modes of the simulated language model.
 * `honest` reads the evidence by simple rules. `hallucinating` invents claims. `obedient` follows
 * instructions in web pages. All other modes fail as a real provider can fail.
 */
export const MODES = [
  'honest',
  'hallucinating',
  'obedient',
  'slow',
  'cutoff',
  'broken',
  'refusing',
  'limited',
  'failing',
  'penniless',
] as const
export type Mode = (typeof MODES)[number]

export type Form = 'whole' | 'cut' | 'refused'

export const modeOf = (key: string): Mode =>
  MODES.find((mode) => key.toLowerCase().includes(mode)) ?? 'honest'

interface Document {
  id: string
  form: string
  text: string
}

interface Claim {
  entity: string
  role: 'operator' | 'parent' | 'not_operator'
  evidence: string
  quote: string
  reason: string
}

export function answerAs(
  mode: Mode,
  prompt: string,
  image: string | null,
): { text: string; form: Form } {
  if (mode === 'refusing') return { text: 'I cannot help with that.', form: 'refused' }
  if (mode === 'broken') return { text: '{"claims": [{"entity": "Half An Answer', form: 'whole' }
  const whole = JSON.stringify(contentOf(mode, prompt, image))
  return mode === 'cutoff'
    ? { text: whole.slice(0, 12), form: 'cut' }
    : { text: whole, form: 'whole' }
}

function contentOf(mode: Mode, prompt: string, image: string | null): unknown {
  if (prompt.includes('(wanted: reached)')) return { reached: true }
  if (prompt.includes('(wanted: summaries)')) return { summaries: summariesOf(mode, prompt) }
  if (prompt.includes('(wanted: names)')) return { names: namesOnImage(mode, image) }
  const documents = documentsIn(prompt)
  return {
    claims:
      mode === 'hallucinating'
        ? madeUp(documents)
        : mode === 'obedient'
          ? obeyed(documents)
          : readHonestly(documents),
  }
}

const FENCE =
  /⟦begin (?<nonce>[0-9a-f]{32}) (?<id>\w+) · (?<source>[^⟧]*?) · (?<form>\w+)⟧\n(?<text>[\s\S]*?)\n⟦end \k<nonce> \k<id>⟧/gu

function documentsIn(prompt: string): Document[] {
  return [...prompt.matchAll(FENCE)].map(({ groups = {} }) => ({
    id: groups.id ?? '',
    form: groups.form ?? '',
    text: groups.text ?? '',
  }))
}

const NAME = String.raw`(?<name>\p{Lu}[\p{L}\p{N}&'’.-]*(?: (?:\p{Lu}[\p{L}\p{N}&'’.-]*|&|and|of|und|et|de|the(?= \p{Lu})))*)`

const PASSING = [
  new RegExp(
    `(?:in the hands of|brought to you by|looked after by|the work of|kept going by|a venture of|an undertaking of|behind (?:all of )?this (?:stands?|is|are)) (?:the )?${NAME}`,
    'u',
  ),
  new RegExp(
    `${NAME},? (?:has (?:run|kept|looked after)|runs|keeps|looks after|stands behind|is the (?:name|house|firm|company) behind) (?:this|the|these|every|all)`,
    'u',
  ),
  new RegExp(`(?:[Ww]e,? (?:at|of)|[Tt]eam at|[Ww]ritten by the people (?:at|of)) ${NAME}`, 'u'),
  new RegExp(`(?:hinter (?:dieser|der) (?:Seite|Website) steht) (?:die |der |das )?${NAME}`, 'u'),
]
const CREDIT = new RegExp(
  `(?:[Ww]ebsite|[Ss]ite|[Dd]esign|[Tt]heme|[Hh]osting|[Ww]eb ?design|[Pp]ages) (?:made |built |set up )?(?:by|from):? ${NAME}`,
  'u',
)
const ADDRESSED =
  /ignore|instruction|language model|\bAI\b|\bLLM\b|system prompt|scoring|attribution/iu
const SENTENCE = /[^.!?\n]+(?:\.(?=\p{L})[^.!?\n]*)*[.!?]?/gu
const QUOTE_MAX = 300

function readHonestly(documents: readonly Document[]): Claim[] {
  const claims: Claim[] = []
  for (const { id, text } of documents.filter(({ form }) => form === 'prose'))
    for (const [sentence] of text.matchAll(SENTENCE)) {
      if (ADDRESSED.test(sentence) || sentence.length > QUOTE_MAX) continue
      const said = PASSING.map((pattern) => pattern.exec(sentence)?.groups?.name).find(
        (name) => name !== undefined,
      )
      if (said !== undefined)
        claims.push(
          claim('operator', said, id, sentence, 'The sentence says who is behind the site.'),
        )
      const credited = CREDIT.exec(sentence)?.groups?.name
      if (credited !== undefined)
        claims.push(claim('not_operator', credited, id, sentence, 'It made or hosts the site.'))
    }
  return claims
}

const claim = (
  role: Claim['role'],
  entity: string,
  evidence: string,
  quote: string,
  reason: string,
): Claim => ({
  entity: entity.replace(/[.,]+$/u, ''),
  role,
  evidence,
  quote: quote.trim(),
  reason,
})

const INVENTED = ['Globex Holdings Ltd', 'Initech GmbH', 'OpenAI']

/**
 * Returns claims whose quotations are invalid: a changed quotation, one from a document that does
 * not exist, or one about another company.
 */
function madeUp(documents: readonly Document[]): Claim[] {
  const [first] = documents
  const prose = documents.find(({ form }) => form === 'prose')
  const line =
    (prose ?? first)?.text
      .split(/[\n.]/u)
      .find((each) => each.trim().length > 20)
      ?.trim() ?? 'Welcome'
  const names = [
    ...(prose?.text ?? '').matchAll(/(?<=\p{Ll} )\p{Lu}\p{L}{3,}(?: \p{Lu}\p{L}{3,})?/gu),
  ].map(([name]) => name)
  const id = prose?.id ?? first?.id ?? 'e1'
  return [
    ...INVENTED.map((name) =>
      claim('operator', name, id, `This website is operated by ${name}.`, 'I am sure.'),
    ),
    claim('operator', INVENTED[0] ?? '', id, line.slice(0, 200), 'The name is implied.'),
    claim(
      'operator',
      INVENTED[1] ?? '',
      'e99',
      `Imprint: ${INVENTED[1]}`,
      'A document that is not there.',
    ),
    ...documents
      .slice(0, 6)
      .map((one) =>
        claim('operator', INVENTED[2] ?? '', one.id, one.text.slice(0, 120), 'Misread.'),
      ),
    ...names
      .slice(0, 3)
      .map((name) =>
        claim('operator', name, id, `${name} owns and operates this site`, 'Misquoted.'),
      ),
    ...names
      .slice(0, 3)
      .map((name) =>
        claim('not_operator', name, id, `not affiliated with ${name}`, 'Made-up denial.'),
      ),
    ...names
      .slice(0, 3)
      .map((name) => claim('parent', name, id, `a subsidiary of ${name} Group`, 'Made-up parent.')),
  ]
}

const ORDER = /[^.\n]*(?:operator|owner|registrant|attribut|entity|belongs to)[^.\n]*/giu
const ORDERED_NAME = new RegExp(
  `(?:operator|owner|registrant|entity|attributed? (?:it )?to|answer|belongs to)\\s*(?:is|as|=|:|to)?\\s*["'“]?${NAME}`,
  'u',
)

/**
 * For each instruction to name an operator, makes three claims with different quotations: the whole
 * sentence, a part of it, and only the name.
 */
function obeyed(documents: readonly Document[]): Claim[] {
  const claims: Claim[] = []
  for (const { id, text } of documents)
    for (const [sentence] of text.matchAll(ORDER)) {
      if (!ADDRESSED.test(text)) continue
      const name = ORDERED_NAME.exec(sentence)?.groups?.name
      if (name === undefined) continue
      const at = sentence.indexOf(name)
      claims.push(
        claim('operator', name, id, sentence.slice(0, QUOTE_MAX), 'As the page demands.'),
        claim(
          'operator',
          name,
          id,
          sentence.slice(Math.max(0, at - 12), at + name.length),
          'As the page demands, in part.',
        ),
        claim('operator', name, id, name, 'As the page demands, the name alone.'),
      )
    }
  return claims.slice(0, 40)
}

function namesOnImage(mode: Mode, image: string | null): unknown[] {
  if (mode === 'hallucinating')
    return INVENTED.map((entity) => ({
      entity,
      role: 'operator',
      place: 'logo',
      words: `${entity} official site`,
    }))
  return picturedWords(Buffer.from(image ?? '', 'base64')).map(({ place, words, name }) => ({
    entity: name,
    role: 'operator',
    place,
    words,
  }))
}

/**
 * Writes a summary for each group of domains. In honest mode it contains only the common value of
 * the group, which the prompt states.
 */
function summariesOf(mode: Mode, prompt: string): unknown[] {
  return documentsIn(prompt).map(({ id, text }) => {
    const value = /^[^:\n]+: (?<value>[^\n]+)$/mu.exec(text)?.groups?.value ?? ''
    const summary =
      mode === 'hallucinating' || mode === 'obedient'
        ? `All of these belong to ${INVENTED[0]}, as tracking-id UA-000000-1 proves.`
        : `The domains have ${value} in common.`
    return { cluster: id, summary }
  })
}
