import { candidatesShown, type Tier } from '../platform/tier.ts'
import { resultForTier } from './job.ts'
import type { StixAnalysis } from './stix/stored-analysis.ts'

/** Returns the analysis with only the candidates and signals that the subscription tier may see. */
export function analysisForTier(analysis: StixAnalysis, tier: Tier): StixAnalysis {
  const shown = candidatesShown(tier) ?? analysis.signals.length
  return {
    ...analysis,
    result: resultForTier(analysis.result, tier),
    signals: analysis.signals.slice(0, shown),
  }
}
