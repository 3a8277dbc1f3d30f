import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  newWebhookSecret,
  openWebhookSecret,
  sealWebhookSecret,
  signedHeaders,
} from '../../../shared/webhooks/webhook-secret.ts'

const KEYS = { k1: randomBytes(32).toString('base64') }

test('a secret consists of "whsec_" and 32 bytes in base64', () => {
  const secret = newWebhookSecret(randomBytes)
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(newWebhookSecret(randomBytes)).not.toBe(secret)
})

test('the public library accepts every signature, and refuses another body, id or secret', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.uuid(), async (payload, id) => {
      const secret = newWebhookSecret(randomBytes)
      const body = JSON.stringify({ payload })
      const headers = await signedHeaders(secret, `dlv_${id}`, new Date(), body)
      const receiver = new Webhook(secret)
      expect(receiver.verify(body, headers)).toEqual(JSON.parse(body))
      expect(() => receiver.verify(`${body} `, headers)).toThrow()
      expect(() => receiver.verify(body, { ...headers, 'webhook-id': 'dlv_other' })).toThrow()
      expect(() => new Webhook(newWebhookSecret(randomBytes)).verify(body, headers)).toThrow()
    }),
    { numRuns: 50 },
  )
})

test('a sealed secret opens only for its account, and its hint has eight characters', async () => {
  const secret = newWebhookSecret(randomBytes)
  const { sealed, hint } = await sealWebhookSecret(KEYS, 'usr_a', secret)
  expect(hint).toBe(secret.slice(0, 8))
  expect(sealed).not.toContain(secret.slice(6))
  expect(await openWebhookSecret(KEYS, 'usr_a', sealed)).toBe(secret)
  await expect(openWebhookSecret(KEYS, 'usr_b', sealed)).rejects.toThrow('cannot be opened')
})
