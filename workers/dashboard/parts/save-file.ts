/** The temporary address of a file must stay valid until the browser has begun the download. */
const ADDRESS_LIFETIME_MS = 10_000

/** Saves a file that the page made. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIFETIME_MS)
}
