import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { Button } from '../../parts/button.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count, money } from '../../parts/texts.ts'
import { newestEntryQuery, packsQuery } from './billing-queries.ts'
import { creditPrice } from './credit-packs.ts'
import { openPaymentPage } from './open-payment-page.ts'

// `after` is the id of the newest ledger entry before the purchase. A later entry with credits
// shows that the payment arrived.
function returnAddresses(after: string) {
  const page = `${location.origin}/app/billing`
  return {
    success_url: `${page}?${new URLSearchParams({ purchase: 'done', after })}`,
    cancel_url: `${page}?purchase=canceled`,
  }
}

export function BuyCredits() {
  const ledger = useQuery(newestEntryQuery)
  const packs = useQuery(packsQuery)
  const [attempt] = useState(() => createAttempts())
  const buy = useMutation({
    mutationFn: async (pack: string) => {
      const body = { pack, ...returnAddresses(ledger.data?.[0]?.entry_id ?? '') }
      const checkout = await attempt(JSON.stringify(body), (key) =>
        read(
          api.POST('/billing/credits/checkout', {
            params: { header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      )
      openPaymentPage(checkout.checkout_url)
    },
  })
  return (
    <Section
      title="Buy credits"
      lead="You pay once, on the page of the payment provider. Credits do not expire with the month."
    >
      {packs.isPending && <Skeleton lines={2} label="Loading the packs" />}
      {packs.isError && <FailureNote error={packs.error} retry={() => void packs.refetch()} />}
      {packs.data?.length === 0 && <p class="text-sm text-muted">This service sells no credits.</p>}
      <ul class="grid gap-3 sm:grid-cols-3">
        {packs.data?.map((pack) => (
          <li key={pack.pack} class="flex flex-col gap-3 rounded-md border border-line p-4">
            <div>
              <p class="font-semibold tabular-nums">{count(pack.credits)} credits</p>
              <p class="text-sm text-muted tabular-nums">
                {money(pack.price_cents, pack.currency)}, {creditPrice(pack)} each
              </p>
            </div>
            <Button
              isBusy={buy.isPending}
              disabled={ledger.isPending}
              aria-label={`Buy ${count(pack.credits)} credits`}
              onClick={() => buy.mutate(pack.pack)}
            >
              Buy
            </Button>
          </li>
        ))}
      </ul>
      {buy.isError && (
        <div class="mt-4">
          <FailureNote error={buy.error} />
        </div>
      )}
    </Section>
  )
}
