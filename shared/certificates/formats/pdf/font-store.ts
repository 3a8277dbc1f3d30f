import { z } from 'zod'
import type { StaticAssets } from '../../../platform/environment.ts'

export const WEIGHTS = ['regular', 'bold', 'mono'] as const
export type Weight = (typeof WEIGHTS)[number]

/** Each region draws the same Chinese character differently. */
export const HAN_REGIONS = ['jp', 'sc', 'tc'] as const

/** Format of characters.json. Preferred fonts come first. */
export const FontIndex = z.array(
  z.object({
    file: z.string(),
    weight: z.enum(WEIGHTS),
    han: z.enum(HAN_REGIONS).nullable(),
    characters: z.string(),
  }),
)
export type FontIndex = z.infer<typeof FontIndex>

export interface FontStore {
  read(file: string): Promise<Uint8Array>
}

/** The assets binding ignores the host name of a URL, so any host name works here. */
export const assetFonts = (assets: StaticAssets): FontStore => ({
  async read(file) {
    const response = await assets.fetch(`https://assets.internal/fonts/${file}`)
    if (!response.ok) throw new Error(`the font ${file} was not found (status ${response.status})`)
    return new Uint8Array(await response.arrayBuffer())
  },
})

const INDEX_FILE = 'characters.json'

export interface ChosenFonts {
  files: { file: string; weight: Weight }[]
  /** Null if no font has the character. */
  fileOf(character: string, weight: Weight): string | null
}

/** Chooses a font for each character. Reads only the list of fonts, not the font files. */
export async function chooseFonts(
  store: FontStore,
  wanted: Record<Weight, string>,
): Promise<ChosenFonts> {
  const index = FontIndex.parse(JSON.parse(new TextDecoder().decode(await store.read(INDEX_FILE))))
  const ordered = inOrderOfPreference(index, WEIGHTS.map((weight) => wanted[weight]).join(''))
  const has = new Map(ordered.map(({ file, characters }) => [file, new Set(characters)]))
  const chosen = new Map<Weight, Map<string, string>>()
  const files = new Map<string, Weight>()
  for (const weight of WEIGHTS) {
    const byCharacter = new Map<string, string>()
    const characters = new Set(wanted[weight])
    for (const { file, weight: fontWeight } of candidates(ordered, weight)) {
      for (const character of characters) {
        if (byCharacter.has(character) || has.get(file)?.has(character) !== true) continue
        byCharacter.set(character, file)
        files.set(file, fontWeight)
      }
    }
    chosen.set(weight, byCharacter)
  }
  return {
    files: [...files].map(([file, weight]) => ({ file, weight })),
    fileOf: (character, weight) => chosen.get(weight)?.get(character) ?? null,
  }
}

function candidates(index: FontIndex, weight: Weight): FontIndex {
  return [
    ...index.filter((font) => font.weight === weight),
    ...index.filter((font) => font.weight === 'regular'),
  ]
}

// Fonts with Chinese characters come last. Of these, a font with more characters of the text comes
// first. If the text has kana, the Japanese font comes before the other Chinese fonts.
function inOrderOfPreference(index: FontIndex, text: string): FontIndex {
  const han = new Set([...text].filter((character) => /\p{Script=Han}/u.test(character)))
  if (han.size === 0) return index
  const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  const covered = (font: FontIndex[number]) =>
    [...font.characters].filter((character) => han.has(character)).length
  const regional = index
    .filter((font) => font.han !== null)
    .map((font) => ({
      font,
      rank: japanese && font.han === 'jp' ? Number.POSITIVE_INFINITY : covered(font),
    }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ font }) => font)
  return [...index.filter((font) => font.han === null), ...regional]
}
