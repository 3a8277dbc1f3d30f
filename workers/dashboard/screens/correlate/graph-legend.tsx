import type { ComponentChildren } from 'preact'
import { ARROW, lookOf } from './graph-look.ts'

const Sign = ({ children }: { children: ComponentChildren }) => (
  <svg viewBox="0 0 34 18" width="34" height="18" aria-hidden="true" class="shrink-0">
    {children}
  </svg>
)

const CHIP = { x: 2, y: 2, width: 30, height: 14, rx: 4 } as const

export function GraphLegend() {
  return (
    <ul aria-label="Legend" class="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      <li class="flex items-center gap-2">
        <Sign>
          <path
            d={lookOf(0).symbol}
            transform="translate(17 9)"
            style={{ fill: `light-dark(${lookOf(0).light}, ${lookOf(0).dark})` }}
          />
        </Sign>
        domain
      </li>
      <li class="flex items-center gap-2">
        <Sign>
          <rect {...CHIP} class="fill-raised stroke-control" />
        </Sign>
        shared fact
      </li>
      <li class="flex items-center gap-2">
        <Sign>
          <rect {...CHIP} class="fill-raised stroke-control" stroke-dasharray="4 3" />
        </Sign>
        fact that anybody can copy
      </li>
      <li class="flex items-center gap-2">
        <Sign>
          <rect {...CHIP} rx="7" class="fill-surface" style={{ stroke: 'currentColor' }} />
        </Sign>
        group with one operator
      </li>
      <li class="flex items-center gap-2">
        <Sign>
          <path d="M2 9H24" class="stroke-bad" stroke-width="2" stroke-dasharray="6 4" />
          <path d={ARROW} transform="translate(32 9)" class="fill-bad" />
        </Sign>
        imitates
      </li>
    </ul>
  )
}

export function GraphHelp() {
  return (
    <details class="relative">
      <summary
        aria-label="Help for the graph"
        class="flex min-h-9 w-9 cursor-pointer list-none items-center justify-center rounded-md border border-control bg-surface font-medium hover:bg-raised"
      >
        ?
      </summary>
      <div class="absolute left-0 z-20 mt-1 w-72 max-w-[80vw] rounded-md border border-line bg-surface p-3 text-sm shadow-lg max-sm:left-auto max-sm:right-0">
        <p>
          A shared fact stands between the domains that share it. A click on a domain or a fact
          shows its details.
        </p>
        <p class="mt-2">
          Arrow keys move between domains and facts, Enter opens the details, Escape closes them.
          Plus and minus zoom, Shift with an arrow key moves the view. Ctrl with the wheel zooms.
        </p>
      </div>
    </details>
  )
}
