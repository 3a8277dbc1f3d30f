import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { count } from '../../parts/texts.ts'
import { VERDICT_WORDS, type Verdict } from './acknowledge-words.ts'
import type { Acknowledgement } from './use-acknowledge.ts'

/** Longest note that `POST /changes/{change_id}/acknowledge` accepts. */
const NOTE_CHARACTERS_MAX = 1_000

export interface Asked {
  changes: readonly Schemas['Change'][]
  verdict: Verdict
}

interface AcknowledgeProps {
  asked: Asked | null
  onClose: () => void
  send: (request: Acknowledgement) => Promise<unknown>
}

/** Asks for one note about all the changes. */
export function Acknowledge({ asked, onClose, send }: AcknowledgeProps) {
  const [note, setNote] = useState('')
  useEffect(() => {
    if (asked === null) setNote('')
  }, [asked])
  const number = asked?.changes.length ?? 0
  const subject = number === 1 ? 'this change' : `${count(number)} changes`
  const [first] = asked?.changes ?? []
  return (
    <ConfirmDialog
      title={`Mark ${subject} as ${asked?.verdict ?? 'expected'}?`}
      isOpen={asked !== null}
      onClose={onClose}
      action="Save"
      isHarmless
      onConfirm={async () => {
        if (asked !== null) await send({ ...asked, note: note.trim() })
      }}
    >
      {asked !== null && first !== undefined && (
        <div class="flex flex-col gap-4">
          <p>
            <OutsideName text={first.domain} />
            {number > 1 && ` and ${count(number - 1)} more`}: {VERDICT_WORDS[asked.verdict].effect}
          </p>
          <TextArea
            label="Note (optional)"
            rows={3}
            maxLength={NOTE_CHARACTERS_MAX}
            value={note}
            onText={setNote}
            hint={
              asked.verdict === 'wrong'
                ? 'It is part of each report.'
                : 'It is stored with each change.'
            }
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
