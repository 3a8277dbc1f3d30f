import { z } from '@hono/zod-openapi'
import { refusalSchema } from '../../shared/platform/http/envelope.ts'
import { ERRORS, type ErrorCode } from '../../shared/platform/http/errors.ts'
import { type Answer, Toon } from '../../shared/platform/http/responses.ts'

/** Components of the document by name, each as a reference. */
const references = (kind: 'headers' | 'parameters' | 'examples', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

const pascalCase = (words: readonly string[]) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

const refusals = new Map<string, z.ZodType>()

/** The envelope of a refusal with one of these codes, in the document under a name such as `NotFoundRefusal`. */
function refusalOf(codes: readonly ErrorCode[]): z.ZodType {
  const name = `${pascalCase(codes.flatMap((code) => code.toLowerCase().split('_')))}Refusal`
  const schema = refusals.get(name) ?? refusalSchema(codes).openapi(name)
  refusals.set(name, schema)
  return schema
}

/** The response of one status: the one that the route describes, refusals with these codes, or either of both. */
function withRefusals(own: Answer | undefined, codes: readonly ErrorCode[]): Answer {
  if (own !== undefined && codes.length === 0) return own
  const [refusal, examples, toon] = [refusalOf(codes), references('examples', codes), { schema: Toon }]
  if (own === undefined) {
    const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n')
    return { description, content: { 'application/json': { schema: refusal, examples }, 'application/toon': toon } }
  }
  const description = `${own.description} Or ${codes.map((code) => `\`${code}\``).join(', ')}.`
  const schema = z.union([own.content?.['application/json']?.schema ?? z.never(), refusal])
  const content = { ...own.content, 'application/json': { schema, examples }, 'application/toon': toon }
  return { ...own, description, content }
}

interface Traits {
  limited: boolean
  idempotent: boolean
}

/** The headers of the service that an answer of that status can carry. */
const headersOf = (status: number, { limited, idempotent }: Traits) => [
  'X-Request-Id',
  ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ...(idempotent && ![402, 429].includes(status) && status < 500 ? ['Idempotency-Replayed'] : []),
]

/** The parts of a route's description that follow from its path, its refusals and its traits. */
export function describeOperation(
  { method, path, responses }: { method: string; path: string; responses: Record<string, Answer> },
  codes: readonly ErrorCode[],
  traits: Traits,
) {
  const sorted = [...new Set(codes)].sort()
  const statuses = [...Object.keys(responses), ...sorted.map((code) => `${ERRORS[code].status}`)]
  const described = statuses.map((status) => {
    const refusing = sorted.filter((code) => ERRORS[code].status === Number(status))
    const answer = withRefusals(responses[status], refusing)
    const headers = { ...references('headers', headersOf(Number(status), traits)), ...answer.headers }
    return [status, { ...answer, headers }] as const
  })
  return {
    // `getJobsByJobId` for GET /jobs/{job_id}.
    operationId: method + pascalCase(path.replaceAll('{', 'by_').split(/[^A-Za-z0-9]+/)),
    parameters: Object.values(
      references('parameters', ['X-Request-Id', ...(traits.idempotent ? ['Idempotency-Key'] : [])]),
    ),
    responses: Object.fromEntries(described),
  }
}
