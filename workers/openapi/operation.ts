import { z } from '@hono/zod-openapi'
import { refusalSchema } from '../../shared/platform/http/envelope.ts'
import { ERRORS, type ErrorCode } from '../../shared/platform/http/errors.ts'
import { type Answer, Toon } from '../../shared/platform/http/responses.ts'

const references = (kind: 'headers' | 'parameters' | 'examples', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

const pascalCase = (words: readonly string[]) =>
  words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')

const refusals = new Map<string, z.ZodType>()

function refusalOf(codes: readonly ErrorCode[]): z.ZodType {
  const name = `${pascalCase(codes.flatMap((code) => code.toLowerCase().split('_')))}Refusal`
  const schema = refusals.get(name) ?? refusalSchema(codes).openapi(name)
  refusals.set(name, schema)
  return schema
}

function withRefusals(own: Answer | undefined, codes: readonly ErrorCode[]): Answer {
  if (own !== undefined && codes.length === 0) return own
  const [refusal, examples, toon] = [
    refusalOf(codes),
    references('examples', codes),
    { schema: Toon },
  ]
  if (own === undefined) {
    const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n')
    return {
      description,
      content: { 'application/json': { schema: refusal, examples }, 'application/toon': toon },
    }
  }
  const description = `${own.description} Or an error: \
${codes.map((code) => `\`${code}\``).join(', ')}.`
  const schema = z.union([own.content?.['application/json']?.schema ?? z.never(), refusal])
  const content = {
    ...own.content,
    'application/json': { schema, examples },
    'application/toon': toon,
  }
  return { ...own, description, content }
}

interface RouteOptions {
  limited: boolean
  idempotent: boolean
}

const headersOf = (status: number, { limited, idempotent }: RouteOptions) => [
  'X-Request-Id',
  ...(limited ? ['RateLimit', 'RateLimit-Policy'] : []),
  ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ...(idempotent && ![402, 429].includes(status) && status < 500 ? ['Idempotency-Replayed'] : []),
]

export function describeOperation(
  { method, path, responses }: { method: string; path: string; responses: Record<string, Answer> },
  codes: readonly ErrorCode[],
  options: RouteOptions,
) {
  const sorted = [...new Set(codes)].sort()
  const statuses = [...Object.keys(responses), ...sorted.map((code) => `${ERRORS[code].status}`)]
  const described = statuses.map((status) => {
    const refusing = sorted.filter((code) => ERRORS[code].status === Number(status))
    const answer = withRefusals(responses[status], refusing)
    const headers = {
      ...references('headers', headersOf(Number(status), options)),
      ...answer.headers,
    }
    return [status, { ...answer, headers }] as const
  })
  return {
    // For example `getJobsByJobId`.
    operationId: method + pascalCase(path.replaceAll('{', 'by_').split(/[^A-Za-z0-9]+/)),
    parameters: Object.values(
      references('parameters', [
        'X-Request-Id',
        ...(options.idempotent ? ['Idempotency-Key'] : []),
      ]),
    ),
    responses: Object.fromEntries(described),
  }
}
