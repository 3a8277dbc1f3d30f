import { useQuery } from '@tanstack/preact-query'
import { profileQuery } from '../../api/account-queries.ts'
import type { Schemas } from '../../api/api-client.ts'
import { type Fact, FactList } from '../../parts/fact-list.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { FailureNote, Skeleton } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { AccountClosing } from './account-closing.tsx'
import { AccountExport } from './account-export.tsx'
import { MailPreferences } from './mail-preferences.tsx'
import { ModelKeys } from './model-keys.tsx'

export default function Settings() {
  const me = useQuery(profileQuery)
  return (
    <Page title="Settings">
      <Section title="Profile">
        {me.isPending && <Skeleton label="Loading the profile" />}
        {me.isError && <FailureNote error={me.error} retry={() => void me.refetch()} />}
        {me.isSuccess && <FactList facts={factsOf(me.data)} />}
      </Section>
      <MailPreferences />
      {me.isSuccess && <ModelKeys tier={me.data.tier} />}
      <AccountExport />
      <AccountClosing />
    </Page>
  )
}

const NAME_SHOWN = 120

function factsOf({ email, name, tier, created_at: since }: Schemas['MeResponse']): Fact[] {
  const facts: Fact[] = []
  if (name !== null) facts.push(['Name', <OutsideText key="name" text={name} max={NAME_SHOWN} />])
  if (email !== null)
    facts.push(['Email address', <OutsideText key="email" text={email} max={NAME_SHOWN} />])
  return [
    ...facts,
    [
      'Plan',
      <span key="plan" class="capitalize">
        {tier}
      </span>,
    ],
    ['Customer since', <Time key="since" at={since} />],
  ]
}
