import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create } from '@cantoo/fontkit'
import type { FontIndex } from '../shared/certificates/formats/pdf/font-store.ts'
import { ROOT } from './structure/sources.ts'

export const FONT_FOLDER = join(ROOT, 'workers/assets/fonts')

/**
 * Codes in the file names of the large fonts for Korean, Japanese, and simplified and traditional
 * Chinese. These fonts are tried last, because the small fonts for alphabets are enough for most
 * texts.
 */
const LATE = ['kr', 'jp', 'sc', 'tc']

/**
 * Returns a list of the available fonts with the characters that each font can draw. The list is
 * stored in the file `characters.json`.
 */
export function indexOfFonts(): FontIndex {
  const files = readdirSync(FONT_FOLDER).filter((name) => name.endsWith('.woff'))
  const region = (file: string) => /^noto-sans-(\w\w)-regular/.exec(file)?.[1] ?? ''
  const place = (file: string) =>
    file.includes('-latin-') && !file.includes('-ext-') ? -1 : LATE.indexOf(region(file)) + 1
  files.sort((a, b) => place(a) - place(b) || a.localeCompare(b, 'en'))
  return files.map((file) => {
    const font = create(readFileSync(join(FONT_FOLDER, file)))
    if (!('characterSet' in font)) throw new Error(`${file} is a collection`)
    const printable = font.characterSet.filter(
      (codePoint) => codePoint >= 0x20 && !(codePoint >= 0x7f && codePoint < 0xa0),
    )
    return {
      file,
      weight: /-(regular|bold|mono)/.exec(
        file.replace('mono-regular', 'mono'),
      )?.[1] as FontIndex[number]['weight'],
      han: (['jp', 'sc', 'tc'] as const).find((han) => han === region(file)) ?? null,
      characters: [...new Set(printable)]
        .sort((a, b) => a - b)
        .map((codePoint) => String.fromCodePoint(codePoint))
        .join(''),
    }
  })
}
