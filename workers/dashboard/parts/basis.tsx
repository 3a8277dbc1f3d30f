import type { Schemas } from '../api/api-client.ts'
import { Badge, type Tone } from './badge.tsx'

type Basis = Schemas['PortfolioDomain']['basis']

const LOOKS: Record<NonNullable<Basis>, readonly [tone: Tone, words: string]> = {
  verified: ['good', 'Verified'],
  corroborated: ['accent', 'Confirmed by a third party'],
  stated: ['warn', 'Stated by the site only'],
}

export function BasisMark({ basis }: { basis: Basis }) {
  if (basis === null) return null
  const [tone, words] = LOOKS[basis]
  return <Badge tone={tone}>{words}</Badge>
}
