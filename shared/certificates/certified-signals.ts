import type { EntitySignals } from '../attribution/scoring/scoring-result.ts'
import { canonicalBytes } from '../platform/crypto/canonical-json.ts'
import { CERTIFICATE_BYTES_MAX, type Certificate } from './certificate.ts'

/** Room for the two signatures and for the member names around the certificate. */
const SIGNATURES_BYTES_MAX = 2 * 1024
/** Not less than the number of signals that the scoring lists for one candidate. */
const LISTED_MAX = 40

/**
 * Adds the signals of each candidate to the certificate. A hostile page can cause hundreds of long
 * texts, which would make the certificate too large to verify. Then each candidate keeps only its
 * strongest signals: 20 for it and 20 against it, or 10, and so on.
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
