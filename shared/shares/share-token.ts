import { encodeBase64url, utf8 } from '../platform/crypto/encodings.ts'
import { hmacSha256 } from '../platform/crypto/hashes.ts'
import type { Services } from '../platform/services/index.ts'

type Keys = Pick<Services['env'], 'EXPORT_LINK_KEY'>

const TOKEN_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{22}$/

const digest = ({ EXPORT_LINK_KEY: key }: Keys, text: string) => hmacSha256(utf8(key), text)

/** 128 bits that follow from the id, so that the address of a share can be shown again. */
export async function tokenOfShare(env: Keys, shareId: string): Promise<string> {
  return encodeBase64url((await digest(env, `share:${shareId}`)).slice(0, TOKEN_BYTES))
}

export async function digestOfToken(env: Keys, token: string): Promise<string> {
  return encodeBase64url(await digest(env, `share_token:${token}`))
}

export const isShareToken = (text: string): boolean => TOKEN.test(text)
