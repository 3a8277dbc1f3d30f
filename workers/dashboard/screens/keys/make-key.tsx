import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote } from '../../parts/states.tsx'

/** Longest name that `POST /auth/keys` accepts. */
const NAME_CHARACTERS_MAX = 100

/**
 * Only this component keeps the raw key, and only until its dialog is closed. The key is never in a
 * cache, an address or storage.
 */
export function MakeKey({ onMade }: { onMade: () => void }) {
  const [name, setName] = useState('')
  const [billing, setBilling] = useState(true)
  const [secret, setSecret] = useState<string | null>(null)
  const make = useMutation({
    // Returns nothing, because the query library would keep the returned key in its cache.
    mutationFn: async (body: { name: string; billing: boolean }) => {
      const made = await read(api.POST('/auth/keys', { body }))
      setSecret(made.key ?? null)
    },
    onSuccess: () => {
      setName('')
      setBilling(true)
      onMade()
    },
  })
  const failure = make.isError ? failureOf(make.error) : null
  const problem = failure?.details.find(({ path }) => path === 'name')?.message
  return (
    <Section title="Make a key">
      <form
        class="flex max-w-md flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!make.isPending) make.mutate({ name: name.trim(), billing })
        }}
      >
        <TextField
          label="Name of the key"
          required
          maxLength={NAME_CHARACTERS_MAX}
          autocomplete="off"
          value={name}
          onText={(text) => {
            setName(text)
            make.reset()
          }}
          hint="For example the program or the machine that will use it."
          problem={problem === undefined ? undefined : `The name ${problem}.`}
        />
        <CheckField
          label="May buy credits and change auto-recharge"
          isChecked={billing}
          onCheck={setBilling}
        />
        <div>
          <Button type="submit" look="primary" isBusy={make.isPending}>
            Make a key
          </Button>
        </div>
      </form>
      {failure !== null && problem === undefined && (
        <div class="mt-4 flex flex-col gap-2">
          <FailureNote error={failure} />
          {failure.code === 'KEY_LIMIT_REACHED' && (
            <p class="text-sm text-muted">
              The limit depends on the plan, and is higher once a credit pack was bought. Revoke a
              key that no program uses.
            </p>
          )}
        </div>
      )}
      <Dialog title="Your new key" isOpen={secret !== null} onClose={() => setSecret(null)}>
        {secret !== null && (
          <OneTimeSecret label="API key" secret={secret} onDone={() => setSecret(null)} />
        )}
      </Dialog>
    </Section>
  )
}
