import { account } from './account/routes.ts'
import { analyzeFamily } from './analyze/routes.ts'
import { auth } from './auth/routes.ts'
import { billing } from './billing/routes.ts'
import { bulk } from './bulk/routes.ts'
import { certificates } from './certificates/routes.ts'
import { correlate } from './correlate/routes.ts'
import { docs } from './docs/routes.ts'
import { domains } from './domains/routes.ts'
import { email } from './email/routes.ts'
import { entities } from './entities/routes.ts'
import { exports } from './exports/routes.ts'
import { feedback } from './feedback/routes.ts'
import { health } from './health/routes.ts'
import { jobs } from './jobs/routes.ts'
import { mcp } from './mcp/routes.ts'
import { monitors } from './monitors/routes.ts'
import type { Family } from './router.ts'
import { schemas } from './schemas/routes.ts'
import { session } from './session/routes.ts'
import { stripe } from './stripe/routes.ts'
import { subdomains } from './subdomains/routes.ts'
import { webhooks } from './webhooks/routes.ts'

export const families: readonly Family[] = [
  health,
  auth,
  account,
  analyzeFamily,
  jobs,
  schemas,
  certificates,
  subdomains,
  webhooks,
  billing,
  stripe,
  bulk,
  exports,
  email,
  domains,
  entities,
  correlate,
  monitors,
  feedback,
  session,
  mcp,
  docs,
]
