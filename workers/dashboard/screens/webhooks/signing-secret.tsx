import { useMutation, useQuery, useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog, Dialog } from '../../parts/dialog.tsx'
import { SelectField } from '../../parts/field.tsx'
import { OneTimeSecret } from '../../parts/one-time-secret.tsx'
import { Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { withVisibleControls } from '../../parts/texts.ts'

const SECRET = ['webhooks', 'secret'] as const

/** Hours for which the old secret also signs after a rotation. */
const OVERLAPS = [
  ['0', 'ends now'],
  ['24', '24 hours'],
  ['48', '48 hours'],
] as const

/** Returns null if the account has no signing secret. */
async function readMasked(signal: AbortSignal): Promise<string | null> {
  try {
    const { webhook_secret: masked } = await read(api.GET('/webhooks/secret', { signal }))
    return masked
  } catch (error) {
    if (failureOf(error).status === 404) return null
    throw error
  }
}

/**
 * Only this component keeps the new secret, and only until its dialog is closed. The secret is
 * never in a cache, an address or storage.
 */
export function SigningSecret() {
  const queries = useQueryClient()
  const masked = useQuery({ queryKey: SECRET, queryFn: ({ signal }) => readMasked(signal) })
  const [isAsking, setAsking] = useState(false)
  const [overlap, setOverlap] = useState<(typeof OVERLAPS)[number][0]>('0')
  const [secret, setSecret] = useState<string | null>(null)
  const rotate = useMutation({
    // Returns nothing, because the query library would keep the returned secret in its cache.
    mutationFn: async () => {
      const body = { overlap_hours: Number(overlap) }
      const made = await read(api.POST('/webhooks/secret', { body }))
      setSecret(made.webhook_secret)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: SECRET }),
  })
  return (
    <Section
      title="Signing secret"
      lead="Signs every event, so that your program can tell it from a forged one."
    >
      {masked.isPending && <Skeleton label="Loading the secret" />}
      {masked.isError && <FailureNote error={masked.error} retry={() => void masked.refetch()} />}
      {masked.isSuccess && masked.data === null && (
        <EmptyState
          title="There is no secret yet"
          action={
            <Button look="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
              Make a secret
            </Button>
          }
        >
          The first callback makes one, or you make it now. It is shown once.
        </EmptyState>
      )}
      {masked.isSuccess && masked.data !== null && (
        <div class="flex flex-col items-start gap-3">
          <code class="rounded-md bg-raised px-3 py-2 font-mono text-sm break-all">
            {withVisibleControls(masked.data)}
          </code>
          <Button look="danger" isBusy={rotate.isPending} onClick={() => setAsking(true)}>
            Rotate the secret
          </Button>
        </div>
      )}
      {rotate.isError && !isAsking && (
        <div class="mt-3">
          <FailureNote error={rotate.error} />
        </div>
      )}
      <VerifyHelp />
      <ConfirmDialog
        title="Rotate the secret?"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        action="Rotate"
        onConfirm={() => rotate.mutateAsync()}
      >
        <SelectField
          label="The old secret signs for"
          value={overlap}
          choices={OVERLAPS}
          onChoice={setOverlap}
        />
        <p class="mt-3">
          {overlap === '0'
            ? 'The old one stops at once, also for deliveries that are still waiting. A program ' +
              'that checks signatures refuses events until it has the new secret.'
            : 'Until then each event has the signatures of both secrets. A secret before the old ' +
              'one stops at once.'}
        </p>
      </ConfirmDialog>
      <Dialog
        title="Your new signing secret"
        isOpen={secret !== null}
        onClose={() => setSecret(null)}
      >
        {secret !== null && (
          <OneTimeSecret label="Signing secret" secret={secret} onDone={() => setSecret(null)} />
        )}
      </Dialog>
    </Section>
  )
}

/** Explains how to verify a signature (Standard Webhooks 1.0, "Signature scheme"). */
function VerifyHelp() {
  return (
    <details class="mt-4 text-sm">
      <summary class="cursor-pointer font-medium">Check the signature of an event</summary>
      <ol class="mt-2 flex list-decimal flex-col gap-1 pl-5 text-muted">
        <li>
          Join the headers <code class="font-mono">webhook-id</code> and{' '}
          <code class="font-mono">webhook-timestamp</code> and the raw body with dots:{' '}
          <code class="font-mono">id.timestamp.body</code>.
        </li>
        <li>
          Compute the HMAC-SHA-256 of this text. The key is the base64 part of the secret after{' '}
          <code class="font-mono">whsec_</code>.
        </li>
        <li>
          Compare the result, in base64, with the header{' '}
          <code class="font-mono">webhook-signature</code> after <code class="font-mono">v1,</code>{' '}
          in constant time. After a rotation it can hold two, separated by a blank: one must match.
          Refuse a timestamp that is older than five minutes.
        </li>
      </ol>
      <p class="mt-2 text-muted">
        The libraries of Standard Webhooks do all of this. The{' '}
        <a class="link" href="/docs">
          API reference
        </a>{' '}
        describes the events.
      </p>
    </details>
  )
}
