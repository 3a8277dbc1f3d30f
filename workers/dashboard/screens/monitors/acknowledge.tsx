import { useEffect, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { ConfirmDialog } from '../../parts/dialog.tsx'
import { TextArea } from '../../parts/field.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { VERDICT_WORDS, type Verdict } from './acknowledge-words.ts'

/** Longest note that `POST /changes/{change_id}/acknowledge` accepts. */
const NOTE_CHARACTERS_MAX = 1_000

export interface Asked {
  change: Schemas['Change']
  verdict: Verdict
}

interface AcknowledgeProps {
  asked: Asked | null
  onClose: () => void
  send: (request: { id: string; verdict: Verdict; note: string }) => Promise<unknown>
}

export function Acknowledge({ asked, onClose, send }: AcknowledgeProps) {
  const [note, setNote] = useState('')
  useEffect(() => {
    if (asked === null) setNote('')
  }, [asked])
  const words = asked === null ? null : VERDICT_WORDS[asked.verdict]
  return (
    <ConfirmDialog
      title={`Mark this change as ${asked?.verdict ?? 'expected'}?`}
      isOpen={asked !== null}
      onClose={onClose}
      action="Save"
      isHarmless
      onConfirm={async () => {
        if (asked !== null)
          await send({ id: asked.change.change_id, verdict: asked.verdict, note: note.trim() })
      }}
    >
      {asked !== null && (
        <div class="flex flex-col gap-4">
          <p>
            <OutsideName text={asked.change.domain} />: {words?.effect}
          </p>
          <TextArea
            label="Note (optional)"
            rows={3}
            maxLength={NOTE_CHARACTERS_MAX}
            value={note}
            onText={setNote}
            hint={
              asked.verdict === 'wrong'
                ? 'It is part of the report.'
                : 'It is stored with the change.'
            }
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
