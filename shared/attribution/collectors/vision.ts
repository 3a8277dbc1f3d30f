import { SightingList } from '../claims/claim.ts'
import { documentsOf } from '../claims/evidence-documents.ts'
import { groundSightings } from '../claims/grounding.ts'
import { visionPrompt } from '../claims/prompt.ts'
import type { Collector } from '../collector.ts'
import type { EvidenceSet } from '../evidence.ts'

const OUTPUT_TOKENS_MAX = 800
const QUESTION_MS = 30_000

/** A model reads logo, footer and company text off a picture of the home page: for pages that say who they are only in images. */
export const vision: Collector<'vision'> = {
  name: 'vision',
  budgetMs: 65_000,
  runs: 'deep',
  stage: 'reading',
  async collect(target, { deep, earlier }) {
    if (deep === undefined || !deep.takesScreenshots)
      return { status: 'skipped', detail: 'Screenshots are not configured.' }
    const url = pageToPicture(earlier)
    if (url === null) return { status: 'skipped', detail: 'There is no page of a site to take a picture of.' }
    const model = await deep.model()
    if (!model.ok)
      return model.status === 'skipped'
        ? { status: 'skipped', detail: model.detail }
        : { status: 'failed', detail: model.detail, source: '' }
    const picture = await deep.screenshot(url)
    if (!picture.ok) return { status: 'failed', detail: picture.detail, source: url }
    const answer = await deep.ask('vision', {
      ...visionPrompt(target.domain, deep.newNonce()),
      image: { bytes: picture.bytes, mediaType: picture.mediaType },
      schema: SightingList,
      outputTokensMax: OUTPUT_TOKENS_MAX,
      timeoutMs: QUESTION_MS,
    })
    const source = `${picture.host}, ${model.host}`
    if (!answer.ok)
      return answer.status === 'skipped'
        ? { status: 'skipped', detail: answer.detail }
        : { status: 'failed', detail: answer.detail, source }
    const { claims, dropped } = groundSightings(answer.output.sightings, documentsOf(earlier))
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
      : { status: 'empty', detail: 'No name could be read on the picture.', evidence, source }
  },
}

/** The address at which the probe, under its guard, found a real page. */
function pageToPicture({ http_probe: site }: EvidenceSet): string | null {
  const data = site?.data
  if (data === null || data === undefined || data.outcome !== 'reached' || data.placeholder !== null) return null
  return data.final_url
}
