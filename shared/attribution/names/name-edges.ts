const START = /^[\s"'“”„‟«»‹›‘’`*•·|–—―,;:：.\-/()[\]]+/u
const END = /[\s"'“”„«»‹›‘’`*•·|–—―,;:：\-/([™®]/u

const CLOSING: readonly (readonly [open: string, close: string])[] = [
  ['«', '»'],
  ['„', '“'],
  ['„', '”'],
  ['“', '”'],
  ['"', '"'],
]

/**
 * Removes quotation marks, punctuation and spaces around a name. A closing quotation mark stays when its opening mark is inside the name,
 * as in ООО «Корк».
 */
export function trimmed(text: string): string {
  const name = withoutEnd(text.replace(START, ''))
  if (!/[«„“"]/u.test(name)) return name
  const next = text.charAt(text.indexOf(name) + name.length)
  const closes = CLOSING.some(([open, close]) => {
    const at = name.lastIndexOf(open)
    return next === close && at > 0 && (open === close ? name.split(open).length % 2 === 0 : !name.includes(close, at))
  })
  return closes ? name + next : name
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && END.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
