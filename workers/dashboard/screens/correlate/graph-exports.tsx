import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import type { CorrelationGraph } from './correlation-graph.ts'
import { graphImage, imageSize } from './graph-image.ts'
import type { Point } from './graph-view.ts'
import { graphmlOf } from './graphml.ts'

/** The temporary address of a file must stay valid until the browser has begun the download. */
const ADDRESS_LIFETIME_MS = 10_000
const PNG_SCALE = 2

interface ExportsProps {
  graph: CorrelationGraph
  points: readonly Point[]
  title: string
  scoreMin: number
  id: string
}

export function GraphExports({ graph, points, title, scoreMin, id }: ExportsProps) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const image = () => graphImage(graph, points, title, scoreMin)
  const savePng = async () => {
    setBusy(true)
    try {
      saveFile(`${id}.png`, await pngOf(image(), imageSize(graph)))
      setSaid('The PNG image is saved.')
    } catch {
      setSaid('This browser cannot make a PNG image. Save the SVG image instead.')
    }
    setBusy(false)
  }
  const saveText = (name: string, type: string, text: string) => {
    saveFile(name, new Blob([text], { type }))
    setSaid(`The file ${name} is saved.`)
  }
  return (
    <div class="flex flex-wrap items-center gap-2">
      <span role="status" class="text-sm text-muted">
        {said}
      </span>
      <Button onClick={() => saveText(`${id}.svg`, 'image/svg+xml', image())}>Save SVG</Button>
      <Button isBusy={isBusy} onClick={() => void savePng()}>
        Save PNG
      </Button>
      <Button
        onClick={() => saveText(`${id}.graphml`, 'application/graphml+xml', graphmlOf(graph))}
      >
        Save GraphML
      </Button>
    </div>
  )
}

function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS)
}

// Draws the SVG as a PNG image. The SVG is loaded from a data address, because the content security
// policy allows no images from temporary (`blob:`) addresses. Throws if the image cannot be drawn.
async function pngOf(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const picture = new Image(width, height)
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  canvas.width = width * PNG_SCALE
  canvas.height = height * PNG_SCALE
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the canvas cannot be drawn on')
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the canvas is empty')) : resolve(blob)),
      'image/png',
    )
  })
}
