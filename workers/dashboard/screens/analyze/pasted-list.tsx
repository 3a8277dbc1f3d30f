import { forecastOf, forecastText } from '../../parts/forecast.ts'
import { OutsideName } from '../../parts/outside-name.tsx'
import type { PastedNames } from '../../parts/pasted-names.ts'
import { chargedNames } from '../../parts/sandbox-names.ts'
import { count, counted } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'
import { UsedUp } from '../../parts/used-up.tsx'

const NAMES_SHOWN = 100
const TEXT_CHARACTERS_SHOWN = 120

/** The domains of a pasted text, and the cost of the list that they become. */
export default function PastedList({ found }: { found: PastedNames }) {
  const { names, addresses, rejected, isCut } = found
  const { means } = useMeans()
  const charged = chargedNames(names.map(({ domain }) => domain))
  const forecast = means === undefined ? null : forecastOf(charged, means)
  const isRefused = forecast !== null && charged > 0 && forecast.uncovered === charged
  return (
    <div class="flex min-w-0 flex-col gap-2 rounded-md bg-raised p-3 text-sm">
      <p role="status" class="font-medium">
        {count(names.length)} domains found
      </p>
      <p id="list-price" class="tabular-nums">
        {forecast !== null && means !== undefined && forecastText(forecast, means)}
      </p>
      {isRefused && <UsedUp />}
      <details>
        <summary class="w-fit cursor-pointer py-1 text-muted">Show them</summary>
        <ul class="max-h-64 overflow-y-auto pt-1 sm:columns-2">
          {names.slice(0, NAMES_SHOWN).map(({ domain }) => (
            <li key={domain}>
              <OutsideName text={domain} max={TEXT_CHARACTERS_SHOWN} />
            </li>
          ))}
          {names.length > NAMES_SHOWN && (
            <li class="text-muted">and {count(names.length - NAMES_SHOWN)} more</li>
          )}
        </ul>
      </details>
      {addresses.length > 0 && (
        <p class="text-muted">
          {counted(addresses.length, 'IP address is', 'IP addresses are')} left out: the service
          analyzes domains.
        </p>
      )}
      {rejected.length > 0 && (
        <ul class="text-muted">
          {rejected.map(({ text, reason }) => (
            <li key={text}>
              <OutsideName text={text} max={TEXT_CHARACTERS_SHOWN} />: {reason}
            </li>
          ))}
        </ul>
      )}
      {isCut && <p class="text-warn">The text is too long. Only its first part was read.</p>}
    </div>
  )
}
