import { generateKeyPairSync } from 'node:crypto'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** A public key in the format that Supabase Auth publishes (GET /auth/v1/.well-known/jwks.json). */
export const PUBLIC_KEY = {
  ...publicKey.export({ format: 'jwk' }),
  kid: 'b81269f1',
  alg: 'ES256',
  use: 'sig',
  key_ops: ['verify'],
}
