import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailboxOf } from '../../../shared/accounts/mailbox.ts'

test.each([
  ['a@tests.example', 'A@Tests.Example'],
  ['a@tests.example', 'a+1@tests.example'],
  ['a@tests.example', 'a+1+2@tests.example'],
  ['a@tests.example', ' a@tests.example. '],
  ['ab@gmail.com', 'a.b@gmail.com'],
  ['ab@gmail.com', 'a.b.+x@googlemail.com'],
])('%s and %s are one mailbox', (one, other) => {
  expect(mailboxOf(other)).toBe(mailboxOf(one))
})

test.each([
  ['a.b@tests.example', 'ab@tests.example'],
  ['a@tests.example', 'b@tests.example'],
  ['a@tests.example', 'a@gmail.com'],
  ['+a@tests.example', '+b@tests.example'],
  ['"a@b"@tests.example', '"a@c"@tests.example'],
])('%s and %s are two mailboxes', (one, other) => {
  expect(mailboxOf(other)).not.toBe(mailboxOf(one))
})

test('the mailbox of a mailbox is itself', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (email) => mailboxOf(mailboxOf(email)) === mailboxOf(email)),
  )
})
