import { Page } from '../../parts/page.tsx'
import { Deliveries } from './deliveries.tsx'
import { DeliveryLookup } from './delivery-lookup.tsx'
import { SendTest } from './send-test.tsx'
import { SigningSecret } from './signing-secret.tsx'

export default function Webhooks() {
  return (
    <Page
      title="Webhooks"
      lead="The service sends an event to the callback address of an analysis, list or correlation when it ends, and of a monitor when it finds a change."
    >
      <Deliveries />
      <SendTest />
      <SigningSecret />
      <DeliveryLookup />
    </Page>
  )
}
