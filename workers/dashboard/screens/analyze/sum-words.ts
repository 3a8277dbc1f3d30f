import type { Schemas } from '../../api/api-client.ts'
import { count } from '../../parts/texts.ts'

type Usage = Pick<Schemas['MeResponse'], 'usage' | 'credits'>

const credits = (number: number) => `${count(number)} ${number === 1 ? 'credit' : 'credits'}`
const analyses = (number: number) => `${count(number)} ${number === 1 ? 'analysis' : 'analyses'}`

/** Sum of so many analyses: the quota of the month pays first, then credits. */
export function sumInWords(wanted: number, { usage, credits: balance }: Usage): string {
  const left = usage.quota === null ? wanted : Math.max(0, usage.quota - usage.used)
  const fromQuota = Math.min(wanted, left)
  const paid = wanted - fromQuota
  const parts = [
    ...(fromQuota > 0 ? [`${count(fromQuota)} from your quota`] : []),
    ...(paid > 0 ? [`${credits(paid)} (you have ${count(balance)})`] : []),
  ]
  return `${analyses(wanted)}: ${parts.join(', ')}.`
}
