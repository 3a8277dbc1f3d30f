import { count, counted } from '../../parts/texts.ts'
import { useMeans } from '../../parts/use-means.ts'

export function Allowance() {
  const { means, usage } = useMeans()
  if (means === undefined || usage === undefined) return null
  const { remaining, quota } = usage
  return (
    <p class="text-sm text-muted tabular-nums">
      {quota === null || remaining === null
        ? 'Your plan has no monthly quota.'
        : `${count(remaining)} of ${count(quota)} analyses of this month are left.`}{' '}
      {counted(means.credits, 'credit')}.
    </p>
  )
}
