import { useQuery, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useSearchParams } from 'wouter-preact'
import { BILLING } from '../../api/account-queries.ts'
import { api, readPage, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { Notice } from '../../parts/notice.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { rechargeQuery } from './billing-queries.ts'
import { purchaseAfter } from './ledger-texts.ts'

const POLL_MS = 2_000
// After two minutes the page stops asking. A later payment is not lost, because the payment
// provider also reports it to the service.
const POLLS_MAX = 60
// Analyses that run at the same time also add ledger entries, so the page searches more than the
// newest entry.
const ENTRIES_SEARCHED = 100

type Entry = Schemas['LedgerEntry']
type Outcome = 'none' | 'purchase done' | 'card done' | 'canceled'

// Anybody can write this address, so it only decides which message is shown. Amounts are read from
// the API.
function outcomeOf(parameters: URLSearchParams): Outcome {
  const purchase = parameters.get('purchase')
  const card = parameters.get('card')
  if (purchase === 'done') return 'purchase done'
  if (card === 'done') return 'card done'
  return purchase === 'canceled' || card === 'canceled' ? 'canceled' : 'none'
}

export function CheckoutReturn() {
  const [parameters, setParameters] = useSearchParams()
  const [{ outcome, after }] = useState(() => ({
    outcome: outcomeOf(parameters),
    after: parameters.get('after') ?? '',
  }))
  // Removes the parameters from the address, so that a reload or a bookmark does not show the
  // message again.
  const forget = () => setParameters({}, { replace: true })
  return (
    <div role="status" class="empty:hidden">
      {outcome === 'purchase done' && <Purchase after={after} onArrived={forget} />}
      {outcome === 'card done' && <Card onArrived={forget} />}
      {outcome === 'canceled' && (
        <Notice>You left the payment page. Nothing was charged or saved.</Notice>
      )}
    </div>
  )
}

function Purchase({ after, onArrived }: { after: string; onArrived: () => void }) {
  const queries = useQueryClient()
  const [arrived, setArrived] = useState<Entry | null>(null)
  const ledger = useQuery({
    queryKey: [...BILLING, 'purchase', after],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/billing/ledger', { params: { query: { limit: ENTRIES_SEARCHED } }, signal }),
      ),
    enabled: arrived === null,
    refetchInterval: ({ state }) => (state.dataUpdateCount < POLLS_MAX ? POLL_MS : false),
  })
  const found = ledger.data === undefined ? null : purchaseAfter(ledger.data.data, after)
  useEffect(() => {
    if (found === null || arrived !== null) return
    setArrived(found)
    onArrived()
    void queries.invalidateQueries({ queryKey: BILLING })
  }, [found, arrived, onArrived, queries])
  if (arrived !== null) {
    return (
      <Notice tone="good">
        <p>
          Thank you. {count(arrived.delta)} credits were added. The balance is{' '}
          {count(arrived.balance_after)}.
        </p>
      </Notice>
    )
  }
  if (ledger.isError)
    return <FailureNote error={ledger.error} retry={() => void ledger.refetch()} />
  return (
    <Notice>
      <p>
        Waiting for the confirmation of the payment. The credits appear here, usually within a
        minute.
      </p>
      <Button onClick={() => void ledger.refetch()} isBusy={ledger.isFetching}>
        Check now
      </Button>
    </Notice>
  )
}

function Card({ onArrived }: { onArrived: () => void }) {
  const recharge = useQuery({
    ...rechargeQuery,
    refetchInterval: ({ state }) =>
      state.data?.payment_method == null && state.dataUpdateCount < POLLS_MAX ? POLL_MS : false,
  })
  const isSaved = recharge.data?.payment_method != null
  useEffect(() => {
    if (isSaved) onArrived()
  }, [isSaved, onArrived])
  if (isSaved)
    return (
      <Notice tone="good">Your card is saved. You can switch the automatic recharge on now.</Notice>
    )
  if (recharge.isError)
    return <FailureNote error={recharge.error} retry={() => void recharge.refetch()} />
  return (
    <Notice>
      Waiting for the confirmation of the card. It appears below, usually within a minute.
    </Notice>
  )
}
