import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newIdentifier } from '../../../shared/platform/identifiers.ts'
import { sealCookie, sessionIdIn } from '../../../shared/sessions/session-cookie.ts'
import { isDashboardPath, isSessionPath, requireSameOrigin } from '../../../workers/same-origin.ts'

const KEYS = { k1: randomBytes(32).toString('base64') }

describe('the session cookie', () => {
  test('a cookie opens to the session that it was sealed for, also after the key was replaced', async () => {
    const id = newIdentifier('ses')
    const cookie = await sealCookie(KEYS, id)
    expect(await sessionIdIn(KEYS, cookie)).toBe(id)
    expect(await sessionIdIn({ k2: randomBytes(32).toString('base64'), ...KEYS }, cookie)).toBe(id)
    expect(await sessionIdIn({ k2: randomBytes(32).toString('base64') }, cookie)).toBeNull()
  })

  test('a cookie shows nothing of the session, and no two are equal', async () => {
    const id = newIdentifier('ses')
    const [one, two] = [await sealCookie(KEYS, id), await sealCookie(KEYS, id)]
    expect(one).not.toContain(id.slice(4))
    expect(one).not.toBe(two)
  })

  test('any changed character makes a cookie invalid', async () => {
    const cookie = await sealCookie(KEYS, newIdentifier('ses'))
    await fc.assert(
      fc.asyncProperty(
        fc.nat(cookie.length - 1),
        fc.constantFrom('A', 'z', '9', '+', ':', ' ', '\u0000'),
        async (place, letter) => {
          fc.pre(cookie[place] !== letter)
          // Leaves out changes of the last base64 character before "=". It has unused bits, so the
          // changed text can decode to the same bytes.
          fc.pre(!/^[^:]?=/.test(cookie.slice(place + 1)) && place < cookie.length - 3)
          expect(
            await sessionIdIn(KEYS, cookie.slice(0, place) + letter + cookie.slice(place + 1)),
          ).toBeNull()
        },
      ),
    )
  })

  test('no text of any kind opens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 2_000 }), async (text) => {
        expect(await sessionIdIn(KEYS, text)).toBeNull()
      }),
    )
    expect(await sessionIdIn(KEYS, undefined)).toBeNull()
  })
})

describe('the check of the origin', () => {
  const OWN = 'https://attribution.example'
  const accepted = (method: string, headers: Record<string, string>) => {
    try {
      requireSameOrigin(new Request('https://any.example/session', { method, headers }), `${OWN}/`)
      return true
    } catch {
      return false
    }
  }

  test('any method but GET and HEAD needs one right header and no wrong one', () => {
    const site = fc.constantFrom(null, 'same-origin', 'same-site', 'cross-site', 'none', '')
    const origin = fc.constantFrom(
      null,
      OWN,
      'null',
      'https://evil.example',
      `${OWN}.evil.example`,
      `${OWN}:444`,
    )
    fc.assert(
      fc.property(
        fc.constantFrom('POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'),
        site,
        origin,
        (method, given, from) => {
          const headers = {
            ...(given === null ? {} : { 'sec-fetch-site': given }),
            ...(from === null ? {} : { origin: from }),
          }
          const isRight = given === 'same-origin' || from === OWN
          const isWrong =
            (given !== null && given !== 'same-origin') || (from !== null && from !== OWN)
          expect(accepted(method, headers)).toBe(isRight && !isWrong)
        },
      ),
    )
  })

  test('a GET that buys external history needs a right header too', () => {
    const buying = (headers: Record<string, string>) =>
      requireSameOrigin(
        new Request('https://any.example/app/api/domains/a.com/history?include_external=true', {
          headers,
        }),
        OWN,
      )
    expect(() => buying({ 'sec-fetch-site': 'same-site' })).toThrow('does not come from a page')
    expect(() => buying({})).toThrow('does not come from a page')
    expect(() => buying({ 'sec-fetch-site': 'same-origin' })).not.toThrow()
  })

  test('GET and HEAD change nothing, so they need no header', () => {
    expect(
      ['GET', 'HEAD'].map((method) => accepted(method, { origin: 'https://evil.example' })),
    ).toEqual([true, true])
  })

  test.each([
    ['/session', true, true],
    ['/session/link', true, true],
    ['/app/api', true, true],
    ['/app/api/jobs', true, true],
    ['/app/', false, true],
    ['/app', false, true],
    ['/app/apis', false, true],
    ['/sessions', false, false],
    ['/jobs', false, false],
  ])('%s: trusts the cookie %s, belongs to the dashboard %s', (path, trusts, belongs) => {
    expect([isSessionPath(path), isDashboardPath(path)]).toEqual([trusts, belongs])
  })
})
