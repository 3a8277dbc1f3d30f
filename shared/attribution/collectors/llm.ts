import { ClaimList } from '../claims/claim.ts'
import { documentsOf } from '../claims/evidence-documents.ts'
import { groundClaims } from '../claims/grounding.ts'
import { claimPrompt } from '../claims/prompt.ts'
import type { Collector, Finding } from '../collector.ts'
import type { NoAnswer } from '../deep-tools.ts'

// Twelve claims with quotes take about 2,800 tokens. The rest of the limit is for models that
// always write their reasoning first, which counts as output too.
const OUTPUT_TOKENS_MAX = 4_000
const QUESTION_MS = 45_000

/**
 * A model may invent claims, so a claim is dropped when its quote does not occur in the evidence.
 */
export const llm: Collector<'llm'> = {
  name: 'llm',
  budgetMs: 60_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, { deep, earlier }) {
    if (deep === undefined) return { status: 'skipped', detail: 'No language model is configured.' }
    const model = await deep.model()
    if (!model.ok) return refusal(model, '')
    const documents = documentsOf(target, earlier)
    if (documents.length === 0)
      return { status: 'skipped', detail: 'There is no evidence to read.' }
    const prompt = claimPrompt(target.domain, documents, deep.newNonce())
    const answer = await deep.ask('llm', {
      ...prompt,
      schema: ClaimList,
      outputTokensMax: OUTPUT_TOKENS_MAX,
      timeoutMs: QUESTION_MS,
    })
    if (!answer.ok) return refusal(answer, model.host)
    const { claims, dropped } = groundClaims(answer.output.claims, documents)
    const evidence = {
      provider: model.provider,
      model: model.model,
      claims,
      dropped_claims: dropped.length,
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
    }
    return claims.length > 0
      ? { status: 'ok', evidence, source: model.host }
      : { status: 'empty', detail: emptyDetail(dropped.length), evidence, source: model.host }
  },
}

export const refusal = ({ status, detail }: NoAnswer, source: string): Finding<never> =>
  status === 'skipped' ? { status, detail } : { status, detail, source }

function emptyDetail(dropped: number): string {
  return dropped === 0
    ? 'The model found no statement of who operates the domain.'
    : `The model made ${dropped} claims, none of which the evidence bears out.`
}
