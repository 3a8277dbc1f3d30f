import { ClaimList } from '../claims/claim.ts'
import { documentsOf } from '../claims/evidence-documents.ts'
import { groundClaims } from '../claims/grounding.ts'
import { claimPrompt } from '../claims/prompt.ts'
import type { Collector } from '../collector.ts'

/**
 * Twelve claims with their quotes take about 2,800 tokens. The rest is for models that always
 * think.
 */
const OUTPUT_TOKENS_MAX = 4_000
const QUESTION_MS = 45_000

/**
 * Asks a language model to name the operator of the domain from the collected evidence. The model
 * must quote its evidence. A proposed operator is dropped when the quoted words do not occur in the
 * evidence.
 */
export const llm: Collector<'llm'> = {
  name: 'llm',
  budgetMs: 60_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, { deep, earlier }) {
    if (deep === undefined) return { status: 'skipped', detail: 'No language model is configured.' }
    const model = await deep.model()
    if (!model.ok)
      return model.status === 'skipped'
        ? { status: 'skipped', detail: model.detail }
        : { status: 'failed', detail: model.detail, source: '' }
    const documents = documentsOf(earlier)
    if (documents.length === 0)
      return { status: 'skipped', detail: 'There is no evidence to read.' }
    const prompt = claimPrompt(target.domain, documents, deep.newNonce())
    const answer = await deep.ask('llm', {
      ...prompt,
      schema: ClaimList,
      outputTokensMax: OUTPUT_TOKENS_MAX,
      timeoutMs: QUESTION_MS,
    })
    if (!answer.ok)
      return answer.status === 'skipped'
        ? { status: 'skipped', detail: answer.detail }
        : { status: 'failed', detail: answer.detail, source: model.host }
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

function emptyDetail(dropped: number): string {
  return dropped === 0
    ? 'The model found no statement of who operates the domain.'
    : `The model made ${dropped} claims, none of which the evidence bears out.`
}
