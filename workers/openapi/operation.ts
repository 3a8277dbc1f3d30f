import { z } from '@hono/zod-openapi'
import { Refusal } from '../../shared/platform/http/envelope.ts'
import { ERRORS, type ErrorCode } from '../../shared/platform/http/errors.ts'
import type { Answer } from '../../shared/platform/http/responses.ts'

const references = (kind: 'headers' | 'parameters' | 'examples', names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }]))

function withRefusals(own: Answer | undefined, codes: readonly ErrorCode[]): Answer {
  if (codes.length === 0 && own !== undefined) return own
  const examples = references('examples', codes)
  if (own === undefined) {
    const description = codes.map((code) => `\`${code}\`: ${ERRORS[code].meaning}`).join('\n')
    return { description, content: { 'application/json': { schema: Refusal, examples } } }
  }
  const description = `${own.description} Or an error: \
${codes.map((code) => `\`${code}\``).join(', ')}.`
  const schema = z.union([own.content?.['application/json']?.schema ?? z.never(), Refusal])
  return {
    ...own,
    description,
    content: { ...own.content, 'application/json': { schema, examples } },
  }
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

// Some routes refuse nobody. A request that is no valid HTTP does not reach the service.
const withoutRefusal = (statuses: readonly string[]): Record<string, Answer> =>
  statuses.some((status) => status.startsWith('4'))
    ? {}
    : { 400: { description: 'The network refuses a request that is not valid HTTP.' } }

export function describeOperation(
  responses: Readonly<Record<string, Answer>>,
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
    parameters: Object.values(
      references('parameters', [
        'X-Request-Id',
        ...(options.idempotent ? ['Idempotency-Key'] : []),
      ]),
    ),
    responses: { ...Object.fromEntries(described), ...withoutRefusal(statuses) },
  }
}
