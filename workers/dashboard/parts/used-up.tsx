import { useQuery } from '@tanstack/preact-query'
import { BILLING } from '../api/account-queries.ts'
import { api, read } from '../api/api-client.ts'
import { LinkButton } from './button.tsx'
import { count, counted, money } from './texts.ts'
import { useMeans } from './use-means.ts'

const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** True for the refusals that this card explains. */
export const isUsedUp = (code: string): boolean =>
  code === 'QUOTA_EXCEEDED' || code === 'INSUFFICIENT_CREDITS'

/** Stands where quota and credits do not cover an action. */
export function UsedUp({
  title = 'Your quota and credits do not cover this.',
}: {
  title?: string
}) {
  const { means, usage } = useMeans()
  const packs = useQuery({
    queryKey: [...BILLING, 'packs'],
    queryFn: async ({ signal }) => (await read(api.GET('/billing/packs', { signal }))).packs,
  })
  const [pack] = [...(packs.data ?? [])].sort((one, other) => one.price_cents - other.price_cents)
  return (
    <div
      role="status"
      class="flex flex-col items-start gap-2 rounded-md border border-line bg-raised p-4 text-sm"
    >
      <p class="outside font-medium">{title}</p>
      <p class="tabular-nums">
        {usage !== undefined && usage.quota !== null && usage.quota > 0 && (
          <>
            {count(Math.min(usage.used, usage.quota))} of {count(usage.quota)} analyses used until{' '}
            {DAY.format(new Date(usage.period_end))}.{' '}
          </>
        )}
        {means !== undefined && <>You have {counted(means.credits, 'credit')}. </>}
        {pack !== undefined && (
          <>
            {count(pack.credits)} credits for {money(pack.price_cents, pack.currency)}.
          </>
        )}
      </p>
      <LinkButton href="/billing" look="primary">
        Buy credits
      </LinkButton>
    </div>
  )
}
