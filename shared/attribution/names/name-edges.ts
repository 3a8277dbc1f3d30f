const EDGES = /^[\s"'“”„‟«»‹›‘’`*•·|–—―,;:：.\-/()[\]]+|[\s"'“”„«»‹›‘’`*•·|–—―,;:：\-/([™®]+$/gu

/** Closing marks by the opening ones that a name may hold inside: ООО «Корк». */
const CLOSING: readonly (readonly [open: string, close: string])[] = [
  ['«', '»'],
  ['„', '“'],
  ['„', '”'],
  ['“', '”'],
  ['"', '"'],
]

/** The text without what surrounds names; a quotation that was opened inside keeps its end. */
export function trimmed(text: string): string {
  const name = text.replace(EDGES, '')
  if (!/[«„“"]/u.test(name)) return name
  const next = text.charAt(text.indexOf(name) + name.length)
  const closes = CLOSING.some(([open, close]) => {
    const at = name.lastIndexOf(open)
    return next === close && at > 0 && (open === close ? name.split(open).length % 2 === 0 : !name.includes(close, at))
  })
  return closes ? name + next : name
}
