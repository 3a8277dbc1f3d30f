import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import {
  newWebhookSecret,
  openSigningSecrets,
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
      const headers = await signedHeaders([secret], `dlv_${id}`, new Date(), body)
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

test('each of two secrets signs, and the receivers of both accept the header', async () => {
  const [newest, before] = [newWebhookSecret(randomBytes), newWebhookSecret(randomBytes)]
  const headers = await signedHeaders([newest, before], 'dlv_1', new Date(), '{"a":1}')
  expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  for (const secret of [newest, before])
    expect(new Webhook(secret).verify('{"a":1}', headers)).toEqual({ a: 1 })
})

test('an older secret that cannot be decrypted is left out, and the newest is required', async () => {
  const seal = async (keys: typeof KEYS) =>
    (await sealWebhookSecret(keys, 'usr_a', newWebhookSecret(randomBytes))).sealed
  const [readable, lost] = [
    await seal(KEYS),
    await seal({ k1: randomBytes(32).toString('base64') }),
  ]
  expect(await openSigningSecrets(KEYS, 'usr_a', [readable, lost])).toHaveLength(1)
  await expect(openSigningSecrets(KEYS, 'usr_a', [lost, readable])).rejects.toThrow()
})
