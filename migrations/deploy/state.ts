import type { Cloudflare } from './cloudflare.ts'
import type { Settings } from './settings.ts'
import type { Names, WorkerFile } from './worker-config.ts'
import type { World } from './world.ts'

export interface DeployOptions {
  dryRun: boolean
}

/** Everything that the checks and steps of one deployment know. */
export interface Deployment {
  world: World
  options: DeployOptions
  file: WorkerFile
  names: Names & { prefix: string }
  commit: string
  settings: Settings
  /** Undefined in a dry run without a login. */
  cloudflare: Cloudflare | undefined
  /** Secrets that the deployed Worker has. */
  deployed: readonly string[]
  /**
   * False until the step "Stripe" has made what is missing there, for example the webhook endpoint
   * with its secret.
   */
  isStripeSetUp: boolean
}

/** Makes one change, or only says in a dry run what it would be. */
export async function change(
  { world, options }: Deployment,
  what: string,
  make: () => Promise<void>,
): Promise<void> {
  if (options.dryRun) return world.print(`  would ${what}`)
  await make()
  world.print(`  ${what}: done`)
}
