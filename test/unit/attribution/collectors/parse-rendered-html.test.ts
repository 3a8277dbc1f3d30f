import { expect, test } from 'vitest'
import { parseRenderedHtml } from '../../../../shared/attribution/collectors/parse-rendered-html.ts'

const json = JSON.stringify({ success: true, result: '<p>Kork "Ltd" \u{1F427} é</p>' })

test('the page is read from the answer of the REST API', () => {
  expect(parseRenderedHtml(json, false)).toEqual({
    html: '<p>Kork "Ltd" \u{1F427} é</p>',
    truncated: false,
  })
})

test('an answer that is the page itself is read too', () => {
  expect(parseRenderedHtml('\n<!doctype html><p>Kork</p>', true)).toEqual({
    html: '\n<!doctype html><p>Kork</p>',
    truncated: true,
  })
})

test('an answer that is cut anywhere gives the beginning of the page', () => {
  const escaped = '{"success": true, "errors": [], "result": "<p>\\u00e9\\"\\\\ Kork</p>"}'
  const start = escaped.indexOf('<p>')
  for (let end = start; end < escaped.length - 2; end += 1) {
    const read = parseRenderedHtml(escaped.slice(0, end), true)
    expect('<p>é"\\ Kork</p>'.startsWith(read?.html ?? 'nothing')).toBe(true)
    expect(read?.truncated).toBe(true)
  }
})

test.each([
  ['an empty text', '', false],
  ['an error', '{"success":false,"errors":[{"code":2001}],"result":null}', false],
  ['another type', '{"success":true,"result":{"html":"x"}}', false],
  ['JSON of another service', '[1,2]', true],
  ['a cut answer without a page', '{"success":true,"resu', true],
])('%s is no page', (_name, text, truncated) => {
  expect(parseRenderedHtml(text, truncated)).toBeNull()
})
