import { Page } from '../../parts/page.tsx'
import { DeadLetters } from './dead-letters.tsx'
import { DeliveryLookup } from './delivery-lookup.tsx'
import { SigningSecret } from './signing-secret.tsx'

export default function Webhooks() {
  return (
    <Page
      title="Webhooks"
      lead="The service sends an event to the callback address of an analysis, list or correlation when it ends."
    >
      <SigningSecret />
      <DeliveryLookup />
      <DeadLetters />
    </Page>
  )
}
