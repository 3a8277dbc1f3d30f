import { environmentProblems } from '../../shared/platform/environment.ts'
import { NoAnswer } from './ask-json.ts'
import { checkAddress, connectCloudflare, listSecrets } from './cloudflare.ts'
import { checkPostgres } from './postgres.ts'
import { checkResend } from './resend.ts'
import { sampleProblems } from './sample-values.ts'
import { GENERATED_SECRETS } from './secrets.ts'
import { SETTINGS_FILE } from './settings.ts'
import { placeOf } from './settings-template.ts'
import type { Deployment } from './state.ts'
import { checkSupabase } from './supabase.ts'
import { checkUpstash } from './upstash.ts'
import { requiredSecretsOf, secretNamesOf, varsOf } from './worker-config.ts'
import { DeployRefused } from './world.ts'

interface Check {
  name: string
  /** The check is left out if one of these settings is missing. */
  needs: readonly string[]
  run(deployment: Deployment): Promise<string>
}

const setting = ({ settings }: Deployment, name: string): string => settings[name] ?? ''

const CHECKS: readonly Check[] = [
  {
    name: 'Cloudflare',
    needs: [],
    run: async (deployment) => {
      const cloudflare = await connectCloudflare(deployment.world, deployment.settings)
      deployment.cloudflare = cloudflare
      deployment.deployed = await listSecrets(cloudflare, deployment.names.worker)
      const publicUrl = deployment.settings.PUBLIC_URL
      const isAddress = publicUrl !== undefined && URL.canParse(publicUrl)
      const host = isAddress
        ? await checkAddress(cloudflare, publicUrl, deployment.names.worker)
        : undefined
      return `account ${cloudflare.account.name}${host === undefined ? '' : `, address ${host}`}`
    },
  },
  {
    name: 'Neon',
    needs: ['DATABASE_URL'],
    run: (deployment) => checkPostgres(deployment.world, setting(deployment, 'DATABASE_URL')),
  },
  {
    name: 'Upstash',
    needs: ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
    run: (deployment) => {
      const url = setting(deployment, 'UPSTASH_REDIS_REST_URL')
      return checkUpstash(deployment.world.fetch, {
        url,
        token: setting(deployment, 'UPSTASH_REDIS_REST_TOKEN'),
      })
    },
  },
  {
    name: 'Supabase',
    needs: ['IDP_URL', 'IDP_PUBLISHABLE_KEY'],
    run: (deployment) =>
      checkSupabase(deployment.world.fetch, {
        url: setting(deployment, 'IDP_URL'),
        publishableKey: setting(deployment, 'IDP_PUBLISHABLE_KEY'),
        serviceKey: deployment.settings.IDP_SERVICE_KEY,
        jwtSecret: deployment.settings.IDP_JWT_SECRET,
      }),
  },
  {
    name: 'Resend',
    needs: ['RESEND_API_KEY', 'EMAIL_FROM'],
    run: (deployment) => {
      const apiKey = setting(deployment, 'RESEND_API_KEY')
      return checkResend(deployment.world.fetch, {
        apiKey,
        from: setting(deployment, 'EMAIL_FROM'),
      })
    },
  },
]

/**
 * Runs all checks, even after one has failed, so that the operator sees at once everything that is
 * missing. Throws DeployRefused; a dry run prints the problems and returns false.
 */
export async function checkAccounts(deployment: Deployment): Promise<boolean> {
  const { world, settings, options } = deployment
  world.print(`Checks, with the settings of ${SETTINGS_FILE} and the environment`)
  const problems: string[] = []
  for (const { name, needs, run } of CHECKS) {
    const missing = needs.filter((each) => settings[each] === undefined)
    const invalid = invalidSettings(deployment).filter((each) => needs.includes(each))
    if (missing.length > 0) world.print(`  ${name}: not checked without ${missing.join(' and ')}`)
    else if (invalid.length > 0)
      world.print(`  ${name}: not checked with an invalid ${invalid.join(' and ')}`)
    else {
      try {
        world.print(`  ${name}: ${await run(deployment)}`)
      } catch (error) {
        if (!(error instanceof DeployRefused || error instanceof NoAnswer)) throw error
        const sentence =
          error instanceof NoAnswer
            ? `${name}: ${error.message}: check its address, or try again.`
            : error.message
        world.print(`  ${name}: not ready`)
        problems.push(sentence)
      }
    }
  }
  problems.push(...settingProblems(deployment))
  world.print(`  Settings: ${settingProblems(deployment).length === 0 ? 'complete' : 'not ready'}`)
  if (problems.length === 0) return true
  if (!options.dryRun) throw new DeployRefused(problems.join('\n'))
  world.print('A deployment would stop here:')
  for (const problem of problems) world.print(`  ${problem}`)
  return false
}

/** The environment of the Worker, without values that only the deployed Worker has. */
const environmentOf = ({ file, settings, commit }: Deployment): object => ({
  ...('ai' in file ? { AI: file.ai } : {}),
  ...Object.fromEntries(
    secretNamesOf(file).flatMap((name) =>
      settings[name] === undefined ? [] : [[name, settings[name]]],
    ),
  ),
  ...varsOf(file, settings, commit),
})

const nameOf = (problem: string) => problem.slice(0, problem.indexOf(':'))
const invalidSettings = (deployment: Deployment) =>
  environmentProblems(environmentOf(deployment)).map(nameOf)

/** Returns one sentence for each setting that is missing, invalid or a sample value. */
export function settingProblems(deployment: Deployment): string[] {
  const { settings, file, deployed, isStripeSetUp } = deployment
  const samples = sampleProblems(file.vars, settings)
  const isSample = (name: string) => samples.some((each) => each.startsWith(`${name} `))
  // The migrations run on this machine and need the address of the database here, even if the
  // Worker already has it.
  const isDeployed = (name: string) =>
    settings[name] === undefined && name !== 'DATABASE_URL' && deployed.includes(name)
  // The secret exists only after the step "Stripe" has created the webhook endpoint, so it is not
  // missing before.
  const isMade = (name: string) => name === 'STRIPE_WEBHOOK_SECRET' && !isStripeSetUp
  const wrong = environmentProblems(environmentOf(deployment))
    .map((problem) => ({ problem, name: nameOf(problem) }))
    .filter(({ name }) => !isSample(name) && !isDeployed(name) && !isMade(name))
  const isMissing = (name: string) =>
    settings[name] === undefined && requiredSecretsOf(file).includes(name)
  const isGenerated = (name: string) => isMissing(name) && GENERATED_SECRETS.includes(name)
  const generated = wrong.filter(({ name }) => isGenerated(name)).map(({ name }) => name)
  const other = wrong.filter(({ name }) => !isGenerated(name))
  return [
    ...samples,
    ...(generated.length === 0
      ? []
      : [`Not set: ${generated.join(', ')}. Run npm run deploy -- --secrets to generate it.`]),
    ...other.map(({ name, problem }) =>
      isMissing(name) ? `${name} is not set: ${placeOf(name)}` : `${problem}: ${placeOf(name)}`,
    ),
  ]
}
