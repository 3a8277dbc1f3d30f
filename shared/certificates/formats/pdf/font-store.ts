import { z } from 'zod'
import type { StaticAssets } from '../../../platform/environment.ts'

export const WEIGHTS = ['regular', 'bold', 'mono'] as const
export type Weight = (typeof WEIGHTS)[number]

/** Fonts for Han characters: one of them per document, since regions draw the same character differently. */
export const HAN_REGIONS = ['jp', 'sc', 'tc'] as const

/** The content of `characters.json` beside the fonts: each file with every character that it can draw, in the order of preference. */
export const FontIndex = z.array(
  z.object({
    file: z.string(),
    weight: z.enum(WEIGHTS),
    han: z.enum(HAN_REGIONS).nullable(),
    characters: z.string(),
  }),
)
export type FontIndex = z.infer<typeof FontIndex>

/** The store of fonts. `read` resolves to the bytes of one file; it rejects when there is no such file. */
export interface FontStore {
  read(file: string): Promise<Uint8Array>
}

/** Fonts as static assets. The host is never resolved: the binding looks at the path only. */
export const assetFonts = (assets: StaticAssets): FontStore => ({
  async read(file) {
    const response = await assets.fetch(`https://assets.internal/fonts/${file}`)
    if (!response.ok) throw new Error(`the font ${file} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
})

const INDEX_FILE = 'characters.json'

/** The fonts that are needed for a set of characters, each character with its font. */
export interface ChosenFonts {
  files: { file: string; weight: Weight }[]
  /** The file for a character in a weight, or null when no font has it. */
  fileOf(character: string, weight: Weight): string | null
}

/** Chooses fonts for a document that sets `wanted` characters by weight. Reads the index only. */
export async function chooseFonts(store: FontStore, wanted: Record<Weight, string>): Promise<ChosenFonts> {
  const index = FontIndex.parse(JSON.parse(new TextDecoder().decode(await store.read(INDEX_FILE))))
  const ordered = inOrderOfPreference(index, WEIGHTS.map((weight) => wanted[weight]).join(''))
  const has = new Map(ordered.map(({ file, characters }) => [file, new Set(characters)]))
  const chosen = new Map<Weight, Map<string, string>>()
  const files = new Map<string, Weight>()
  for (const weight of WEIGHTS) {
    const byCharacter = new Map<string, string>()
    const characters = new Set(wanted[weight])
    for (const { file, weight: own } of candidates(ordered, weight)) {
      for (const character of characters) {
        if (byCharacter.has(character) || has.get(file)?.has(character) !== true) continue
        byCharacter.set(character, file)
        files.set(file, own)
      }
    }
    chosen.set(weight, byCharacter)
  }
  return {
    files: [...files].map(([file, weight]) => ({ file, weight })),
    fileOf: (character, weight) => chosen.get(weight)?.get(character) ?? null,
  }
}

/** Fonts of the weight first; what they lack is set in regular. */
function candidates(index: FontIndex, weight: Weight): FontIndex {
  return [...index.filter((font) => font.weight === weight), ...index.filter((font) => font.weight === 'regular')]
}

/** The index with the Han fonts sorted by how much of the text they have; kana settle it for Japan. */
function inOrderOfPreference(index: FontIndex, text: string): FontIndex {
  const han = new Set([...text].filter((character) => /\p{Script=Han}/u.test(character)))
  if (han.size === 0) return index
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const covered = (font: FontIndex[number]) => [...font.characters].filter((character) => han.has(character)).length
  const regional = index
    .filter((font) => font.han !== null)
    .map((font) => ({ font, rank: japanese && font.han === 'jp' ? Number.POSITIVE_INFINITY : covered(font) }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ font }) => font)
  return [...index.filter((font) => font.han === null), ...regional]
}
