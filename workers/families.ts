import { accounts } from './accounts/routes.ts'
import { billing } from './billing/routes.ts'
import { bulk } from './bulk/routes.ts'
import { certificates } from './certificates/routes.ts'
import { correlations } from './correlations/routes.ts'
import { docs } from './docs/routes.ts'
import { domains } from './domains/routes.ts'
import { emails } from './emails/routes.ts'
import { entities } from './entities/routes.ts'
import { feedback } from './feedback/routes.ts'
import { health } from './health/routes.ts'
import { jobs } from './jobs/routes.ts'
import { landing } from './landing/routes.ts'
import { mcp } from './mcp/routes.ts'
import { monitors } from './monitors/routes.ts'
import type { Family } from './router.ts'
import { sessions } from './sessions/routes.ts'
import { shares } from './shares/routes.ts'
import { subdomains } from './subdomains/routes.ts'
import { templates } from './templates/routes.ts'
import { webhooks } from './webhooks/routes.ts'

/** The OpenAPI document lists the routes in this order. */
export const families: readonly Family[] = [
  health,
  accounts,
  jobs,
  templates,
  certificates,
  subdomains,
  webhooks,
  billing,
  bulk,
  emails,
  domains,
  entities,
  correlations,
  monitors,
  feedback,
  shares,
  sessions,
  landing,
  mcp,
  docs,
]
