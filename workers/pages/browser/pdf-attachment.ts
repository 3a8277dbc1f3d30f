// Attached files of a PDF are streams with this type (ISO 32000-2 section 7.11.4), and their
// dictionary stands directly before the stream.
const EMBEDDED_FILE = /\/Type\s*\/EmbeddedFile\b/g
const DICTIONARY_LENGTH_MAX = 2_000
const TEXT_BYTES_MAX = 1024 * 1024

export const isPdf = (bytes: Uint8Array): boolean =>
  [0x25, 0x50, 0x44, 0x46].every((byte, place) => bytes[place] === byte)

/** The attached certificate.json of a PDF, as text. Null if the PDF has no such file. */
export async function certificateInPdf(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  // Each byte becomes one character, so that places in the text are places in the file.
  const text = Array.from({ length: Math.ceil(bytes.length / 0x8000) }, (_, part) =>
    String.fromCharCode(...bytes.subarray(part * 0x8000, (part + 1) * 0x8000)),
  ).join('')
  const found = [...text.matchAll(EMBEDDED_FILE)]
  // Our PDFs have one attached file. Of several, a reader could see another one than we check.
  if (found.length !== 1) return null
  for (const { index } of found) {
    const dictionary = text.slice(index, index + DICTIONARY_LENGTH_MAX).split('stream')[0] ?? ''
    const length = Number(/\/Length\s+(\d+)/.exec(dictionary)?.[1])
    const mark = /^stream\r?\n/.exec(
      text.slice(index + dictionary.length, index + dictionary.length + 9),
    )
    if (mark === null || !Number.isSafeInteger(length)) continue
    const start = index + dictionary.length + mark[0].length
    const stored = bytes.slice(start, start + length)
    const content = dictionary.includes('/FlateDecode') ? await inflated(stored) : stored
    if (content !== null && content[0] === 0x7b) return new TextDecoder().decode(content)
  }
  return null
}

/** Null if the bytes are not compressed text, or if a small file would become a huge one. */
async function inflated(stored: Uint8Array<ArrayBuffer>): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  try {
    const stream = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate'))
    const reader = stream.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > TEXT_BYTES_MAX) {
        await reader.cancel()
        return null
      }
      parts.push(read.value)
    }
  } catch {
    return null
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}
