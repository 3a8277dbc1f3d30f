import { useQuery } from '@tanstack/preact-query'
import { creditsQuery } from '../../api/account-queries.ts'
import { LinkButton } from '../../parts/button.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { counted } from '../../parts/texts.ts'
import { highestCost, NAMES_MIN } from './correlate-names.ts'

export function PriceSentence({ names }: { names: readonly string[] }) {
  const cost = highestCost(names)
  if (cost === 0) return <>Sandbox names are free.</>
  return (
    <>
      It costs at most <strong class="tabular-nums text-ink">{counted(cost, 'credit')}</strong>: 1
      for the comparison, and 1 for each domain that the service has not analyzed in the last days.
    </>
  )
}

/** A correlation always costs something, except of sandbox names, and no plan includes one. */
export function useCannotPay(names: readonly string[]): boolean {
  const credits = useQuery(creditsQuery)
  return credits.data !== undefined && credits.data.balance < 1 && highestCost(names) > 0
}

// Shows the highest possible price, because the page cannot know which domains have recent
// analyses.
export function Price({ names }: { names: readonly string[] }) {
  const credits = useQuery(creditsQuery)
  const cost = highestCost(names)
  const balance = credits.data?.balance
  return (
    <div class="flex flex-col items-start gap-1 rounded-md bg-raised p-3 text-sm">
      {names.length >= NAMES_MIN && (
        <p>
          <PriceSentence names={names} />
        </p>
      )}
      {credits.isPending && <Skeleton lines={1} label="Loading the credits" />}
      {credits.isError && (
        <FailureNote error={credits.error} retry={() => void credits.refetch()} />
      )}
      {balance !== undefined && (
        <p class="text-muted">
          The account has <span class="tabular-nums">{counted(balance, 'credit')}</span>. Domains
          that cannot be analyzed are refunded.
        </p>
      )}
      {balance !== undefined && cost > balance && (
        <>
          <p>
            {balance < 1
              ? 'A correlation is paid with credits, also on a free plan. '
              : 'This may be too few. A correlation that is not covered is refused and costs nothing.'}
          </p>
          <LinkButton href="/billing">Buy credits</LinkButton>
        </>
      )}
    </div>
  )
}
