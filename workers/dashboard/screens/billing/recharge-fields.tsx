import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { count, money, withVisibleControls } from '../../parts/texts.ts'
import { packsQuery, rechargeQuery } from './billing-queries.ts'
import { packInWords } from './credit-packs.ts'
import {
  cardInWords,
  formOf,
  LIMIT_CURRENCY,
  mayRaiseSpending,
  problemsOf,
  type RechargeProblems,
  type RechargeSettings,
  readForm,
} from './recharge-form.ts'

type Settings = Schemas['AutoRechargeSettings']
type Packs = readonly Schemas['CreditPack'][]

/** A pack that is no longer sold stays in the list as long as it is the chosen one. */
const packChoices = (current: string, packs: Packs) => {
  const known = packs.map(({ pack }) => pack)
  return (known.includes(current) ? known : [...known, current]).map(
    (id) => [id, withVisibleControls(packInWords(id, packs))] as const,
  )
}

/** If a change could lead to higher spending, the user must confirm it. */
export function RechargeFields({ settings }: { settings: Settings }) {
  const queries = useQueryClient()
  const packs = useQuery(packsQuery).data ?? []
  const [form, setForm] = useState(() => formOf(settings))
  const [problems, setProblems] = useState<RechargeProblems>({})
  const [asked, setAsked] = useState<RechargeSettings | null>(null)
  const save = useMutation({
    mutationFn: (body: RechargeSettings) => read(api.PUT('/billing/auto-recharge', { body })),
    onSuccess: (saved) => {
      queries.setQueryData(rechargeQuery.queryKey, saved)
      setForm(formOf(saved))
      setProblems({})
    },
    onError: (error) => setProblems(problemsOf(failureOf(error))),
  })
  const change = (part: Partial<typeof form>) => {
    setForm({ ...form, ...part })
    save.reset()
  }
  const submit = () => {
    const found = readForm(form)
    setProblems('problems' in found ? found.problems : {})
    if ('problems' in found) return
    if (mayRaiseSpending(settings, found.settings) && settings.payment_method !== null)
      setAsked(found.settings)
    else save.mutate(found.settings)
  }
  const isUnexplained = save.isError && Object.keys(problems).length === 0
  return (
    <form
      class="flex max-w-md flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) submit()
      }}
    >
      <div>
        <CheckField
          label="Recharge automatically"
          isChecked={form.isEnabled}
          onCheck={(isEnabled) => change({ isEnabled })}
        />
        <p role="alert" class="text-sm text-bad empty:hidden">
          {problems.enabled}
        </p>
      </div>
      <TextField
        label="When this many credits or fewer are left"
        inputMode="numeric"
        value={form.threshold}
        onText={(threshold) => change({ threshold })}
        problem={problems.threshold}
      />
      <SelectField
        label="Buy"
        value={form.pack}
        choices={packChoices(form.pack, packs)}
        onChoice={(pack) => change({ pack })}
        problem={problems.pack}
      />
      <TextField
        label="Charge at most, in US dollars a month"
        inputMode="decimal"
        value={form.monthlyLimit}
        onText={(monthlyLimit) => change({ monthlyLimit })}
        hint="Leave it empty for no limit."
        problem={problems.monthly_limit_cents}
      />
      <div class="flex items-center gap-3">
        <Button type="submit" look="primary" isBusy={save.isPending}>
          Save
        </Button>
        <span role="status" class="text-sm text-muted">
          {save.isSuccess ? 'Saved.' : ''}
        </span>
      </div>
      {isUnexplained && <FailureNote error={save.error} />}
      <ConfirmDialog
        title="Allow these charges?"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        action="Allow"
        onConfirm={async () => {
          if (asked !== null) await save.mutateAsync(asked)
        }}
      >
        {asked !== null && (
          <p class="outside">{chargeInWords(asked, settings.payment_method, packs)}</p>
        )}
      </ConfirmDialog>
    </form>
  )
}

function chargeInWords(
  { threshold, pack, monthly_limit_cents: limit }: RechargeSettings,
  card: Settings['payment_method'],
  packs: Packs,
) {
  const payer = card === null ? 'the saved card' : withVisibleControls(cardInWords(card))
  const bound =
    limit === null
      ? 'There is no monthly limit.'
      : `At most ${money(limit, LIMIT_CURRENCY)} a month.`
  return (
    `When ${count(threshold)} credits or fewer are left, ${payer} is charged for ` +
    `${withVisibleControls(packInWords(pack, packs))}. ${bound} You get an email about this change.`
  )
}
