import { useMutation, useQuery } from '@tanstack/preact-query'
import { creditsQuery } from '../../api/account-queries.ts'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { StatusBadge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { Time } from '../../parts/time.tsx'
import { subscriptionQuery } from './billing-queries.ts'
import { openPaymentPage } from './open-payment-page.ts'

export function PlanSection() {
  const credits = useQuery(creditsQuery)
  const subscription = useQuery(subscriptionQuery)
  const failed = [credits, subscription].find(({ isError }) => isError)
  return (
    <Section title="Credits and plan">
      {failed !== undefined && (
        <FailureNote
          error={failed.error}
          retry={() => {
            void credits.refetch()
            void subscription.refetch()
          }}
        />
      )}
      {failed === undefined && !(credits.isSuccess && subscription.isSuccess) && (
        <Skeleton label="Loading the plan" />
      )}
      {credits.isSuccess && subscription.isSuccess && (
        <div class="flex flex-col items-start gap-4">
          <FactList facts={factsOf(credits.data, subscription.data)} />
          <p class="text-sm text-muted">
            {credits.data.has_active_subscription
              ? 'Your subscription covers analyses. Those beyond the quota are on the next invoice.'
              : 'The quota of the month pays first. After that, one analysis costs one credit.'}
          </p>
          {subscription.data.stripe_customer_id !== null && <Portal />}
        </div>
      )}
    </Section>
  )
}

function factsOf(
  credits: Schemas['CreditBalance'],
  subscription: Schemas['SubscriptionInfo'],
): Fact[] {
  const facts: Fact[] = [
    ['Credits', <strong key="credits">{count(credits.balance)}</strong>],
    [
      'Plan',
      <span key="plan" class="capitalize">
        {subscription.tier}
      </span>,
    ],
  ]
  if (subscription.status !== 'none')
    facts.push(['Subscription', <StatusBadge key="status" status={subscription.status} />])
  if (subscription.current_period_end !== null) {
    const name = subscription.cancel_at_period_end ? 'Ends' : 'Renews'
    facts.push([name, <Time key="end" at={subscription.current_period_end} />])
  }
  return facts
}

// Opens the customer portal of the payment provider. Only an account that has bought something has
// one.
function Portal() {
  const open = useMutation({
    mutationFn: async () => {
      const query = { return_url: `${location.origin}/app/billing` }
      const { portal_url: address } = await read(api.GET('/billing/portal', { params: { query } }))
      openPaymentPage(address)
    },
  })
  return (
    <>
      <Button isBusy={open.isPending} onClick={() => open.mutate()}>
        Invoices and payment methods
      </Button>
      {open.isError && <FailureNote error={open.error} />}
    </>
  )
}
