import { z } from 'zod'
import { settingProblems } from './account-checks.ts'
import {
  type Cloudflare,
  checkHostFree,
  createBucket,
  createQueue,
  findQueues,
  hasBucket,
} from './cloudflare.ts'
import { directUrl } from './postgres.ts'
import { type BorrowedKey, borrowKey, checkPublicAddress } from './public-check.ts'
import { createRedactor } from './redact.ts'
import { GENERATED_SECRETS } from './secrets.ts'
import { SETTINGS_FILE, type Settings, withSettings } from './settings.ts'
import { change, type Deployment } from './state.ts'
import { setUpStripe } from './stripe-setup.ts'
import { deployedConfig, isWorkersDev, secretNamesOf, varsOf } from './worker-config.ts'
import { DeployRefused } from './world.ts'

const OUTPUT_FOLDER = 'node_modules/.cache/deploy'
const CONFIG_FILE = `${OUTPUT_FOLDER}/wrangler.json`
const BILL_FILE = `${OUTPUT_FOLDER}/sbom.cdx.json`

async function createQueues(deployment: Deployment): Promise<void> {
  const { cloudflare, names, world } = deployment
  const existing = cloudflare === undefined ? new Set() : await findQueues(cloudflare, names)
  for (const name of names.queues) {
    if (existing.has(name)) world.print(`  ${name} exists`)
    else
      await change(deployment, `create the queue ${name}`, () =>
        createQueue(connected(deployment), name),
      )
  }
}

async function createBuckets(deployment: Deployment): Promise<void> {
  const { cloudflare, names, world } = deployment
  for (const name of names.buckets) {
    if (cloudflare !== undefined && (await hasBucket(cloudflare, name)))
      world.print(`  ${name} exists`)
    else
      await change(deployment, `create the bucket ${name}`, () =>
        createBucket(connected(deployment), name),
      )
  }
}

function connected({ cloudflare }: Deployment): Cloudflare {
  if (cloudflare === undefined) throw new Error('a change needs the Cloudflare account')
  return cloudflare
}

async function prepareStripe(deployment: Deployment): Promise<void> {
  const { world, settings, file, commit, options, names } = deployment
  const { STRIPE_SECRET_KEY: secretKey, PUBLIC_URL: publicUrl } = settings
  if (secretKey === undefined || publicUrl === undefined)
    return world.print('  STRIPE_SECRET_KEY is not set: nobody can buy anything')
  const input = {
    secretKey,
    publicUrl,
    settings: { ...varsOf(file, settings, commit), ...settings, DEPLOY_PREFIX: names.prefix },
    fetch: world.fetch,
    dryRun: options.dryRun,
  }
  const { settings: made, lines } = await setUpStripe(input)
  for (const line of lines) world.print(`  ${line}`)
  if (options.dryRun) return
  const { text, names: added } = withSettings(world.readFile(SETTINGS_FILE) ?? '', made)
  if (added.length > 0) {
    world.writePrivateFile(SETTINGS_FILE, text)
    world.print(`  ${SETTINGS_FILE} now has ${added.join(', ')}`)
  }
  // Values from Stripe replace outdated values of the settings file for this deployment, because
  // Stripe knows its own objects.
  deployment.settings = { ...settings, ...made }
  deployment.isStripeSetUp = true
  const redact = createRedactor(made, secretNamesOf(file))
  deployment.world = { ...world, print: (line) => world.print(redact(line)) }
  const left = settingProblems(deployment)
  if (left.length > 0) throw new DeployRefused(left.join('\n'))
}

async function migrate(deployment: Deployment): Promise<void> {
  const { DATABASE_URL: databaseUrl } = deployment.settings
  const where =
    databaseUrl !== undefined && URL.canParse(databaseUrl)
      ? new URL(databaseUrl).host
      : 'the database'
  await change(deployment, `migrate ${where}`, async () => {
    try {
      await deployment.world.migrate(directUrl(databaseUrl ?? ''))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new DeployRefused(
        `The migration changed nothing, because ${where} refused it: ${reason}`,
      )
    }
  })
}

export const wranglerEnvironment = (
  settings: Settings,
  cloudflare: Cloudflare | undefined,
): Record<string, string> => ({
  ...(settings.CLOUDFLARE_API_TOKEN === undefined
    ? {}
    : { CLOUDFLARE_API_TOKEN: settings.CLOUDFLARE_API_TOKEN }),
  ...(cloudflare === undefined ? {} : { CLOUDFLARE_ACCOUNT_ID: cloudflare.account.id }),
})

