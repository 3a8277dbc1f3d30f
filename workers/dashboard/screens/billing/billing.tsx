import { Page } from '../../parts/page.tsx'
import { BuyCredits } from './buy-credits.tsx'
import { CheckoutReturn } from './checkout-return.tsx'
import { ForecastSection } from './forecast-section.tsx'
import { LedgerSection } from './ledger-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { RechargeSection } from './recharge-section.tsx'
import { UsageSection } from './usage-section.tsx'

export default function Billing() {
  return (
    <Page title="Usage and billing" lead="Analyses of this period, credits, and payments.">
      <CheckoutReturn />
      <UsageSection />
      <ForecastSection />
      <PlanSection />
      <BuyCredits />
      <RechargeSection />
      <LedgerSection />
    </Page>
  )
}
