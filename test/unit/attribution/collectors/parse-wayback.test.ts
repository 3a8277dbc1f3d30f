import { expect, test } from 'vitest'
import {
  parseAvailable,
  parseCaptureUrl,
  rawCaptureUrl,
} from '../../../../shared/attribution/collectors/parse-wayback.ts'

// Shapes of answers of archive.org/wayback/available.
const FOUND =
  '{"url": "kork.example", "archived_snapshots": {"closest": {"status": "200", "available": true, "url": "http://web.archive.org/web/20240102030405/http://kork.example:80/", "timestamp": "20240102030405"}}}'
const CAPTURE = {
  timestamp: '20240102030405',
  capturedAt: '2024-01-02T03:04:05.000Z',
  url: 'http://kork.example:80/',
}

test('the newest copy is read from the answer of the archive', () => {
  expect(parseAvailable(FOUND)).toEqual({ capture: CAPTURE })
  expect(rawCaptureUrl(CAPTURE)).toBe(
    'https://web.archive.org/web/20240102030405id_/http://kork.example:80/',
  )
  expect(parseCaptureUrl(rawCaptureUrl(CAPTURE))).toEqual(CAPTURE)
})

test('an archive without a copy has an empty list', () => {
  expect(parseAvailable('{"url": "kork.example", "archived_snapshots": {}}')).toEqual({
    capture: null,
  })
})

test.each([
  ['that is not available', FOUND.replace('"available": true', '"available": false')],
  ['of an error', FOUND.replace('"status": "200"', '"status": "503"')],
  ['of a redirect', FOUND.replace('"status": "200"', '"status": "301"')],
])('a copy %s is no copy of the site', (_name, text) => {
  expect(parseAvailable(text)).toEqual({ capture: null })
})

test.each([
  ['an empty text', ''],
  ['a page', '<html>Too Many Requests</html>'],
  ['an answer without a list', '{}'],
  ['a copy at another host', FOUND.replace('//web.archive.org', '//web.archive.example')],
  ['a host that only begins alike', FOUND.replace('web.archive.org/', 'web.archive.org.example/')],
  ['a copy of no web page', FOUND.replace('http://kork', 'ftp://kork')],
  ['a day that does not exist', FOUND.replace('20240102030405/', '20240231030405/')],
  ['a short timestamp', FOUND.replace('20240102030405/', '2024/')],
])('%s is not usable', (_name, text) => {
  expect(parseAvailable(text)).toBeNull()
})
