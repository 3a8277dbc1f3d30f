import kinds from './element-kinds.json' with { type: 'json' }

export interface ElementKind {
  name: string
  isBlock: boolean
  /** True if browsers do not show the content as text of the page, for example of `script`. */
  isSilent: boolean
  /** True for content that only browsers without a feature show, for example `noscript`. */
  isFallback: boolean
  /** Level of the heading from 1 to 6, or 0 for another element. */
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
