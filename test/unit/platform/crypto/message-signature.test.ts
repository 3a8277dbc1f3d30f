import { expect, test } from 'vitest'
import { Ed25519Key } from '../../../../shared/platform/crypto/ed25519.ts'
import { keyThumbprint, signMessage } from '../../../../shared/platform/crypto/message-signature.ts'

// Test key of RFC 9421, appendix B.1.4.
const KEY = Ed25519Key.parse({
  kty: 'OKP',
  crv: 'Ed25519',
  kid: 'test-key-ed25519',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
})
const KEY_ID = 'poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U'

test('the thumbprint of a key is that of RFC 7638', async () => {
  expect(await keyThumbprint(KEY)).toBe(KEY_ID)
  // Example of RFC 8037, appendix A.3.
  const example = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
  expect(await keyThumbprint(Ed25519Key.omit({ kid: true }).parse(example))).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  )
})

// Example E.2.2 of draft-ietf-webbotauth-httpsig-protocol-00. Ed25519 signatures are deterministic.
test('a request of a bot is signed as in the example of the draft', async () => {
  const nonce =
    'e8N7S2MFd/qrd6T2R3tdfAuuANngKI7LFtKYI/vowzk4lAZYadIX6wW25MwG7DCT9RUKAJ0qVkU0mEeLElW1qg=='
  const signed = await signMessage(
    KEY,
    'sig2',
    [
      { id: '"@authority"', value: 'example.com' },
      { id: '"signature-agent"', value: '"https://signature-agent.test"' },
    ],
    { created: 1735689600, expires: 1735693200, keyid: KEY_ID, nonce, tag: 'web-bot-auth' },
  )
  expect(signed).toEqual({
    input: `sig2=("@authority" "signature-agent");created=1735689600;keyid="${KEY_ID}";alg="ed25519";expires=1735693200;nonce="${nonce}";tag="web-bot-auth"`,
    signature:
      'sig2=:jdq0SqOwHdyHr9+r5jw3iYZH6aNGKijYp/EstF4RQTQdi5N5YYKrD+mCT1HA1nZDsi6nJKuHxUi/5Syp3rLWBA==:',
  })
})

// Test data of github.com/cloudflare/web-bot-auth, web_bot_auth_directory_response_v1.json.
test('a directory of keys is signed as in the test data of Web Bot Auth', async () => {
  const digest = 'sha-256=:CADMT2aBdV/rqQr/NIru64ERQkCobVvllA4V0fLFDu0=:'
  const { signature } = await signMessage(
    KEY,
    'binding0',
    [
      { id: '"@authority";req', value: 'signature-agent.test' },
      { id: '"content-digest"', value: digest },
    ],
    {
      created: 1735689600,
      expires: 4889289600,
      keyid: KEY_ID,
      tag: 'http-message-signatures-directory',
    },
  )
  expect(signature).toBe(
    'binding0=:yiHq0TXrbpzbmlttAQMpYoAufitFJUWuNsakB7QQMoN0EHbo5o51bZRVR8az/ptTWCwllix9clrKXfGKwdPzBg==:',
  )
})

test('a key without its private part signs nothing', async () => {
  const { d: _, ...known } = KEY
  await expect(
    signMessage(known, 'sig1', [], { created: 1, expires: 2, keyid: KEY_ID, tag: 'x' }),
  ).rejects.toThrow('private part')
})
