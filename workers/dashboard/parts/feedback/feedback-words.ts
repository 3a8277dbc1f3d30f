import type { Schemas } from '../../api/api-client.ts'
import type { Tone } from '../badge.tsx'

type Report = Schemas['Feedback']
export type Verdict = Report['verdict']
export type Relation = NonNullable<Report['relation']>
export type Status = Report['status']

export const VERDICT_CHOICES: readonly (readonly [
  verdict: Verdict,
  title: string,
  meaning: string,
])[] = [
  ['right', 'Right', 'The answer names the operator, or is right that nobody could be named.'],
  ['wrong', 'Wrong', 'Another organization or person operates the domain, or nobody does.'],
  ['outdated', 'Outdated', 'It was right, but the operator has changed.'],
  ['unsure', 'Not sure', 'Something looks odd, but you do not know better.'],
]

export const verdictInWords = (verdict: Verdict): string =>
  VERDICT_CHOICES.find(([each]) => each === verdict)?.[1] ?? verdict

export const RELATION_CHOICES: readonly (readonly [Relation, string])[] = [
  ['operator', 'It operates the domain'],
  ['parent', 'It owns the operator'],
  ['former_operator', 'It operated the domain before'],
  ['platform', 'It is only the platform of the site'],
  ['host_or_registrar', 'It is only the host or registrar'],
  ['nobody', 'Nobody operates the domain'],
]

export const STATUS_WORDS: Record<Status, { title: string; tone: Tone; meaning: string }> = {
  received: { title: 'Received', tone: 'neutral', meaning: 'Nobody has reviewed it yet.' },
  reviewing: {
    title: 'In review',
    tone: 'accent',
    meaning: 'A person compares it with the evidence.',
  },
  accepted: {
    title: 'Accepted',
    tone: 'good',
    meaning: 'It improves later versions. It can no longer change.',
  },
  declined: {
    title: 'Declined',
    tone: 'warn',
    meaning: 'The evidence did not support it. You can send a new report.',
  },
  superseded: {
    title: 'Superseded',
    tone: 'neutral',
    meaning: 'A newer report about this domain was accepted.',
  },
}
