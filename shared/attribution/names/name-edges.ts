// Punctuation before a name. A Korean or Japanese legal form in parentheses, such as (주), is kept.
const START = /^(?:(?!\([주유株有同]\))[\s"'“”„‟«»‹›‘’`*•·|–—―,;:：.\-/()[\]])+/u
const END = /[\s"'“”„«»‹›‘’`*•·|–—―,;:：\-/([™®]/u

const CLOSING: readonly (readonly [open: string, close: string])[] = [
  ['«', '»'],
  ['„', '“'],
  ['„', '”'],
  ['“', '”'],
  ['"', '"'],
]

/** Trims punctuation. A quotation mark whose partner is inside the name stays: ООО «Корк». */
export function trimmed(text: string): string {
  const name = withoutEnd(text.replace(START, ''))
  const before = text.charAt(text.indexOf(name) - 1)
  const opens = CLOSING.some(
    ([open, close]) =>
      open !== close && before === open && name.includes(close) && !name.includes(open),
  )
  if (opens) return before + name
  if (!/[«„“"]/u.test(name)) return name
  const next = text.charAt(text.indexOf(name) + name.length)
  const closes = CLOSING.some(([open, close]) => {
    const at = name.lastIndexOf(open)
    return (
      next === close &&
      at > 0 &&
      (open === close ? name.split(open).length % 2 === 0 : !name.includes(close, at))
    )
  })
  return closes ? name + next : name
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && END.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

const CLOSING_BRACKETS = new Map(
  Object.entries({ '(': ')', '[': ']', '（': '）', '［': '］', '【': '】' }),
)

/** "Kork Limited (company" gives "Kork Limited ": a text may end inside of a parenthesis. */
export function withoutUnclosedBracket(text: string): string {
  const open: { at: number; closing: string }[] = []
  for (let at = 0; at < text.length; at += 1) {
    const closing = CLOSING_BRACKETS.get(text.charAt(at))
    if (closing !== undefined) open.push({ at, closing })
    else if (open.at(-1)?.closing === text.charAt(at)) open.pop()
  }
  return text.slice(0, open[0]?.at)
}
