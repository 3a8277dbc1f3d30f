import { checkAccounts } from './account-checks.ts'
import { NoAnswer } from './ask-json.ts'
import { connectCloudflare } from './cloudflare.ts'
import { createRedactor } from './redact.ts'
import { realValues } from './sample-values.ts'
import { readSettings, withUserAgent } from './settings.ts'
import type { Deployment, DeployOptions } from './state.ts'
import { STEPS, wranglerEnvironment } from './steps.ts'
import { namesOf, secretNamesOf, WorkerFile } from './worker-config.ts'
import { DeployRefused, type World } from './world.ts'

/**
 * Runs all steps, which can be repeated. Throws DeployRefused with a sentence that says what to do.
 * Returns false for a dry run after which a deployment would be refused. No secret is printed or
 * thrown.
 */
export async function deploy(world: World, options: DeployOptions): Promise<boolean> {
  const file = WorkerFile.parse(await world.readWorkerFile())
  const settings = { ...realValues(file.vars), ...withUserAgent(readSettings(world)) }
  const redact = createRedactor(settings, [
    ...secretNamesOf(file),
    'CLOUDFLARE_API_TOKEN',
    'DEPLOY_API_KEY',
  ])
  try {
    const quiet = { ...world, print: (line: string) => world.print(redact(line)) }
    const commit = requireCommit(world, options)
    quiet.print(`Commit ${commit}`)
    const names = namesOf(file, settings)
    const deployment: Deployment = {
      world: quiet,
      options,
      file,
      names,
      commit,
      settings,
      cloudflare: undefined,
      deployed: [],
      isStripeSetUp: false,
    }
    const isReady = await checkAccounts(deployment)
    for (const [title, run] of STEPS) {
      quiet.print(title)
      await run(deployment)
    }
    quiet.print(
      options.dryRun
        ? 'Dry run: nothing was changed.'
        : `Deployed: ${settings.PUBLIC_URL} runs commit ${commit}.`,
    )
    if (!isReady) quiet.print('A deployment would stop at the checks: see above.')
    return isReady
  } catch (error) {
    if (error instanceof DeployRefused) throw new DeployRefused(redact(error.message))
    if (error instanceof NoAnswer)
      throw new DeployRefused(redact(`${error.message}: look at your connection, then try again.`))
    throw new Error(redact(error instanceof Error ? (error.stack ?? error.message) : String(error)))
  }
}

/**
 * Returns the current commit. Throws DeployRefused if changes are not committed, because no commit
 * would then match the deployed code.
 */
function requireCommit({ git }: World, { dryRun }: DeployOptions): string {
  if (!dryRun && git('status', '--porcelain') !== '')
    throw new DeployRefused(
      'There are uncommitted changes: commit them first, so that the deployed code has a commit.',
    )
  return git('rev-parse', 'HEAD')
}

/**
 * Restores the previous version of the Worker. The database keeps its newest schema. Throws
 * DeployRefused.
 */
export async function rollBack(world: World): Promise<void> {
  const file = WorkerFile.parse(await world.readWorkerFile())
  const settings = readSettings(world)
  const cloudflare = await connectCloudflare(world, settings)
  const { worker } = namesOf(file, settings)
  const environment = wranglerEnvironment(settings, cloudflare)
  const { status } = await world.wrangler(
    ['rollback', '--name', worker, '--message', 'npm run deploy -- --rollback', '--yes'],
    { environment, onLine: world.print },
  )
  if (status !== 0)
    throw new DeployRefused('The Worker was not rolled back: the lines of wrangler above say why.')
}
