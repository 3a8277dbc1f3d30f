import type { ComponentChildren } from 'preact'
import { failureOf } from '../api/failure.ts'
import { Button, LinkButton } from './button.tsx'
import { CopyButton } from './copy.tsx'
import { withVisibleControls } from './texts.ts'
import { isUsedUp, UsedUp } from './used-up.tsx'

export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      class="flex motion-safe:animate-pulse flex-col gap-2 py-1"
    >
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          aria-hidden="true"
          class={`h-4 rounded bg-raised ${line === lines - 1 ? 'w-2/3' : 'w-full'}`}
        />
      ))}
    </div>
  )
}

interface EmptyProps {
  title: string
  children: ComponentChildren
  /** The next step, for example a button that fills the list. */
  action?: ComponentChildren
}

/** Replaces an empty list, or a thing that does not exist. */
export function EmptyState({ title, children, action }: EmptyProps) {
  return (
    <div class="flex flex-col items-start gap-3 rounded-md border border-dashed border-line p-4">
      <p class="font-medium">{title}</p>
      <div class="text-sm text-muted">{children}</div>
      {action}
    </div>
  )
}

const LISTS: Readonly<Record<string, string>> = {
  jobs: 'See all analyses',
  bulk: 'See all lists',
  domains: 'Open another domain',
  entities: 'Search operators',
  correlate: 'See all correlations',
  monitors: 'See all monitors',
}

/** A thing that does not exist. Its next step is the list of the things of its kind. */
function MissingState({ message }: { message: string }) {
  const folder = location.pathname.split('/')[2] ?? ''
  const list = LISTS[folder]
  return (
    <EmptyState
      title="Nothing is here"
      action={
        list === undefined ? (
          <LinkButton href="/">Analyze a domain</LinkButton>
        ) : (
          <LinkButton href={`/${folder}`}>{list}</LinkButton>
        )
      }
    >
      <span class="outside">{withVisibleControls(message)}</span> The address may be mistyped, or it
      belongs to another account.
    </EmptyState>
  )
}

const [UNAUTHORIZED, NOT_FOUND] = [401, 404]
const SIGNED_OUT = 'Your session ended. Sign in, then try again.'

const HOUR_SECONDS = 3_600

/** More than two hours are shown in hours. */
const waitInWords = (seconds: number): string =>
  seconds <= 2 * HOUR_SECONDS ? `${seconds} s` : `${Math.ceil(seconds / HOUR_SECONDS)} hours`

/**
 * Shows the error code and the request id, with which support can find the failure in the log.
 * `retry` repeats the failed action.
 */
export function FailureNote({
  error,
  retry,
}: {
  error: unknown
  retry?: (() => void) | undefined
}) {
  const { status, message, code, requestId, details, retryAfterSeconds } = failureOf(error)
  if (isUsedUp(code)) return <UsedUp title={withVisibleControls(message)} />
  if (status === NOT_FOUND) return <MissingState message={message} />
  const text = status === UNAUTHORIZED ? SIGNED_OUT : message
  return (
    <div
      role="alert"
      class="flex flex-col items-start gap-2 rounded-md border border-bad bg-bad-soft p-4 text-sm"
    >
      <p class="outside font-medium text-bad">{withVisibleControls(text)}</p>
      {details.length > 0 && (
        <ul class="list-disc pl-5">
          {details.map(({ path, message: reason }) => (
            <li key={path} class="outside">
              {withVisibleControls(`${path}: ${reason}`)}
            </li>
          ))}
        </ul>
      )}
      {retryAfterSeconds !== null && <p>You can try again in {waitInWords(retryAfterSeconds)}.</p>}
      <p class="flex flex-wrap items-center gap-2">
        <span class="font-mono">{code}</span>
        {requestId !== null && (
          <>
            <span>
              Request <span class="font-mono break-all">{requestId}</span>
            </span>
            <CopyButton text={requestId} label="Copy request id" />
          </>
        )}
      </p>
      {retry !== undefined && <Button onClick={retry}>Try again</Button>}
    </div>
  )
}
