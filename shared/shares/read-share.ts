import * as correlations from '../correlations/queries.ts'
import { type Picture, pictureOf } from '../jobs/pictures.ts'
import * as jobs from '../jobs/queries.ts'
import { verdictForTier } from '../jobs/read-verdict.ts'
import { isoTime } from '../platform/db/client.ts'
import { PublicError } from '../platform/http/errors.ts'
import type { Services } from '../platform/services/index.ts'
import * as shares from './queries.ts'
import { digestOfToken, isShareToken } from './share-token.ts'
import { type SharedAnswer, sharedCorrelation } from './shared-answer.ts'

type ReadServices = Pick<Services, 'db' | 'env'>

/** The same for every reason, so that a stranger learns nothing about a token. */
const noSuchShare = () => new PublicError('NOT_FOUND', 'There is no such shared answer.')

/** The answer behind a public link. Counts the view. Throws PublicError NOT_FOUND. */
export async function readShare(services: ReadServices, token: string): Promise<SharedAnswer> {
  const share = await liveShare(services, token)
  const answer = await answerOf(services, share)
  if (answer === null) throw noSuchShare()
  await shares.countView(services.db, share.id)
  return answer
}

/** Screenshot of a shared analysis. Throws PublicError NOT_FOUND. */
export async function readSharedPicture(services: ReadServices, token: string): Promise<Picture> {
  const { jobId } = await liveShare(services, token)
  const picture = jobId === null ? null : await pictureOf(services.env.EXPORTS, jobId)
  if (picture === null) throw noSuchShare()
  return picture
}

async function liveShare({ db, env }: ReadServices, token: string): Promise<shares.LiveShare> {
  const share = isShareToken(token)
    ? await shares.findLive(db, await digestOfToken(env, token))
    : null
  if (share === null) throw noSuchShare()
  return share
}

async function answerOf(
  { db }: ReadServices,
  { accountId, tier, jobId, correlationId }: shares.LiveShare,
): Promise<SharedAnswer | null> {
  if (jobId !== null) {
    const stored = await jobs.findForVerdict(db, accountId, jobId)
    const verdict = stored === null ? null : verdictForTier(stored, tier)
    return verdict === null ? null : { subject: 'analysis', ...verdict }
  }
  const found = await correlations.find(db, accountId, correlationId ?? '')
  if (found === null || found.result === null || found.completedAt === null) return null
  const { result, unanalyzed, completedAt } = found
  return sharedCorrelation(result, { unanalyzed, completedAt: isoTime(completedAt) })
}
