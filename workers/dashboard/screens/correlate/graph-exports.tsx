import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { saveFile } from '../../parts/save-file.ts'
import { type GraphImage, graphImage } from './graph-image.ts'
import type { Picture } from './graph-picture.ts'
import { graphmlOf } from './graphml.ts'
import { pictureName } from './picture-name.ts'

const PNG_SCALE = 2
/** Browsers refuse larger canvases. */
const PNG_SIDE_MAX = 8_192

interface ExportsProps {
  picture: Picture
  title: string
  id: string
  endedAt: string | null
}

export function GraphExports({ picture, title, id, endedAt }: ExportsProps) {
  const [isBusy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const image = () => {
    const address = `${location.origin}/app/correlate/${id}`
    return graphImage(picture, { title, at: endedAt, address })
  }
  const names = picture.graph.domains.map(({ domain }) => domain)
  const named = (suffix: string) => pictureName(names, endedAt, suffix)
  const savePng = async () => {
    setBusy(true)
    try {
      saveFile(named('png'), await pngOf(image()))
      setSaid('The PNG image is saved.')
    } catch {
      setSaid('This browser cannot make a PNG image. Save the SVG image instead.')
    }
    setBusy(false)
  }
  const saveText = (suffix: string, type: string, text: string) => {
    saveFile(named(suffix), new Blob([text], { type }))
    setSaid('The file is saved.')
  }
  return (
    <div class="flex flex-wrap items-center gap-2">
      <span role="status" class="text-sm text-muted">
        {said}
      </span>
      <Button isBusy={isBusy} onClick={() => void savePng()}>
        Save PNG
      </Button>
      <Button onClick={() => saveText('svg', 'image/svg+xml', image().svg)}>Save SVG</Button>
      <Button
        onClick={() => saveText('graphml', 'application/graphml+xml', graphmlOf(picture.graph))}
      >
        Save GraphML
      </Button>
    </div>
  )
}

// Draws the SVG as a PNG image. The SVG is loaded from a data address, because the content security
// policy allows no images from temporary (`blob:`) addresses. Throws if the image cannot be drawn.
async function pngOf({ svg, width, height }: GraphImage): Promise<Blob> {
  const picture = new Image(width, height)
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  const scale = Math.min(PNG_SCALE, PNG_SIDE_MAX / Math.max(width, height))
  canvas.width = Math.floor(width * scale)
  canvas.height = Math.floor(height * scale)
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
