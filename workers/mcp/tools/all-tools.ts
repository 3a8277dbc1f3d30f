import { attributeDomain } from './attribute-domain-tool.ts'
import { attributeDomains } from './attribute-domains-tool.ts'
import { correlateDomains } from './correlate-domains-tool.ts'
import { domainHistory } from './domain-history-tool.ts'
import { explainAttribution } from './explain-attribution-tool.ts'
import { getPortfolio } from './get-portfolio-tool.ts'
import { getResult } from './get-result-tool.ts'
import { getUsage } from './get-usage-tool.ts'
import { listChanges } from './list-changes-tool.ts'
import { reportWrong } from './report-wrong-tool.ts'
import { searchEntities } from './search-entities-tool.ts'
import type { Tool } from './tool.ts'
import { watchDomain } from './watch-domain-tool.ts'

/** A language model sees the tools in this order. */
export const TOOLS: readonly Tool[] = [
  attributeDomain,
  attributeDomains,
  getResult,
  explainAttribution,
  domainHistory,
  searchEntities,
  getPortfolio,
  correlateDomains,
  watchDomain,
  listChanges,
  reportWrong,
  getUsage,
]