/** Wrangler prints about sixty of these lines, one for each variable. They are not printed here. */
const IS_VARIABLE = /^env\..*Environment Variable/

/**
 * Runs wrangler and prints its lines, because they say why a command fails. Throws DeployRefused.
 */
async function runWrangler(
  deployment: Deployment,
  parameters: readonly string[],
  input?: string,
): Promise<void> {
  const { world, settings, cloudflare } = deployment
  const { status } = await world.wrangler([...parameters, '--config', CONFIG_FILE], {
    environment: wranglerEnvironment(settings, cloudflare),
    onLine: (line) => {
      if (!IS_VARIABLE.test(line)) world.print(`  | ${line}`)
    },
    ...(input === undefined ? {} : { input }),
  })
  if (status !== 0)
    throw new DeployRefused(
      `"wrangler ${parameters.join(' ')}" failed: the lines of wrangler above say why.`,
    )
}

function writeConfig(deployment: Deployment): void {
  const { world, file, settings, commit } = deployment
  const config = deployedConfig(file, settings, { root: world.root, commit })
  world.writePrivateFile(CONFIG_FILE, JSON.stringify(config, null, 2))
}

async function uploadSecrets(deployment: Deployment): Promise<void> {
  const { settings, file, deployed, world } = deployment
  const given = secretNamesOf(file).filter((name) => settings[name] !== undefined)
  const kept = given.filter((name) => GENERATED_SECRETS.includes(name) && deployed.includes(name))
  const sent = given.filter((name) => !kept.includes(name))
  for (const name of kept) world.print(`  ${name}: kept, the Worker has one`)
  if (sent.length === 0) return world.print('  none to set')
  writeConfig(deployment)
  const bulk = JSON.stringify(Object.fromEntries(sent.map((name) => [name, settings[name]])))
  await change(deployment, `set ${sent.join(', ')}`, async () => {
    await runWrangler(deployment, ['secret', 'bulk'], bulk)
  })
}

async function deployWorker(deployment: Deployment): Promise<void> {
  const { world, options, settings, names, cloudflare } = deployment
  writeConfig(deployment)
  world.writePrivateFile(BILL_FILE, world.billOfMaterials())
  world.print(`  software bill of materials: ${world.root}/${BILL_FILE}`)
  if (options.dryRun) {
    await runWrangler(deployment, ['deploy', '--dry-run', '--outdir', OUTPUT_FOLDER])
    return world.print('  would deploy the Worker')
  }
  const publicUrl = settings.PUBLIC_URL ?? ''
  if (cloudflare !== undefined && !isWorkersDev(publicUrl))
    await checkHostFree(cloudflare, new URL(publicUrl).hostname, names.worker)
  await runWrangler(deployment, ['deploy'])
}

const Peppers = z.record(z.string(), z.string())

async function checkAddressOf(deployment: Deployment): Promise<void> {
  const { world, settings, file, commit, options } = deployment
  const publicUrl = settings.PUBLIC_URL ?? ''
  const sandboxDomain = settings.SANDBOX_DOMAIN ?? file.vars.SANDBOX_DOMAIN ?? ''
  if (options.dryRun)
    return world.print(
      '  would ask /version, /health/ready and /health/auth, and analyse one domain of the sandbox',
    )
  await checkPublicAddress(world, { publicUrl, commit, sandboxDomain }, () => findKey(deployment))
}

async function findKey({ world, settings }: Deployment): Promise<BorrowedKey> {
  const { DEPLOY_API_KEY: key, API_KEY_PEPPER: peppers, DATABASE_URL: databaseUrl } = settings
  if (key !== undefined) return { key, giveBack: async () => undefined }
  if (peppers === undefined || databaseUrl === undefined)
    throw new DeployRefused(
      `The sandbox analysis has no key: put the deployed API_KEY_PEPPER and DATABASE_URL into ${SETTINGS_FILE}, or set DEPLOY_API_KEY.`,
    )
  const database = await world.connect(directUrl(databaseUrl))
  const borrowed = await borrowKey(database, Peppers.parse(JSON.parse(peppers)))
  return {
    key: borrowed.key,
    giveBack: async () => {
      await borrowed.giveBack()
      await database.end()
    },
  }
}

/** The steps in their order, by name. Each step can be repeated. */
export const STEPS: readonly (readonly [string, (deployment: Deployment) => Promise<void>])[] = [
  ['Queues', createQueues],
  ['Buckets', createBuckets],
  ['Stripe', prepareStripe],
  ['Migrations', migrate],
  ['Secrets', uploadSecrets],
  ['Worker', deployWorker],
  ['Public address', checkAddressOf],
]
