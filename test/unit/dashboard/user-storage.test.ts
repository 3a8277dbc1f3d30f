import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { keepNotes, notesOf } from '../../../workers/dashboard/screens/bulk/list-notes.ts'
import {
  rememberDestination,
  takeDestination,
} from '../../../workers/dashboard/session/user-storage.ts'

/** As in a browser, the stored values are the properties of the object. */
class Storage {
  [key: string]: unknown
}
Object.defineProperties(Storage.prototype, {
  getItem: { value: (key: string) => Reflect.get(localStorage, key) ?? null },
  setItem: { value: (key: string, value: string) => void Reflect.set(localStorage, key, value) },
  removeItem: { value: (key: string) => void Reflect.deleteProperty(localStorage, key) },
})

beforeEach(() => {
  vi.stubGlobal('localStorage', new Storage())
  vi.stubGlobal('location', { pathname: '/app/entities/Oak plc', search: '?depth=deep' })
})

afterAll(() => {
  vi.unstubAllGlobals()
})

test('notes of a list are those of the user who sent it', () => {
  keepNotes('a', 'blk_1', ['Team Blue', ''])
  expect(notesOf('a', 'blk_1')).toEqual(['Team Blue', ''])
  expect(notesOf('b', 'blk_1')).toEqual([])
})

test('notes of many lists of one user do not remove those of another', () => {
  keepNotes('a', 'blk_0', ['mine'])
  for (const id of ['1', '2', '3', '4', '5', '6']) keepNotes('b', `blk_${id}`, ['theirs'])
  expect(notesOf('a', 'blk_0')).toEqual(['mine'])
  expect(notesOf('b', 'blk_1')).toEqual([])
  expect(notesOf('b', 'blk_6')).toEqual(['theirs'])
})

test.each([
  ['A@tests.example', '/entities/Oak plc?depth=deep'],
  ['b@tests.example', '/'],
  [null, '/'],
])('a destination is followed once, and only by its user: %s', (email, path) => {
  rememberDestination('a@Tests.example')
  expect(takeDestination(email)).toBe(path)
  expect(takeDestination('a@tests.example')).toBe('/')
})

test.each(['//evil.example/app/', '/app/confirm?token_hash=x', 'javascript:alert(1)', null])(
  'a destination outside of the pages is not followed: %j',
  (path) => {
    localStorage.setItem('destination', JSON.stringify({ email: 'a@tests.example', path }))
    expect(takeDestination('a@tests.example')).toBe('/')
  },
)

test('no destination, or one that cannot be read, leads to the first page', () => {
  expect(takeDestination(null)).toBe('/')
  localStorage.setItem('destination', '/app/jobs')
  expect(takeDestination('a@tests.example')).toBe('/')
})
