import { useMutation, useQuery } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { createAttempts } from '../../api/attempts.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button } from '../../parts/button.tsx'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { Notice } from '../../parts/notice.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { money } from '../../parts/texts.ts'
import { rechargeQuery } from './billing-queries.ts'
import { openPaymentPage } from './open-payment-page.ts'
import { RechargeFields } from './recharge-fields.tsx'
import { cardInWords, LIMIT_CURRENCY } from './recharge-form.ts'

type Settings = Schemas['AutoRechargeSettings']

export function RechargeSection() {
  const recharge = useQuery(rechargeQuery)
  return (
    <Section
      title="Automatic recharge"
      lead="Buys a credit pack with a saved card when the balance gets low."
    >
      {recharge.isPending && <Skeleton lines={5} label="Loading the automatic recharge" />}
      {recharge.isError && (
        <FailureNote error={recharge.error} retry={() => void recharge.refetch()} />
      )}
      {recharge.isSuccess && <Recharge settings={recharge.data} />}
    </Section>
  )
}

function Recharge({ settings }: { settings: Settings }) {
  const {
    enabled,
    payment_method: card,
    spent_this_month_cents: spent,
    last_error: lastError,
  } = settings
  const facts: Fact[] = [
    [
      'State',
      <Badge key="state" tone={enabled ? 'good' : 'neutral'}>
        {enabled ? 'On' : 'Off'}
      </Badge>,
    ],
    [
      'Card',
      card === null ? (
        'No card is saved'
      ) : (
        <OutsideText key="card" text={cardInWords(card)} max={40} />
      ),
    ],
    ['Charged this month', money(spent, LIMIT_CURRENCY)],
  ]
  return (
    <div class="flex flex-col gap-5">
      <FactList facts={facts} />
      {lastError !== null && (
        <Notice tone="warn">
          <p>
            The last recharge failed: <OutsideText text={lastError} />
          </p>
        </Notice>
      )}
      <CardSetup hasCard={card !== null} />
      <RechargeFields settings={settings} />
    </div>
  )
}

function CardSetup({ hasCard }: { hasCard: boolean }) {
  const [attempt] = useState(() => createAttempts())
  const save = useMutation({
    mutationFn: async () => {
      const page = `${location.origin}/app/billing`
      const body = { success_url: `${page}?card=done`, cancel_url: `${page}?card=canceled` }
      const checkout = await attempt('card', (key) =>
        read(
          api.POST('/billing/auto-recharge/setup', {
            params: { header: { 'Idempotency-Key': key } },
            body,
          }),
        ),
      )
      openPaymentPage(checkout.checkout_url)
    },
  })
  return (
    <div class="flex flex-col items-start gap-2">
      <Button isBusy={save.isPending} onClick={() => save.mutate()}>
        {hasCard ? 'Save another card' : 'Save a card'}
      </Button>
      <p class="text-sm text-muted">
        The card is entered on the page of the payment provider. Saving it costs nothing.
      </p>
      {save.isError && <FailureNote error={save.error} />}
    </div>
  )
}
