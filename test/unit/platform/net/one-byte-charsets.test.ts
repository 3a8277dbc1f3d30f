import { expect, test } from 'vitest'
import { decodeBody } from '../../../../shared/platform/net/body-text.ts'

function encoded(text: string, charset: string): Uint8Array {
  const bytes = new Map<string, number>()
  const decoder = new TextDecoder(charset)
  for (let byte = 0x80; byte < 0x100; byte += 1)
    bytes.set(decoder.decode(Uint8Array.of(byte), { stream: true }), byte)
  return Uint8Array.from(
    [...text].map((letter) =>
      letter < '\x80' ? letter.charCodeAt(0) : (bytes.get(letter) ?? 0x3f),
    ),
  )
}

const texts: [charset: string, text: string][] = [
  ['windows-1254', '<p>Kızılırmak Çömlekçilik A.Ş. – tüm hakları saklıdır, İzmir</p>'],
  ['windows-1254', '<footer>© 2026 Dağ Işığı Ltd. Şti. Kış bahçesi</footer>'],
  ['windows-1250', '<p>Hrnčířství Dvořák, všechna práva vyhrazena, říční keramika</p>'],
  ['windows-1250', '<p>Agyagműves Kft. – minden jog fenntartva, égetőkemencék, különös tűz</p>'],
  [
    'windows-1250',
    '<p>Olăria Veche SRL, toate drepturile rezervate, ţiglă şi lut în România, piaţă</p>',
  ],
  [
    'windows-1252',
    '<p>Leirsmiðjan Þórunn ehf. Öll réttindi áskilin, sýning í Reykjavík, þjónusta</p>',
  ],
  ['windows-1252', '<p>Leirlistin við fjørðin, Tórshavn. Øll rættindi, sýning</p>'],
  ['windows-1252', '<p>Keramikværkstedet på Fanø – åbent hver dag, café, første sal</p>'],
  ['windows-1252', '<p>Olaria Sol, Lda – produção própria, põe o barro à mão, pingüim</p>'],
  ['windows-1252', '<p>Savikoda OÜ – kõik õigused kaitstud, põletusahi, lõuend, käsitöö</p>'],
  ['windows-1252', '<p>Ceramica Bontà: più città, però è così. Nový</p>'],
]

test.each(texts)('a page in %s is read with a label that it does not have: %s', (charset, text) => {
  const bytes = encoded(text, charset)
  for (const label of [null, 'text/html; charset=utf-8', 'text/html; charset=iso-8859-1'])
    expect(decodeBody(bytes, label)).toBe(text)
})

const CYRILLIC = '<p>Общество "Глиняный берег", все права защищены, доставка по городу</p>'
const cased: [charset: string, label: string, text: string][] = [
  ['koi8-r', 'windows-1251', CYRILLIC],
  ['windows-1251', 'koi8-r', CYRILLIC],
  ['windows-1253', 'windows-1251', '<p>Κεραμικά Πηλός, όλα τα δικαιώματα διατηρούνται</p>'],
  ['koi8-u', 'koi8-u', '<p>Гончарня "Їжак", усі права захищені, її глина</p>'],
  ['koi8-r', 'koi8-r', '<p>ГЛИНЯНЫЙ БЕРЕГ</p>'],
  ['windows-1251', 'windows-1251', '<p>ГЛИНЯНЫЙ БЕРЕГ, ТоргДом «ГлинаПром»</p>'],
  ['windows-1253', 'windows-1253', '<p>ΠΗΛΟΣ ΑΕ, Αθήνα, όλα τα δικαιώματα</p>'],
]
test.each(cased)('a page in %s with the label %s is read: %s', (charset, label, text) => {
  expect(decodeBody(encoded(text, charset), `text/html; charset=${label}`)).toBe(text)
})
