import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentDisposition, fileName } from '../../../../shared/platform/http/file-name.ts'
import { propertyRuns } from '../../../property-runs.ts'

const AT = '2026-11-26T10:00:00.000Z'
const nameOf = (subject: string) =>
  fileName({ subject, at: AT, kind: 'certificate', extension: 'pdf' })

test.each([
  ['thorncastle-group.com', 'thorncastle-group.com_2026-11-26_certificate.pdf'],
  ['xn--e1afmkfd.xn--p1ai', 'xn--e1afmkfd.xn--p1ai_2026-11-26_certificate.pdf'],
  ['Suppliers, 2026 (draft)', 'Suppliers-2026-draft_2026-11-26_certificate.pdf'],
  ['Поставщики №5', 'Поставщики-5_2026-11-26_certificate.pdf'],
  ['../../etc/passwd', 'etc-passwd_2026-11-26_certificate.pdf'],
  ['..\\..\\boot.ini', 'boot.ini_2026-11-26_certificate.pdf'],
  ['a"; filename="b.exe', 'a-filename-b.exe_2026-11-26_certificate.pdf'],
  ['a\r\nSet-Cookie: b=c', 'a-Set-Cookie-b-c_2026-11-26_certificate.pdf'],
  ['cod\u202efdp.exe', 'cod-fdp.exe_2026-11-26_certificate.pdf'],
  ['.htaccess', 'htaccess_2026-11-26_certificate.pdf'],
  ['con.com', 'domain-con.com_2026-11-26_certificate.pdf'],
  ['contoso.com', 'contoso.com_2026-11-26_certificate.pdf'],
  ['\ud800', 'certificate_2026-11-26_certificate.pdf'],
  ['///', 'certificate_2026-11-26_certificate.pdf'],
  ['', 'certificate_2026-11-26_certificate.pdf'],
])('the file about %j is named %j', (subject, expected) => {
  expect(nameOf(subject)).toBe(expected)
})

test('a name in another script is sent twice, first in ASCII', () => {
  const file = { subject: 'Поставщики', at: AT, kind: 'list', extension: 'csv' }
  expect(contentDisposition('attachment', file)).toBe(
    'attachment; filename="list_2026-11-26_list.csv"; ' +
      "filename*=UTF-8''%D0%9F%D0%BE%D1%81%D1%82%D0%B0%D0%B2%D1%89%D0%B8%D0%BA%D0%B8_2026-11-26_list.csv",
  )
})

describe('for every subject', () => {
  const subject = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({
      unit: fc.constantFrom('a', '.', '/', '"', '\\', '\r', '\n', '%', '\u202e', '日', '💥'),
      maxLength: 300,
    }),
  )

  test('the name is one segment of a path, at most 255 bytes, and not hidden', () => {
    fc.assert(
      fc.property(subject, (text) => {
        const name = nameOf(text)
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}._-]*$/u)
        expect(name).not.toContain('..')
        expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(255)
        expect(name.isWellFormed()).toBe(true)
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })

  test('the header is printable ASCII with one quoted name', () => {
    fc.assert(
      fc.property(subject, (text) => {
        const file = { subject: text, at: AT, kind: 'list', extension: 'csv' }
        expect(contentDisposition('attachment', file)).toMatch(
          /^attachment; filename="[A-Za-z0-9._-]+"(?:; filename\*=UTF-8''[A-Za-z0-9._%-]+)?$/,
        )
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})
