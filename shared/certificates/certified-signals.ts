import type { EntitySignals } from '../attribution/scoring/scoring-result.ts'
import { canonicalBytes } from '../platform/crypto/canonical-json.ts'
import { CERTIFICATE_BYTES_MAX, type Certificate } from './certificate.ts'

/** The two signatures and the names around the certificate. */
const SIGNATURES_BYTES_MAX = 2 * 1024
/** At least what the scoring lists for one candidate. */
const LISTED_MAX = 40

/**
 * A hostile page can write hundreds of long texts. If the certificate would be too large to verify,
 * each candidate keeps only its strongest signals: 20, 10 and so on, for and against.
 */
export function withSignals(
  certificate: Certificate,
  entities: readonly EntitySignals[],
): Certificate {
  for (let listed = LISTED_MAX; ; listed = Math.floor(listed / 2)) {
    const whole = {
      ...certificate,
      result: {
        ...certificate.result,
        entities: entities.map((entity) => strongest(entity, listed)),
      },
    }
    if (
      listed === 0 ||
      canonicalBytes(whole).length + SIGNATURES_BYTES_MAX <= CERTIFICATE_BYTES_MAX
    )
      return whole
  }
}

function strongest(entity: EntitySignals, listed: number): EntitySignals {
  const ofStance = (wanted: 'supports' | 'contradicts') =>
    entity.signals.filter(({ stance }) => stance === wanted).slice(0, listed)
  return {
    ...entity,
    signals: [...ofStance('supports'), ...ofStance('contradicts')],
    correlations: entity.correlations.slice(0, listed),
  }
}
