import type { Basis } from '../basis.ts'
import type { ScoringResult, WarningKind } from './scoring-result.ts'

export const BASIS_LABELS: Readonly<Record<Basis, string>> = {
  verified: 'Verified',
  corroborated: 'Confirmed by a third party',
  stated: 'Stated by the site only',
}

export const warningKinds = ({ warnings }: Pick<ScoringResult, 'warnings'>): WarningKind[] =>
  warnings.map(({ kind }) => kind)
