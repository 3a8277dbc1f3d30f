const INPUT = new RegExp(
  [
    String.raw`^sig1=\("@authority" "signature-agent"\)`,
    String.raw`;created=(?<created>\d{10});keyid="[\w-]{43}";alg="ed25519"`,
    String.raw`;expires=(?<expires>\d{10});nonce="[A-Za-z0-9+/]{86}==";tag="web-bot-auth"$`,
  ].join(''),
)
const SIGNATURE = /^sig1=:[A-Za-z0-9+/]{86}==:$/
const AGENT = /^"https:\/\/[a-z0-9.-]+(?::\d+)?"$/
const LIFETIME_SECONDS_MAX = 60

/**
 * Reason why a site refuses the signature of a request, or null. A request without the three
 * headers is not signed, and no site refuses it. (draft-meunier-web-bot-auth-architecture-02)
 */
export function signatureProblem(headers: Headers): string | null {
  const [agent, input, signature] = ['signature-agent', 'signature-input', 'signature'].map(
    (name) => headers.get(name),
  )
  if (!agent && !input && !signature) return null
  if (!agent || !input || !signature) return 'a header of the signature is missing'
  if (!AGENT.test(agent)) return 'Signature-Agent is no https origin in quotes'
  if (!SIGNATURE.test(signature)) return 'Signature is not 64 bytes of base64'
  const { created, expires } = INPUT.exec(input)?.groups ?? {}
  const seconds = Number(expires) - Number(created)
  if (!(seconds > 0)) return 'Signature-Input is malformed'
  return seconds > LIFETIME_SECONDS_MAX ? 'the signature is valid for too long' : null
}
