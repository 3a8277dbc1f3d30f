import fc from 'fast-check'
import { expect, test } from 'vitest'
import { semaphore } from '../../../../shared/platform/limits/semaphore.ts'
import { decodeBody, readText } from '../../../../shared/platform/net/body-text.ts'

const signal = new AbortController().signal
const bytesMax = 1_000_000

function read(parts: readonly Uint8Array[], contentType: string | null, onlyText = false) {
  const left = parts.map((part) => part.slice()).filter((part) => part.byteLength > 0)
  const body = new ReadableStream({
    type: 'bytes',
    pull(controller) {
      const part = left.shift()
      if (part === undefined) {
        controller.close()
        controller.byobRequest?.respond(0)
      } else controller.enqueue(part)
    },
  })
  const headers: Record<string, string> =
    contentType === null ? {} : { 'content-type': contentType }
  return semaphore(bytesMax).withPermits((permits) =>
    readText(new Response(body, { headers }), { bytesMax, signal, permits }, onlyText),
  )
}

const pieces = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }).map((text) => new TextEncoder().encode(text)),
    fc
      .string({ unit: 'binary', minLength: 400, maxLength: 1_500 })
      .map((text) => new TextEncoder().encode(text)),
    fc.constantFrom('é', '日本', '😀').map((text) => new TextEncoder().encode(text)),
    fc.uint8Array({ maxLength: 3 }),
  ),
  { maxLength: 12 },
)
const cuts = fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 40 })

function cut(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const parts: Uint8Array[] = []
  for (let at = 0, turn = 0; at < bytes.byteLength; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1
    parts.push(bytes.subarray(at, at + size))
    at += size
  }
  return parts
}

