import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Maximize, ZoomIn, ZoomOut } from 'lucide-preact'
import { Button } from '../../parts/button.tsx'
import type { Direction } from './graph-view.ts'

interface ControlsProps {
  /** True if the whole drawing is visible. */
  isWhole: boolean
  /** 1 zooms in, -1 zooms out, and 0 shows the whole drawing. */
  onZoom: (steps: -1 | 0 | 1) => void
  onPan: (direction: Direction) => void
}

const ICON_PX = 16

const PANS = [
  ['left', ArrowLeft],
  ['up', ArrowUp],
  ['down', ArrowDown],
  ['right', ArrowRight],
] as const

/**
 * A button without effect, for example "Zoom out" when the whole graph is visible, is not disabled,
 * because a disabled button would lose the keyboard focus.
 */
export function GraphControls({ isWhole, onZoom, onPan }: ControlsProps) {
  return (
    <div role="toolbar" aria-label="View of the graph" class="mt-2 flex flex-wrap gap-1">
      <Button aria-label="Zoom in" onClick={() => onZoom(1)}>
        <ZoomIn size={ICON_PX} aria-hidden="true" />
      </Button>
      <Button aria-label="Zoom out" aria-disabled={isWhole} onClick={() => onZoom(-1)}>
        <ZoomOut size={ICON_PX} aria-hidden="true" />
      </Button>
      <Button aria-label="Show the whole graph" aria-disabled={isWhole} onClick={() => onZoom(0)}>
        <Maximize size={ICON_PX} aria-hidden="true" />
      </Button>
      {PANS.map(([direction, Icon]) => (
        <Button
          key={direction}
          aria-label={`Move the view ${direction}`}
          onClick={() => onPan(direction)}
        >
          <Icon size={ICON_PX} aria-hidden="true" />
        </Button>
      ))}
    </div>
  )
}
