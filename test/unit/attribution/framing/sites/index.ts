import type { FramingSite } from '../site.ts'
import { advertisingFiles } from './advertising-files.ts'
import { certificates } from './certificates.ts'
import { controls } from './controls.ts'
import { copiedPages } from './copied-pages.ts'
import { copiesOfKnownCompanies } from './copies-of-known-companies.ts'
import { evasion } from './evasion.ts'
import { hiddenText } from './hidden-text.ts'
import { knownCompanies } from './known-companies.ts'
import { mixedScripts } from './mixed-scripts.ts'
import { namesAndPlatforms } from './names-and-platforms.ts'
import { network } from './network.ts'
import { orders } from './orders.ts'
import { ownZone } from './own-zone.ts'
import { redirects } from './redirects.ts'
import { registration } from './registration.ts'
import { unknownCompanies } from './unknown-companies.ts'
import { visitorsText } from './visitors-text.ts'

export const SITES: readonly FramingSite[] = [
  ...registration,
  ...ownZone,
  ...network,
  ...advertisingFiles,
  ...certificates,
  ...copiedPages,
  ...visitorsText,
  ...namesAndPlatforms,
  ...redirects,
  ...hiddenText,
  ...evasion,
  ...orders,
  ...unknownCompanies,
  ...copiesOfKnownCompanies,
  ...mixedScripts,
  ...knownCompanies,
  ...controls,
]
