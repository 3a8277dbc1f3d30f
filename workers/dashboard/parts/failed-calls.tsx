import type { ComponentChildren } from 'preact'
import { failureOf } from '../api/failure.ts'
import type { FailedCall } from './many-calls.ts'
import { count, shortened, withVisibleControls } from './texts.ts'

const FAILED_SHOWN = 20
const MESSAGE_CHARACTERS_SHOWN = 200

interface FailedProps<Item> {
  failed: readonly FailedCall<Item>[]
  total: number
  /** Ends the sentence "2 of 20 could not be …". */
  action: string
  nameOf: (item: Item) => ComponentChildren
}

export function FailedCalls<Item>({ failed, total, action, nameOf }: FailedProps<Item>) {
  if (failed.length === 0) return null
  return (
    <div role="alert" class="rounded-md border border-bad bg-bad-soft p-4 text-sm">
      <p class="font-medium text-bad">
        {count(failed.length)} of {count(total)} could not be {action}. They stay selected.
      </p>
      <ul class="mt-2 list-disc pl-5">
        {failed.slice(0, FAILED_SHOWN).map(({ item, error }, place) => {
          const { message, code } = failureOf(error)
          return (
            <li key={place}>
              {nameOf(item)}:{' '}
              <span class="outside">
                {shortened(withVisibleControls(message), MESSAGE_CHARACTERS_SHOWN)}
              </span>{' '}
              <span class="font-mono text-xs">{code}</span>
            </li>
          )
        })}
      </ul>
      {failed.length > FAILED_SHOWN && <p>and {count(failed.length - FAILED_SHOWN)} more</p>}
    </div>
  )
}
