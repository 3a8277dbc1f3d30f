import type { Settings } from './settings.ts'
import { placeOf } from './settings-template.ts'

/**
 * Finds sample values: a host that ends in .example, which nobody can register (RFC 2606), and the
 * sample key and prices of wrangler.toml.
 */
const SAMPLE = /\.example(?![\w.-])|sb_publishable_sample|"price_(?:pro|team)_(?:monthly|overage)"/i

/**
 * The default of SANDBOX_DOMAIN ends in .example, but it is a real value: no analysis of it may
 * reach a real site.
 */
const isSample = (name: string, value: string) => name !== 'SANDBOX_DOMAIN' && SAMPLE.test(value)

export const realValues = (committed: Settings): Settings =>
  Object.fromEntries(Object.entries(committed).filter(([name, value]) => !isSample(name, value)))

/**
 * Returns one sentence for each variable that still has a sample value. `settings` replace the
 * values of wrangler.toml (`committed`). Sample prices do not count if the deployment sets no
 * plans, because it then sells no subscription.
 */
export function sampleProblems(committed: Settings, settings: Settings): string[] {
  const unchanged = Object.keys(committed).filter(
    (name) => settings[name] === undefined && name !== 'SUBSCRIPTION_PLANS',
  )
  const given = Object.keys(settings).filter((name) => isSample(name, settings[name] ?? ''))
  return [...unchanged, ...given].map(
    (name) =>
      `${name} has the sample value of wrangler.toml or names a sample host: ${placeOf(name)}`,
  )
}
