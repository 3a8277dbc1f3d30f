import type { ComponentChildren } from 'preact'
import { Link } from 'wouter-preact'
import { failureOf } from '../api/failure.ts'
import { Button } from './button.tsx'
import { CopyButton, Curl } from './copy.tsx'
import { withVisibleControls } from './texts.ts'

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
  curl?: string
  action?: ComponentChildren
}

/**
 * Replaces an empty list. It explains what will be shown here, how to get it, and the API call that
 * does the same.
 */
export function EmptyState({ title, children, curl, action }: EmptyProps) {
  return (
    <div class="flex flex-col items-start gap-3 rounded-md border border-dashed border-line p-4">
      <p class="font-medium">{title}</p>
      <div class="max-w-prose text-sm text-muted">{children}</div>
      {action}
      {curl !== undefined && <Curl command={curl} />}
    </div>
  )
}

const NOT_COVERED: ReadonlySet<string> = new Set(['QUOTA_EXCEEDED', 'INSUFFICIENT_CREDITS'])
const UNAUTHORIZED = 401
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
      {NOT_COVERED.has(code) && (
        <Link class="link" href="/billing">
          See your usage and buy credits
        </Link>
      )}
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
