import type { Schemas } from '../../api/api-client.ts'
import { count } from '../../parts/texts.ts'

type Change = Schemas['Change']
export type Verdict = NonNullable<Change['acknowledged']>['verdict']

export const VERDICTS: readonly Verdict[] = ['expected', 'unexpected', 'wrong']

export const VERDICT_WORDS: Record<Verdict, { action: string; done: string; effect: string }> = {
  expected: {
    action: 'Expected',
    done: 'Marked as expected',
    effect: 'The same kinds of change with the same values are not reported for 90 days.',
  },
  unexpected: {
    action: 'Unexpected',
    done: 'Marked as unexpected',
    effect: 'The change stays in the list with this mark. Later changes are reported as before.',
  },
  wrong: {
    action: 'Wrong',
    done: 'Marked as wrong',
    effect:
      'A report about the analysis of this change is sent, and a person reviews it. Your own ' +
      'results stay as they are. You find the report on the page of the analysis.',
  },
}

/** Such as "20 changes marked as expected." */
export const markedInWords = (number: number, verdict: Verdict): string =>
  `${count(number)} ${number === 1 ? 'change' : 'changes'} marked as ${verdict}.`

export const ANALYSIS_WORDS: Record<Change['analysis'], string> = {
  done: 'The domain was analyzed after the change.',
  pending: 'The domain is being analyzed.',
  not_covered:
    'The domain was not analyzed, because the quota, the credits or the limit of the monitor ' +
    'did not cover it.',
  not_needed: 'No analysis was needed.',
}
