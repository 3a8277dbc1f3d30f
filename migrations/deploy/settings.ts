import { parseEnv } from 'node:util'
import { VARS } from '../../shared/platform/environment.ts'
import { SECTIONS } from './settings-template.ts'
import { DeployRefused, type World } from './world.ts'

export const SETTINGS_FILE = '.deploy.env'

/**
 * Variables and secrets of the Worker, and settings of the deployment itself. No value is empty.
 */
export type Settings = Readonly<Record<string, string>>

/** Only the deployment reads these settings. They do not reach the Worker. */
const DEPLOY_SETTINGS = [
  'CLOUDFLARE_API_TOKEN',
  'CLOUDFLARE_ACCOUNT_ID',
  'DEPLOY_NAME',
  'DEPLOY_PREFIX',
  'DEPLOY_PLACEMENT',
  'DEPLOY_API_KEY',
  'STRIPE_PLANS',
] as const

/** COMMIT is not a setting, because it is always the deployed commit. */
const NAMES = [...DEPLOY_SETTINGS, ...Object.keys(VARS).filter((name) => name !== 'COMMIT')]

/**
 * Reads the settings file. An environment variable with the name of a setting replaces it. Throws
 * DeployRefused for an unknown name, because a misspelt setting would be ignored silently.
 */
export function readSettings({
  readFile,
  environment,
}: Pick<World, 'readFile' | 'environment'>): Settings {
  const written = parseEnv(readFile(SETTINGS_FILE) ?? '')
  const unknown = Object.keys(written).filter((name) => !NAMES.includes(name))
  if (unknown.length > 0)
    throw new DeployRefused(
      `${SETTINGS_FILE} names ${unknown.join(', ')}, which is no setting: correct or remove it.`,
    )
  const given = NAMES.map((name) => [name, environment[name] || written[name] || ''] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== ''))
}

/** Without a USER_AGENT, the service names its own page /bot to the sites that it visits. */
export const withUserAgent = (settings: Settings): Settings =>
  settings.USER_AGENT !== undefined || settings.PUBLIC_URL === undefined
    ? settings
    : {
        ...settings,
        USER_AGENT: `DomainAttributionBot/1.0 (+${settings.PUBLIC_URL.replace(/\/$/, '')}/bot)`,
      }

/**
 * Adds settings to the text of a settings file. A setting that already has a value in the text is
 * not changed.
 */
export function withSettings(
  text: string,
  added: Readonly<Record<string, string>>,
): { text: string; names: string[] } {
  const present = parseEnv(text)
  const names = Object.keys(added).filter((name) => !present[name])
  let result = text
  for (const name of names) {
    const line = `${name}=${quoted(added[name] ?? '')}`
    const place = new RegExp(`^${name}=[ \\t]{0,9}$`, 'm')
    // The replacement is a function. As a text, it could contain "$&", which String.replace would
    // expand.
    result = place.test(result)
      ? result.replace(place, () => line)
      : `${result}${result === '' || result.endsWith('\n') ? '' : '\n'}${line}\n`
  }
  return { text: result, names }
}

/**
 * Replaces the values in the text of a settings file, and appends settings that it does not name.
 */
export function assigned(text: string, values: Readonly<Record<string, string>>): string {
  let result = text
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}=${quoted(value)}`
    const place = new RegExp(`^${name}=.*$`, 'm')
    result = place.test(result) ? result.replace(place, () => line) : `${result}${line}\n`
  }
  return result
}

/**
 * Quotes a value so that Node's function parseEnv reads it unchanged. Throws for a value that
 * contains all three quotation marks.
 */
function quoted(value: string): string {
  const mark = ["'", '`', '"'].find((each) => !value.includes(each))
  if (mark === undefined) throw new Error('a setting has three kinds of quotation marks')
  return `${mark}${value}${mark}`
}

export function settingsTemplate(): string {
  const head = `# Settings of one deployment: names, keys and secrets. This file stays on this machine and is ignored by git. Keep a copy
# in a password manager: without API_KEY_PEPPER no API key works any more, and without SEAL_KEYS no stored secret can be
# read. "npm run deploy" checks every value. docs/operations.md, section "Deploy", goes through the accounts one by one.
`
  const sections = SECTIONS.map(({ title, settings }) => {
    const lines = settings.map(({ name, place, sample, isOptional }) => {
      const comment = `# ${isOptional ? 'Optional. ' : ''}${place}`
      return sample === undefined
        ? `${comment}\n${name}=`
        : `${comment}\n# For example: ${sample}\n${name}=`
    })
    return `\n# ---- ${title}\n${lines.join('\n')}\n`
  })
  return head + sections.join('')
}
