import kinds from './element-kinds.json' with { type: 'json' }

export interface ElementKind {
  name: string
  isBlock: boolean
  /** The text is not shown, or is no text of the page. */
  isSilent: boolean
  /** Only browsers that lack something, for example scripts, show the content. */
  isFallback: boolean
  /** 1 to 6, or 0 for no heading. */
  heading: number
}

const kindOf = (name: string): ElementKind => ({
  name,
  isBlock: kinds.blocks.includes(name),
  isSilent: kinds.silent.includes(name),
  isFallback: kinds.fallback.includes(name),
  heading: kinds.headings.indexOf(name) + 1,
})

const KINDS: ReadonlyMap<string, ElementKind> = new Map(
  [...kinds.blocks, ...kinds.silent, ...kinds.fallback].map((name) => [name, kindOf(name)]),
)

const PLAIN = kindOf('')

export const elementKind = (name: string): ElementKind => KINDS.get(name) ?? { ...PLAIN, name }
