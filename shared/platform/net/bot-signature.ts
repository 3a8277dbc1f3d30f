import type { Ed25519Key } from '../crypto/ed25519.ts'
import { toBase64 } from '../crypto/encodings.ts'
import { keyThumbprint, signMessage } from '../crypto/message-signature.ts'
import { describeError, log } from '../log.ts'

/** Headers that prove to a site who sends a request. Never rejects. */
export type SignRequest = (url: string) => Promise<Record<string, string>>

export const DIRECTORY_TYPE = 'application/http-message-signatures-directory+json'

const REQUEST_SECONDS = 60
const DIRECTORY_SECONDS = 600
const NONCE_BYTES = 64

interface Signing {
  env: { BOT_SIGNING_KEYS?: Ed25519Key[] | undefined; PUBLIC_URL: string }
  now(): Date
  randomBytes(count: number): Uint8Array
}

/** Keys that can sign. Empty without https, because no site could fetch our keys safely. */
export function botKeys({ BOT_SIGNING_KEYS: keys = [], PUBLIC_URL }: Signing['env']): Ed25519Key[] {
  const { protocol } = new URL(PUBLIC_URL)
  return protocol === 'https:' ? keys.filter(({ d }) => d !== undefined) : []
}

/**
 * Web Bot Auth (draft-meunier-web-bot-auth-architecture-02). The first key signs. Undefined without
 * a key. The signature covers the host, so a site cannot use it elsewhere.
 */
export function requestSigner({ env, now, randomBytes }: Signing): SignRequest | undefined {
  const [key] = botKeys(env)
  if (key === undefined) return undefined
  const agent = `"${new URL(env.PUBLIC_URL).origin}"`
  return async (url) => {
    try {
      const created = secondsOf(now())
      const { input, signature } = await signMessage(
        key,
        'sig1',
        [
          { id: '"@authority"', value: new URL(url).host },
          { id: '"signature-agent"', value: agent },
        ],
        {
          created,
          expires: created + REQUEST_SECONDS,
          keyid: await keyThumbprint(key),
          nonce: toBase64(randomBytes(NONCE_BYTES)),
          tag: 'web-bot-auth',
        },
      )
      return { 'signature-agent': agent, 'signature-input': input, signature }
    } catch (error) {
      log({ event: 'bot_signature.failed', error: describeError(error) })
      return {}
    }
  }
}

export interface KeyDirectory {
  keys: { kty: 'OKP'; crv: 'Ed25519'; kid: string; x: string; use: 'sig' }[]
  headers: Record<string, string>
}

/**
 * Our public keys with a signature by each of them, so that nobody can publish our keys as theirs
 * (draft-meunier-http-message-signatures-directory). Null without a key.
 */
export async function keyDirectory({
  env,
  now,
}: Pick<Signing, 'env' | 'now'>): Promise<KeyDirectory | null> {
  const own = botKeys(env)
  if (own.length === 0) return null
  const created = secondsOf(now())
  const authority = new URL(env.PUBLIC_URL).host
  const signed = await Promise.all(own.map((key, index) => bind(key, index, authority, created)))
  return {
    keys: signed.map(({ key }) => key),
    headers: {
      'signature-input': signed.map(({ input }) => input).join(', '),
      signature: signed.map(({ signature }) => signature).join(', '),
    },
  }
}

async function bind(key: Ed25519Key, index: number, authority: string, created: number) {
  const keyid = await keyThumbprint(key)
  const { kty, crv, x } = key
  const signature = await signMessage(
    key,
    `binding${index}`,
    [{ id: '"@authority";req', value: authority }],
    {
      created,
      expires: created + DIRECTORY_SECONDS,
      keyid,
      tag: 'http-message-signatures-directory',
    },
  )
  return { ...signature, key: { kty, crv, kid: keyid, x, use: 'sig' } as const }
}

const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000)
