import type { CompanyRegisterId } from '../../platform/company-register-ids.ts'
import { retryAfterSeconds } from '../../platform/net/retry-after.ts'
import type { Collector, CollectorTools, Finding } from '../collector.ts'
import type { CompanyRegisterEvidence, RegisterAnswer } from '../witness-evidence.ts'
import { numbersToAsk } from './registers/numbers-to-ask.ts'
import { parseRegisterAnswer, type RegisterReading } from './registers/register.ts'
import { questionFor, type RegisterQuestion } from './registers/registers.ts'

const QUESTIONS_MAX = 3
const REQUEST_TIMEOUT_MS = 6_000
const TURN_WAIT_MS = 7_000
const RESPONSE_BYTES_MAX = 256 * 1024
const SECOND_MS = 1_000

type RegisterTools = Pick<
  CollectorTools,
  'fetchUpstream' | 'now' | 'registries' | 'registerAnswers'
>

export const companyRegister: Collector<'company_register'> = {
  name: 'company_register',
  budgetMs: 15_000,
  runs: 'quick and deep',
  stage: 'reading',
  async collect(target, tools) {
    const access = tools.companyRegisters
    if (access === undefined)
      return { status: 'skipped', detail: 'Registers of companies are not configured.' }
    const numbers = numbersToAsk(target, tools.earlier)
    if (numbers.length === 0)
      return { status: 'skipped', detail: 'The site states no company number.' }
    const stated = numbers.flatMap((number) => questionFor(number, access) ?? [])
    const questions = stated.slice(0, QUESTIONS_MAX)
    if (questions.length === 0)
      return { status: 'skipped', detail: 'No configured register has numbers of this kind.' }
    const isQuick = tools.depth === 'quick'
    const replies = await Promise.all(
      questions.map(async (question) => ({
        question,
        answer: await (isQuick ? cachedAnswer(question, tools) : answerTo(question, tools)),
      })),
    )
    const answered = replies.flatMap(({ question, answer }) =>
      answer === null ? [] : [{ question, answer }],
    )
    return answered.length === 0
      ? { status: 'skipped', detail: 'A quick analysis asks no register.' }
      : findingOf(answered, stated.length - answered.length)
  },
}

function findingOf(
  answered: readonly { question: RegisterQuestion; answer: RegisterAnswer }[],
  unasked: number,
): Finding<CompanyRegisterEvidence> {
  const source = [...new Set(answered.map(({ question }) => question.register.host))].join(', ')
  const answers = answered.map(({ answer }) => answer)
  const evidence = { answers, unasked }
  const isNamed = answers.some(({ outcome }) => outcome === 'found' || outcome === 'hidden')
  // A register that did not answer may have the number that the others do not know.
  if (!isNamed && answers.some(({ outcome }) => !isAnswer(outcome)))
    return {
      status: 'failed',
      detail: 'A register of companies did not answer.',
      source,
      evidence,
    }
  const known = answers.filter(({ outcome }) => isAnswer(outcome))
  const collectedAt = known.map(({ asked_at }) => asked_at).toSorted()[0]
  const at = collectedAt === undefined ? {} : { collectedAt }
  if (!isNamed)
    return {
      status: 'empty',
      detail: 'The registers have none of the numbers.',
      source,
      evidence,
      ...at,
    }
  return { status: 'ok', evidence, source, ...at }
}

const isAnswer = (outcome: RegisterAnswer['outcome']): boolean =>
  outcome !== 'throttled' && outcome !== 'unavailable'

// GLEIF has numbers of all countries, and two countries can give the same digits.
const storedNumber = ({ country, value }: RegisterQuestion['number']): string =>
  `${country}:${value}`

async function cachedAnswer(
  { register, number, statedOn }: RegisterQuestion,
  { registerAnswers }: RegisterTools,
): Promise<RegisterAnswer | null> {
  const stored = (await registerAnswers?.read(register.id, storedNumber(number))) ?? null
  return stored === null ? null : { ...stored, stated_on: statedOn }
}

async function answerTo(question: RegisterQuestion, tools: RegisterTools): Promise<RegisterAnswer> {
  const cached = await cachedAnswer(question, tools)
  if (cached !== null) return cached
  const reading = await ask(question, tools)
  const { register, number, statedOn } = question
  const answer = answerOf(register.id, number, reading, tools.now())
  if (isAnswer(answer.outcome))
    await tools.registerAnswers?.write(register.id, storedNumber(number), answer)
  return { ...answer, stated_on: statedOn }
}

function answerOf(
  register: CompanyRegisterId,
  { country, value }: RegisterQuestion['number'],
  reading: RegisterReading,
  now: Date,
): RegisterAnswer {
  const found = reading.outcome === 'found' ? reading : null
  return {
    register,
    country,
    number: value,
    stated_on: null,
    outcome: reading.outcome,
    name: found?.name ?? null,
    other_names: found?.other_names ?? [],
    websites: found?.websites ?? [],
    is_active: found?.is_active ?? null,
    asked_at: now.toISOString(),
  }
}

async function ask(
  { register, number, url, headers }: RegisterQuestion,
  { fetchUpstream, now, registries }: RegisterTools,
): Promise<RegisterReading> {
  const turn = await registries?.take(register.host, TURN_WAIT_MS)
  if (turn?.allowed === false) return { outcome: 'throttled' }
  try {
    const response = await fetchUpstream(url, {
      controlUrl: register.controlUrl,
      isLimited: true,
      headers,
      timeoutMs: REQUEST_TIMEOUT_MS,
      bytesMax: RESPONSE_BYTES_MAX,
    })
    const reading = parseRegisterAnswer(register, response, number.value)
    if (reading.outcome === 'throttled' && response.status !== 200) {
      const seconds = retryAfterSeconds(response.headers.get('retry-after'), now())
      await registries?.refused(register.host, seconds === null ? null : seconds * SECOND_MS)
    }
    return reading
  } catch {
    return { outcome: 'unavailable' }
  }
}
