import { ScreenshotNameList } from '../claims/claim.ts'
import { documentsOf } from '../claims/evidence-documents.ts'
import { groundScreenshotNames } from '../claims/grounding.ts'
import { visionPrompt } from '../claims/prompt.ts'
import type { Collector } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'
import { refusal } from './llm.ts'

// The names take a few hundred tokens. The rest of the limit is for models that always write their
// reasoning first, which counts as output too.
const OUTPUT_TOKENS_MAX = 2_000
const QUESTION_MS = 30_000

/** Some sites name their operator only in images, so a model reads a screenshot of the page. */
export const vision: Collector<'vision'> = {
  name: 'vision',
  budgetMs: 65_000,
  runs: 'deep',
  stage: 'reading',
  isActive: true,
  async collect(target, { deep, earlier }) {
    if (deep === undefined || !deep.takesScreenshots)
      return { status: 'skipped', detail: 'Screenshots are not configured.' }
    const url = screenshotUrl(earlier)
    if (url === null)
      return { status: 'skipped', detail: 'There is no page of a site for a screenshot.' }
    const model = await deep.model()
    if (!model.ok) return refusal(model, '')
    const screenshot = await deep.screenshot(url)
    if (!screenshot.ok) return { status: 'failed', detail: screenshot.detail, source: url }
    const answer = await deep.ask('vision', {
      ...visionPrompt(target.domain, deep.newNonce()),
      image: { bytes: screenshot.bytes, mediaType: screenshot.mediaType },
      schema: ScreenshotNameList,
      outputTokensMax: OUTPUT_TOKENS_MAX,
      timeoutMs: QUESTION_MS,
    })
    const source = `${screenshot.host}, ${model.host}`
    if (!answer.ok) return refusal(answer, source)
    const { claims, dropped } = groundScreenshotNames(
      answer.output.names,
      documentsOf(target, earlier),
    )
    const evidence = {
      provider: model.provider,
      model: model.model,
      claims,
      dropped_claims: dropped.length,
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
      picture: screenshot.isStored ? { media_type: screenshot.mediaType } : null,
    }
    return claims.length > 0
      ? { status: 'ok', evidence, source }
      : { status: 'empty', detail: 'The model read no name in the screenshot.', evidence, source }
  },
}

/** The collector `http_probe` has already checked that the host of this page is public. */
function screenshotUrl({ http_probe: site }: EvidenceSet): string | null {
  const data = site?.data
  if (
    data === null ||
    data === undefined ||
    data.outcome !== 'reached' ||
    data.placeholder !== null
  )
    return null
  return data.final_url
}
