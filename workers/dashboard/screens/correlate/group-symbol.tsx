import { lookOf } from './graph-look.ts'

/** The symbol is only decoration, so a text next to it must name the group. */
export function GroupSymbol({ group }: { group: number | null }) {
  const { symbol, light, dark, isFilled } = lookOf(group)
  const color = `light-dark(${light}, ${dark})`
  return (
    <svg viewBox="-11 -11 22 22" width="18" height="18" aria-hidden="true" class="shrink-0">
      <path
        d={symbol}
        style={{ fill: isFilled ? color : 'none', stroke: color, strokeWidth: isFilled ? 0 : 2 }}
      />
    </svg>
  )
}
