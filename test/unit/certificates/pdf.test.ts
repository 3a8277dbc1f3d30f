import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { Candidate } from '../../../shared/attribution/scoring/scoring-result.ts'
import { certificatePdf } from '../../../shared/certificates/formats/pdf/certificate-pdf.ts'
import { FontIndex } from '../../../shared/certificates/formats/pdf/font-store.ts'
import { percent } from '../../../shared/certificates/formats/pdf/measures.ts'
import { drawable } from '../../../shared/certificates/formats/pdf/typesetter.ts'
import { FONT_FOLDER, indexOfFonts } from '../../fonts.ts'
import { candidatesNamed, certificateOf, newKeys, store } from './samples.ts'

const keys = newKeys('pdf')
const folder = mkdtempSync(join(tmpdir(), 'certificate-pdf-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasPoppler = spawnSync('pdftotext', ['-v']).error === undefined
if (!hasPoppler)
  console.warn(
    'pdftotext and pdftoppm are not installed (package poppler-utils), so the layout of certificates is not tested.',
  )

async function pdfOf(
  candidates: Candidate[],
  more: Parameters<typeof certificateOf>[2] = {},
): Promise<{ bytes: Uint8Array; body: string }> {
  const { signed, body } = await certificateOf(keys, candidates, more)
  return { bytes: await certificatePdf(signed, body, store), body }
}

function written(bytes: Uint8Array): string {
  const file = join(folder, 'certificate.pdf')
  writeFileSync(file, bytes)
  return file
}

/**
 * Returns the text that a reader would copy from the PDF. Line breaks become spaces, and characters
 * that set the text direction are removed.
 */
function textIn(bytes: Uint8Array): string {
  const text = execFileSync('pdftotext', ['-layout', written(bytes), '-'], { encoding: 'utf8' })
  return text.replace(/[\u202a-\u202e\u200e\u200f]/g, '').replace(/\s+/g, ' ')
}

/** Measures each page at 40 dpi. `share` is the share of dark pixels, from 0 to 1. */
function inkOf(bytes: Uint8Array): { share: number; inMargin: boolean }[] {
  const base = join(folder, 'page')
  execFileSync('pdftoppm', ['-r', '40', '-gray', written(bytes), base])
  const pages = execFileSync('ls', [folder], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name.endsWith('.pgm'))
  return pages.map((name) => {
    const image = readFileSync(join(folder, name))
    rmSync(join(folder, name))
    const header = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.subarray(0, 40).toString('latin1'))
    const [width, height] = [Number(header?.[1]), Number(header?.[2])]
    const pixels = image.subarray(header?.[0].length)
    let dark = 0
    let inMargin = false
    for (const [index, value] of pixels.entries()) {
      if (value > 200) continue
      dark += 1
      const [x, y] = [index % width, Math.floor(index / width)]
      if (x < width * 0.085 || x > width * 0.915 || y < height * 0.045 || y > height * 0.965)
        inMargin = true
    }
    return { share: dark / (width * height), inMargin }
  })
}

const ONE = ['Corvane Werkzeugbau GmbH & Co. KG']
const MANY = Array.from(
  { length: 300 },
  (_, index) => `Candidate Holding Number ${index + 1} International Limited`,
)
const LONG = [
  'Consolidated Transcontinental Preservation and Forwarding Undertakings of the Northern Counties (Holdings) Limited and Partners, formerly Wm. Ashgrove & Daughters of Kettleridge',
  'DonaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftmitbeschränkterHaftungundCompagnieKommanditgesellschaftAufAktien',
]
const SCRIPTS = [
  'شركة الاختبار للتجارة',
  'חברת הבדיקה בע״מ',
  '株式会社水原製作所ミズハラ',
  '北京字节跳动科技有限公司',
  '臺灣積體電路製造股份有限公司',
  '삼성전자 주식회사',
  'ООО «Печатный двор»',
  'Ελληνικά Ταχυδρομεία Α.Ε.',
  'Công ty Cổ phần Sữa Việt Nam',
  'შპს საქართველო',
  'Հայաստան ՓԲԸ',
  'Dvořák & Żółć s.r.o.',
]

test('one certificate always gives the same PDF bytes, independent of earlier PDFs and of the loading time of fonts', async () => {
  const { signed, body } = await certificateOf(keys, candidatesNamed(...SCRIPTS))
  const first = await certificatePdf(signed, body, store)
  await pdfOf(candidatesNamed(...ONE))
  let turn = 0
  const slow = {
    async read(file: string) {
      turn += 1
      await new Promise((resolve) => setTimeout(resolve, (turn * 7) % 20))
      return store.read(file)
    },
  }
  expect(Buffer.from(await certificatePdf(signed, body, slow)).equals(Buffer.from(first))).toBe(
    true,
  )
})

test.each([
  ['one candidate', ONE, 2],
  ['300 candidates', MANY, 4],
  ['names that fill lines', LONG, 2],
  ['twelve scripts', SCRIPTS, 2],
])('a certificate with %s has $2 pages', async (_, names, pages) => {
  const { bytes } = await pdfOf(candidatesNamed(...names))
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(document.getPageCount()).toBe(pages)
  expect(document.getTitle()).toBe('Attribution certificate of example.com')
})

test('a certificate without candidates and evidence has one page', async () => {
  const { bytes } = await pdfOf([], { evidence: 0 })
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1)
})

