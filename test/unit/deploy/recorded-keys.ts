import { generateKeyPairSync } from 'node:crypto'

const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** As Supabase Auth publishes it (GET /auth/v1/.well-known/jwks.json). */
export const PUBLIC_KEY = {
  ...publicKey.export({ format: 'jwk' }),
  kid: 'b81269f1',
  alg: 'ES256',
  use: 'sig',
  key_ops: ['verify'],
}
