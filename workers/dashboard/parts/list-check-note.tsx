import { LIST_BYTES_MAX } from './list-lines.ts'
import type { ListState } from './use-checked-list.ts'

const MEBIBYTE = 1024 * 1024

export function ListCheckNote({ list }: { list: ListState }) {
  return (
    <>
      <div role="status" class="pt-3 text-sm text-muted empty:hidden">
        {list.state === 'checking' ? 'Checking the list' : ''}
      </div>
      {list.state === 'too large' && (
        <p role="alert" class="pt-3 text-sm text-bad">
          This list has more than {LIST_BYTES_MAX / MEBIBYTE} MiB. The service does not take larger
          lists. Split it into several lists.
        </p>
      )}
      {list.state === 'unreadable' && (
        <p role="alert" class="pt-3 text-sm text-bad">
          The browser cannot read this file. Choose it again, or paste its lines.
        </p>
      )}
    </>
  )
}