test('a PDF can contain names with any characters', async () => {
  const name = fc.string({ unit: 'binary', maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(name, name, async (one, other) => {
      const { bytes } = await pdfOf(candidatesNamed(one.toWellFormed(), other.toWellFormed()), {
        evidence: 1,
      })
      expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-')
    }),
    { numRuns: 15 },
  )
})

test('bidirectional controls cannot reverse a name, and combining letters are composed', () => {
  expect(drawable('moc.elgoog\u202e')).toBe('moc.elgoog')
  expect(drawable('a\u0000b\tc\u2066d')).toBe('ab cd')
  expect(drawable('Mu\u0308ller')).toBe('Müller')
})

test.each([
  [1, '100%'],
  [0.95, '95%'],
  [0.9512, '95%'],
  [0.0312, '3%'],
  [0.0012, '<1%'],
  [0.00001, '<1%'],
  [0, '0%'],
])('the share %d is written as %s', (share, words) => {
  expect(percent(share)).toBe(words)
})

const EVIDENCE = [
  {
    collector: 'dns',
    data: { a: ['192.0.2.1'], aaaa: [], ns: ['ns1.kork.example'], mx: [] },
  },
]
const signal = (collector: string, observed: string, explanation: string) => ({
  signal: 'imprint_operator',
  collector,
  observed,
  contribution: 0.3,
  stance: 'supports' as const,
  explanation,
})
const entityOf = (...signals: ReturnType<typeof signal>[]) => [
  { entity: ONE[0] ?? '', aliases: [], confidence: 0.9, signals, correlations: [] },
]

describe.skipIf(!hasPoppler)(
  'the PDF as poppler renders it (pdftotext and pdftoppm, package poppler-utils)',
  () => {
    test('a reader can copy every text of a certificate', async () => {
      const { bytes, body } = await pdfOf(candidatesNamed(...ONE))
      const text = textIn(bytes)
      const { certificate, signatures } = JSON.parse(body)
      for (const expected of [
        'Attribution certificate',
        'example.com',
        ONE[0],
        '90%',
        certificate.certificate_id,
        certificate.evidence_root,
        certificate.evidence[3].digest.slice(0, 32),
        signatures[0].value,
        'mac-pdf',
        'sign-pdf',
        'https://api.attribution.example/certificates/crt_01kakrm3v9f4hbyk2vtbj8x3sd',
        'Page 1 of 2',
      ]) {
        expect(text).toContain(expected)
      }
    })

    test('a domain in Unicode stands above its ASCII form', async () => {
      const domain = 'xn----7sbebpcb2cf1blm1l.xn--p1ai'
      const domainUnicode = 'верста-мебель.рф'
      const { bytes } = await pdfOf(candidatesNamed(...ONE), { domain, domainUnicode })
      const text = textIn(bytes)
      expect(text.indexOf(domainUnicode)).toBeGreaterThan(0)
      expect(text.indexOf(domain)).toBeGreaterThan(text.indexOf(domainUnicode))
    })

    test('a reader can copy the basis and the warnings of an answer', async () => {
      const { signed } = await certificateOf(keys, candidatesNamed(...ONE))
      const detail = 'The page imitates Größe GmbH.'
      signed.certificate.result.basis = 'corroborated'
      signed.certificate.result.warnings = [
        { kind: 'imitates', severity: 'high', entity: 'Größe GmbH', detail },
      ]
      const text = textIn(await certificatePdf(signed, '{}', store))
      for (const expected of ['Confirmed by a third party', 'Imitates Größe GmbH', detail])
        expect(text).toContain(expected)
    })

    test('page 1 has the reasons with their quotes and the facts, in words for people', async () => {
      const entities = entityOf(signal('http_probe', 'Impressum: Corvane', 'The imprint names it.'))
      const { signed, body } = await certificateOf(keys, candidatesNamed(...ONE), { entities })
      const analysis = { depth: 'deep' as const, passive: false, evidence: EVIDENCE }
      const file = written(await certificatePdf(signed, body, store, analysis))
      const page = execFileSync('pdftotext', ['-layout', '-l', '1', file, '-'], {
        encoding: 'utf8',
      })
      for (const expected of [
        'The imprint names it.',
        '“Impressum: Corvane”',
        'Web site · strong',
        'ns1.kork.example',
        'very likely',
      ])
        expect(page).toContain(expected)
      expect(textIn(readFileSync(file))).not.toMatch(/http_probe|\d %|facts/)
      expect(textIn(await certificatePdf(signed, body, store))).not.toContain('ns1.kork')
    })

    test('screen readers get headings, lists, tables and a text for the QR code', async () => {
      const entities = entityOf(signal('dns', 'a', 'The imprint names it.'))
      const { signed, body } = await certificateOf(keys, candidatesNamed(...ONE), { entities })
      const file = written(await certificatePdf(signed, body, store))
      expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toMatch(/^Tagged:\s+yes$/m)
      const structure = execFileSync('pdfinfo', ['-struct-text', file], { encoding: 'utf8' })
      for (const tag of ['H1', 'H2', 'P', 'L', 'LI', 'Table', 'TR', 'TH', 'TD', 'Figure'])
        expect(structure).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'))
      expect(structure).toMatch(/\/Scope \/Column\s+"SHA-256 of the evidence"/)
      const catalog = Buffer.from(
        await (await PDFDocument.load(readFileSync(file))).save({ useObjectStreams: false }),
      ).toString('latin1')
      expect(catalog).toMatch(/\/Lang \(?en/)
      expect(catalog).toMatch(/\/Alt /)
    })

    test('a reader can copy names in every script', async () => {
      const text = textIn((await pdfOf(candidatesNamed(...SCRIPTS))).bytes)
      for (const name of SCRIPTS) expect(text).toContain(name)
    })

    test('the operator name is never shortened', async () => {
      const [name = ''] = LONG
      const lines = name.split(' ')
      const text = textIn((await pdfOf(candidatesNamed(name))).bytes)
      const block = text.slice(
        text.indexOf('Operator of the domain'),
        text.indexOf('of 100 answers'),
      )
      for (const word of lines) expect(block).toContain(word)
    })

    test('a character without a font is written as its code point', async () => {
      expect(textIn((await pdfOf(candidatesNamed('Smile \u{1f600} Ltd'))).bytes)).toContain(
        'Smile [U+1F600] Ltd',
      )
    })

    test('the attached JSON equals the certificate byte for byte', async () => {
      const { bytes, body } = await pdfOf(candidatesNamed(...ONE))
      const out = join(folder, 'attached.json')
      execFileSync('pdfdetach', ['-save', '1', '-o', out, written(bytes)])
      expect(readFileSync(out, 'utf8')).toBe(body)
    })

    test.each([
      ['one candidate', ONE],
      ['300 candidates', MANY],
      ['names that fill lines', LONG],
      ['twelve scripts', SCRIPTS],
    ])('with %s, every page has text and no text in its margins', async (_, names) => {
      const pages = inkOf((await pdfOf(candidatesNamed(...names))).bytes)
      for (const { share, inMargin } of pages) {
        expect(share).toBeGreaterThan(0.005)
        expect(share).toBeLessThan(0.2)
        expect(inMargin).toBe(false)
      }
    })
  },
)

test('the stored index of characters equals the characters in the fonts', () => {
  const kept = FontIndex.parse(
    JSON.parse(readFileSync(join(FONT_FOLDER, 'characters.json'), 'utf8')),
  )
  expect(kept).toEqual(indexOfFonts())
})
