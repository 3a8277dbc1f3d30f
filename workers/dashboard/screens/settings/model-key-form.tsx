import { useMutation } from '@tanstack/preact-query'
import { useRef, useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { withVisibleControls } from '../../parts/texts.ts'
import { PROVIDERS, type Provider, providerName } from './model-providers.ts'

/** The field becomes empty as soon as the key is sent, even if the service then refuses the key. */
export function ModelKeyForm({ onSaved }: { onSaved: () => void }) {
  const [provider, setProvider] = useState<Provider>('anthropic')
  const [secret, setSecret] = useState('')
  const [model, setModel] = useState('')
  // The query library uses the newest function only after the next paint. So the function reads the
  // fields from this reference, which is always current.
  const entered = useRef({ provider, secret, model })
  entered.current = { provider, secret, model }
  const save = useMutation({
    // The query library keeps the arguments and results of this function, so the key is in neither
    // of them.
    mutationFn: async () => {
      const { provider: chosen, secret: key, model: typed } = entered.current
      const named = typed.trim()
      const body = { provider: chosen, api_key: key, ...(named === '' ? {} : { model: named }) }
      setSecret('')
      await read(api.POST('/account/llm-keys', { body }))
      return chosen
    },
    gcTime: 0,
    onSuccess: onSaved,
  })
  const failure = save.isError ? failureOf(save.error) : null
  const problemOf = (field: string) => {
    const message = failure?.details.find(({ path }) => path === field)?.message
    return message === undefined ? undefined : withVisibleControls(message)
  }
  const isExplained = problemOf('api_key') !== undefined || problemOf('model') !== undefined
  return (
    <form
      class="flex max-w-md flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      <h3 class="font-medium">Save a key</h3>
      <SelectField label="Provider" value={provider} choices={PROVIDERS} onChoice={setProvider} />
      <TextField
        label="API key of the provider"
        type="password"
        autocomplete="off"
        required
        value={secret}
        onText={(text) => {
          setSecret(text)
          if (!save.isIdle) save.reset()
        }}
        hint="It is tested with one small question, then stored encrypted. It replaces the saved key of this provider."
        problem={problemOf('api_key')}
      />
      <TextField
        label="Model (optional)"
        autocomplete="off"
        spellcheck={false}
        value={model}
        onText={setModel}
        problem={problemOf('model')}
      />
      <div class="flex items-center gap-3">
        <Button type="submit" look="primary" isBusy={save.isPending}>
          Test and save
        </Button>
        <span role="status" class="text-sm text-muted">
          {save.isPending && 'Testing the key.'}
          {save.isSuccess && `The key for ${providerName(save.data)} works and is saved.`}
        </span>
      </div>
      {failure !== null && !isExplained && <FailureNote error={failure} />}
    </form>
  )
}
