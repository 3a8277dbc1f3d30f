import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read, type Schemas } from '../../api/api-client.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { OutsideText } from '../../parts/outside-text.tsx'
import { Section } from '../../parts/page.tsx'
import { FailureNote } from '../../parts/states.tsx'
import { count } from '../../parts/texts.ts'
import { EVENTS, type EventName, eventInWords } from './delivery-words.ts'

const ADDRESS_CHARACTERS_MAX = 2_048

const CHOICES = EVENTS.map((type) => [type, eventInWords(type)] as const)

export function SendTest() {
  const [address, setAddress] = useState('')
  const [type, setType] = useState<EventName>('analysis.completed')
  const send = useMutation({
    mutationFn: () =>
      read(api.POST('/webhooks/test', { body: { callback_url: address.trim(), type } })),
  })
  return (
    <Section
      title="Send a test"
      lead="Sends one signed event with sample data, and waits for the answer of the receiver."
    >
      <form
        class="flex max-w-3xl flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!send.isPending) send.mutate()
        }}
      >
        <div class="min-w-60 flex-2">
          <TextField
            label="Callback address"
            type="url"
            inputMode="url"
            required
            maxLength={ADDRESS_CHARACTERS_MAX}
            autocomplete="off"
            placeholder="https://example.com/hook"
            value={address}
            onText={setAddress}
          />
        </div>
        <div class="min-w-44 flex-1">
          <SelectField label="Sample of" value={type} choices={CHOICES} onChoice={setType} />
        </div>
        <Button type="submit" look="primary" isBusy={send.isPending}>
          Send test
        </Button>
      </form>
      <div role="status" class="pt-3 empty:hidden">
        {send.isSuccess && <Answer answer={send.data} />}
      </div>
      {send.isError && <FailureNote error={send.error} />}
    </Section>
  )
}

function Answer({ answer }: { answer: Schemas['TestWebhookResponse'] }) {
  const { status_code: code, duration_ms: duration, error } = answer
  return (
    <Notice tone={error === null ? 'good' : 'warn'}>
      <p class="font-medium">
        {error === null ? 'The receiver accepted the event.' : 'The receiver did not accept it.'}
      </p>
      <p class="tabular-nums">
        {code === null ? 'No answer' : `Answer ${code}`} after {count(duration)} ms
      </p>
      {error !== null && (
        <p>
          <OutsideText text={error} />
        </p>
      )}
    </Notice>
  )
}
