import { useEffect, useRef, useState } from 'preact/hooks'
import type { Schemas } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ENTITY_CHARACTERS } from '../entity-characters.ts'
import { SelectField, TextArea, TextField } from '../field.tsx'
import { FailureNote } from '../states.tsx'
import { useSendReport } from './feedback-queries.ts'
import {
  RELATION_CHOICES,
  VERDICT_CHOICES,
  type Verdict,
  verdictInWords,
} from './feedback-words.ts'
import {
  emptyForm,
  type ReportForm as Form,
  NOTE_CHARACTERS_MAX,
  needsReason,
  type ReportProblems,
  refusedFields,
  requestOf,
} from './report-request.ts'

type Report = Schemas['Feedback']

interface FormProps {
  jobId: string
  /** Report that the user sent before, or null. Its texts fill the fields at the beginning. */
  stored: Report | null
  isOpen: boolean
  onClose: () => void
}

/**
 * In the first step, the user chooses the problem. In the second step, the user gives the right
 * answer and its source.
 */
export function ReportDialog({ jobId, stored, isOpen, onClose }: FormProps) {
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  useEffect(() => {
    if (isOpen) setVerdict(null)
  }, [isOpen])
  return (
    <Dialog
      title={
        verdict === null
          ? 'What about this answer?'
          : `This answer is: ${verdictInWords(verdict).toLowerCase()}`
      }
      isOpen={isOpen}
      onClose={onClose}
    >
      {verdict === null ? (
        <Verdicts onVerdict={setVerdict} onClose={onClose} />
      ) : (
        <Details
          jobId={jobId}
          first={firstValues(verdict, stored)}
          onBack={() => setVerdict(null)}
          onSent={onClose}
        />
      )}
    </Dialog>
  )
}

function firstValues(verdict: Verdict, stored: Report | null): Form {
  const empty = emptyForm(verdict)
  if (stored === null) return empty
  return {
    verdict,
    entity: stored.correct_entity ?? '',
    relation: stored.relation ?? empty.relation,
    links: stored.evidence_urls.join('\n'),
    note: stored.note ?? '',
  }
}

function Verdicts({
  onVerdict,
  onClose,
}: {
  onVerdict: (verdict: Verdict) => void
  onClose: () => void
}) {
  return (
    <>
      <p class="text-sm text-muted">Step 1 of 2</p>
      <ul class="flex flex-col gap-2">
        {VERDICT_CHOICES.map(([verdict, title, meaning]) => (
          <li key={verdict}>
            <button
              type="button"
              class="w-full cursor-pointer rounded-md border border-control bg-surface px-3 py-2 text-left hover:bg-raised"
              onClick={() => onVerdict(verdict)}
            >
              <span class="block font-medium">{title}</span>
              <span class="block text-sm text-muted">{meaning}</span>
            </button>
          </li>
        ))}
      </ul>
      <div class="flex justify-end">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  )
}

interface DetailsProps {
  jobId: string
  first: Form
  onBack: () => void
  onSent: () => void
}

function Details({ jobId, first, onBack, onSent }: DetailsProps) {
  const [form, setForm] = useState(first)
  const [problems, setProblems] = useState<ReportProblems>({})
  const send = useSendReport(jobId)
  const start = useRef<HTMLParagraphElement>(null)
  // The button that opened the second step is gone, so the focus moves to the second step.
  useEffect(() => start.current?.focus(), [])
  const change = (part: Partial<Form>) => setForm({ ...form, ...part })
  const submit = async () => {
    const read = requestOf(form)
    setProblems('problems' in read ? read.problems : {})
    if ('problems' in read) return
    try {
      await send.mutateAsync(read.request)
      onSent()
    } catch (error) {
      setProblems(refusedFields(failureOf(error)))
    }
  }
  const isExplained = Object.keys(problems).length > 0
  return (
    <form
      class="flex flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!send.isPending) void submit()
      }}
    >
      <p ref={start} tabIndex={-1} class="text-sm text-muted">
        Step 2 of 2. A person reads your report. It changes no answer at once, nobody else sees it,
        and no language model reads it.
      </p>
      {needsReason(form.verdict) && (
        <Correction form={form} problems={problems} onChange={change} />
      )}
      <TextArea
        label="Note (optional)"
        rows={3}
        maxLength={NOTE_CHARACTERS_MAX}
        value={form.note}
        onText={(note) => change({ note })}
        problem={problems.note}
      />
      {send.isError && !isExplained && <FailureNote error={send.error} />}
      <div class="flex justify-end gap-2">
        <Button onClick={onBack}>Back</Button>
        <Button type="submit" look="primary" isBusy={send.isPending}>
          Send report
        </Button>
      </div>
    </form>
  )
}

interface CorrectionProps {
  form: Form
  problems: ReportProblems
  onChange: (part: Partial<Form>) => void
}

function Correction({ form, problems, onChange }: CorrectionProps) {
  return (
    <>
      {form.relation !== 'nobody' && (
        <TextField
          label="Who is it?"
          value={form.entity}
          onText={(entity) => onChange({ entity })}
          maxLength={ENTITY_CHARACTERS.max}
          problem={problems.entity}
          hint="The name of the organization or person, as its own pages write it."
          autocomplete="off"
        />
      )}
      <SelectField
        label="What is it to the domain?"
        value={form.relation}
        choices={RELATION_CHOICES}
        onChoice={(relation) => onChange({ relation })}
      />
      <TextArea
        label="Addresses that show it (optional)"
        rows={2}
        value={form.links}
        onText={(links) => onChange({ links })}
        problem={problems.links}
        hint="One https address in each line, at most five. The service never opens them."
        spellcheck={false}
      />
    </>
  )
}