const joined = (parts: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(parts.flatMap((part) => [...part]))

test.each([
  null,
  'utf-8',
  'iso-8859-1',
  'windows-1251',
  'shift_jis',
  'gb18030',
  'iso-2022-jp',
  'utf-16le',
])(
  'a body in parts with the declared charset %s gives the same text as the whole body',
  async (charset) => {
    await fc.assert(
      fc.asyncProperty(pieces, cuts, async (given, sizes) => {
        const bytes = joined([new TextEncoder().encode('<p>'), ...given])
        const type = charset === null ? null : `text/html; charset=${charset}`
        expect((await read(cut(bytes, sizes), type)).text).toBe(decodeBody(bytes, type))
      }),
      { numRuns: 60 },
    )
  },
)

test('valid UTF-8 is read as UTF-8, whatever charset is declared', () => {
  const labels = fc.constantFrom(
    '',
    'utf-8',
    'iso-8859-1',
    'windows-1252',
    'windows-1251',
    'shift_jis',
    'gbk',
    'none',
  )
  const texts = fc.array(fc.constantFrom('Töpferei', 'Łódź ', '日本', ' Ёж ', 'a', '<p>', '한국'), {
    minLength: 1,
  })
  fc.assert(
    fc.property(labels, texts, fc.boolean(), (label, words, isMeta) => {
      const text = `<meta charset="${isMeta ? label : ''}">${words.join('')} © Ærø Łódź`
      const bytes = new TextEncoder().encode(text)
      expect(decodeBody(bytes, isMeta ? null : `text/html; charset=${label}`)).toBe(text)
    }),
    { numRuns: 300 },
  )
})

test('a charset that the HTML declares holds from the first byte, even if the declaration is cut', async () => {
  const bytes = new Uint8Array([
    ...new TextEncoder().encode('<meta charset="windows-1251"><p>'),
    0xc0,
    0xc1,
  ])
  expect((await read(cut(bytes, [7]), null)).text).toBe('<meta charset="windows-1251"><p>АБ')
})

/**
 * Encodes text in any charset by searching the bytes that decode to it, because TextEncoder writes
 * only UTF-8.
 */
function encoded(text: string, charset: string): Uint8Array {
  const bytes = new Map<string, number[]>()
  const decoder = (of: number[]): string =>
    new TextDecoder(charset).decode(Uint8Array.from(of), { stream: true })
  for (let first = 0x80; first < 0x100; first += 1) {
    const one = decoder([first])
    if (one.length === 1 && !bytes.has(one)) bytes.set(one, [first])
    for (let second = 0x40; one === '' && second < 0x100; second += 1) {
      const two = decoder([first, second])
      if (two.length === 1 && !bytes.has(two)) bytes.set(two, [first, second])
    }
  }
  return Uint8Array.from(
    [...text].flatMap((letter) =>
      letter < '\x80' ? [letter.charCodeAt(0)] : (bytes.get(letter) ?? [0x3f]),
    ),
  )
}

const texts: [charset: string, text: string][] = [
  [
    'windows-1252',
    '<p>Über uns: Öffnungszeiten der Gärtnerei Böttcher</p> © 2023 Gärtnerei Böttcher e.K.',
  ],
  ['windows-1252', '<footer>© 2021 Pépinières Célérier SARL – tous droits réservés</footer>'],
  ['windows-1252', '<footer>© Jardinería Muñoz, S.L.</footer>'],
  ['windows-1252', '<footer>© Blåbærgården ApS</footer>'],
  ['windows-1252', 'Café Kork'],
  ['windows-1252', 'größer'],
  ['windows-1252', '<p>Größe, süß, Chloé et Zoé: crééée</p>'],
  ['windows-1252', '© 2024 Kork Ltd'],
  ['windows-1251', '<p>Питомник</p> © 2022 ООО «Садовый дом» Все права защищены'],
  ['windows-1251', '<title>ЗАО Берёзка</title><p>Контакты: телефон, адрес</p>'],
  ['windows-1251', '<p>Розсадник «Липа» Київ</p>'],
  ['windows-1253', '<p>Κεραμικά Αιγαίου ΑΕ, Αθήνα – όλα τα δικαιώματα</p>'],
  ['windows-1255', '<p>שלום קדרות בע"מ, תל אביב</p>'],
  ['windows-1250', '<p>Żółw sp. z o.o. – Kraków, Łódź, usługi</p>'],
  ['iso-8859-2', '<p>Żółw sp. z o.o. - Kraków, Łódź, piękna poświata</p>'],
  ['koi8-r', '<p>Питомник растений Садовый Дом, Москва</p>'],
  ['shift_jis', '<p>北浜ガーデン株式会社のホームページ。お問い合わせはこちらまで。</p>'],
  ['euc-jp', '<p>北浜ガーデン株式会社のホームページ。お問い合わせはこちらまで。</p>'],
  ['gb18030', '<p>版权所有 上海花园科技有限公司 联系我们 关于我们</p>'],
  ['euc-kr', '<p>주식회사 한강정원 서울특별시 고객센터 안내</p>'],
]

test.each(texts)(
  'a page in %s is read without a label and with the label UTF-8: %s',
  (charset, text) => {
    const bytes = encoded(text, charset)
    expect(decodeBody(bytes, null)).toBe(text)
    expect(decodeBody(bytes, 'text/html; charset=utf-8')).toBe(text)
    expect(decodeBody(bytes, 'text/html; charset=latin1')).toBe(text)
    expect(decodeBody(bytes, `text/html; charset=${charset}`)).toBe(text)
  },
)

test.each([
  ['<p>Żółw sp. z o.o. – Kraków, Łódź</p>', 'iso-8859-2'],
  ['<p>Κήπος ΑΕ Αθήνα</p>', 'windows-1253'],
  ['<p>園藝股份有限公司</p>', 'big5'],
  ['<p>İzmir Bahçe Ltd. Şti.</p>', 'windows-1254'],
])('a page with its right label keeps its charset: %s', (text, charset) => {
  const known = text.replaceAll('–', charset === 'iso-8859-2' ? '-' : '–')
  expect(decodeBody(encoded(known, charset), `text/html; charset=${charset}`)).toBe(known)
})

test.each(['windows-1251', 'koi8-r', 'windows-1253', 'windows-1255'])(
  'a Latin text with the label %s of another script is read as Latin',
  (label) => {
    const text = '<p>© 2024 Gärtnerei Böttcher GmbH, Größe</p>'
    expect(decodeBody(encoded(text, 'windows-1252'), `text/html; charset=${label}`)).toBe(text)
  },
)

const garble = (text: string): string =>
  new TextDecoder('windows-1252').decode(new TextEncoder().encode(text), { stream: true })

test.each([
  ['© 2024 Töpferei Müller GmbH'],
  ['Pépinières Célérier – tous droits réservés'],
  ['Łódź “Ogród” sp. z o.o.'],
  ['ООО «Садовый дом»'],
])('a text that was encoded in UTF-8 twice is repaired: %s', (text) => {
  expect(decodeBody(new TextEncoder().encode(garble(text)), 'text/html; charset=utf-8')).toBe(text)
})

test.each([
  ['A garbled é looks like Ã© and a garbled ü like Ã¼.'],
  ['São Paulo, Â and Ã are letters'],
  ['© Müller'],
  ['Ã© once'],
  ['日本 Ã©Ã©Ã©'],
])('a text that is encoded once stays as it is: %s', (text) => {
  expect(decodeBody(new TextEncoder().encode(text), null)).toBe(text)
})

test.each([1, 2, 3])(
  'a body that ends inside a character loses only that character: %i bytes',
  (count) => {
    const bytes = new TextEncoder().encode('© Töpferei 日本😀')
    const text = decodeBody(bytes.subarray(0, bytes.byteLength - count), 'text/html; charset=utf-8')
    expect(text).toBe('© Töpferei 日本')
  },
)

test('a damaged character does not change the charset of a long text', () => {
  const bytes = joined([
    new TextEncoder().encode(
      'Gärtnerei für Bäume, Sträucher, Kräuter, Blüten, Früchte. '.repeat(3),
    ),
    Uint8Array.of(0xfc, 0x20),
  ])
  expect(decodeBody(bytes, null)).toContain('Kräuter')
})

test('letters after a long text in ASCII decide too', () => {
  const start = 'a'.repeat(200_000)
  const bytes = joined([new TextEncoder().encode(start), encoded('© Gärtnerei', 'windows-1252')])
  expect(decodeBody(bytes, 'text/html; charset=utf-8')).toBe(`${start}© Gärtnerei`)
})

test('a binary body is not read further than its start', async () => {
  const parts = Array.from({ length: 9 }, () => new Uint8Array(2_000))
  expect(await read(parts, null, true)).toMatchObject({ isText: false, truncated: true })
  expect(await read(parts, null, false)).toMatchObject({ isText: false, truncated: false })
  expect(await read([new TextEncoder().encode('x')], 'image/png', true)).toMatchObject({
    isText: false,
  })
})
