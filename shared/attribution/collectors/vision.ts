import { ScreenshotNameList } from '../claims/claim.ts'
import { documentsOf } from '../claims/evidence-documents.ts'
import { groundScreenshotNames } from '../claims/grounding.ts'
import { visionPrompt } from '../claims/prompt.ts'
import type { Collector } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'

/**
 * The names in a screenshot take a few hundred tokens. The rest is for models that always think.
 */
const OUTPUT_TOKENS_MAX = 2_000
const QUESTION_MS = 30_000

/**
 * Asks a language model to find company names in a screenshot of the home page, for example in the
 * logo or the footer. Some sites name their operator only in images.
 */
export const vision: Collector<'vision'> = {
  name: 'vision',
  budgetMs: 65_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, { deep, earlier }) {
    if (deep === undefined || !deep.takesScreenshots)
      return { status: 'skipped', detail: 'Screenshots are not configured.' }
    const url = screenshotUrl(earlier)
    if (url === null)
      return { status: 'skipped', detail: 'There is no page of a site for a screenshot.' }
    const model = await deep.model()
    if (!model.ok)
      return model.status === 'skipped'
        ? { status: 'skipped', detail: model.detail }
        : { status: 'failed', detail: model.detail, source: '' }
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
    if (!answer.ok)
      return answer.status === 'skipped'
        ? { status: 'skipped', detail: answer.detail }
        : { status: 'failed', detail: answer.detail, source }
    const { claims, dropped } = groundScreenshotNames(answer.output.names, documentsOf(earlier))
    const evidence = {
      provider: model.provider,
      model: model.model,
      claims,
      dropped_claims: dropped.length,
      input_tokens: answer.inputTokens,
      output_tokens: answer.outputTokens,
    }
    return claims.length > 0
      ? { status: 'ok', evidence, source }
      : { status: 'empty', detail: 'The model read no name in the screenshot.', evidence, source }
  },
}

/**
 * Returns the URL of the page that the HTTP collector has already fetched. The screenshot shows
 * this page, because the HTTP collector has checked that the IP addresses of its host are public.
 */
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
