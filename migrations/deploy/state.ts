import type { Cloudflare } from './cloudflare.ts'
import type { Settings } from './settings.ts'
import type { Names, WorkerFile } from './worker-config.ts'
import type { World } from './world.ts'

export interface DeployOptions {
  dryRun: boolean
}

export interface Deployment {
  world: World
  options: DeployOptions
  file: WorkerFile
  names: Names & { prefix: string }
  commit: string
  settings: Settings
  /** Undefined in a dry run without a login. */
  cloudflare: Cloudflare | undefined
  /** Names of the secrets of the deployed Worker. */
  deployed: readonly string[]
  /**
   * False until the step "Stripe" has created what is missing at Stripe, for example the webhook
   * endpoint with its secret.
   */
  isStripeSetUp: boolean
}

/** Makes a change and prints it. A dry run only prints it. */
export async function change(
  { world, options }: Deployment,
  what: string,
  make: () => Promise<void>,
): Promise<void> {
  if (options.dryRun) return world.print(`  would ${what}`)
  await make()
  world.print(`  ${what}: done`)
}
