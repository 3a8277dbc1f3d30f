import { forecastOf, forecastText } from './forecast.ts'
import { chargedNames } from './sandbox-names.ts'
import { useMeans } from './use-means.ts'

/** The highest cost of analyses of these domains. Empty until it is known. */
export function AnalysesPrice({ domains }: { domains: readonly string[] }) {
  const { means } = useMeans()
  if (means === undefined) return null
  return <span>{forecastText(forecastOf(chargedNames(domains), means), means)}</span>
}
