import { resolved, type Schema } from './schema.ts'

const DEPTH_MAX = 12
const ID = '01jz3c9m4wf5h8x2q6t7v0n1ke'

/** Values that a reader recognises, by the name of the field or parameter. */
const BY_NAME: Record<string, unknown> = {
  job_id: `job_${ID}`,
  key_id: `key_${ID}`,
  bulk_job_id: `blk_${ID}`,
  correlation_id: `cor_${ID}`,
  delivery_id: `dlv_${ID}`,
  delivery_ids: [`dlv_${ID}`],
  entity_id: `ent_${ID}`,
  template_id: `tpl_${ID}`,
  user_id: `usr_${ID}`,
  entry_id: `led_${ID}`,
  certificate_id: `crt_${ID}`,
  name: 'Example',
  domain: 'example.com',
  registrable_domain: 'example.com',
  entity: 'Example Corporation',
  email: 'person@example.com',
  url: 'https://receiver.example.com/attribution',
  callback_url: 'https://receiver.example.com/attribution',
  success_url: 'https://app.example.com/paid',
  cancel_url: 'https://app.example.com/cancelled',
  return_url: 'https://app.example.com/billing',
  checkout_url: 'https://checkout.stripe.com/c/pay/cs_example',
  portal_url: 'https://billing.stripe.com/p/session/bps_example',
  session_id: 'cs_example',
  stripe_customer_id: 'cus_example',
  stripe_subscription_id: 'sub_example',
  collector: 'rdap',
  signal: 'rdap_registrant_organization',
  observed: 'Example Corporation',
  summary: 'The registrant and the imprint both name Example Corporation.',
  rationale: 'The registrant and the imprint name it.',
  message: 'The analysis could not be ended in time.',
  code: 'ANALYSIS_FAILED',
  confidence: 0.97,
  percent: 100,
  provider: 'anthropic',
  api_key: 'sk-ant-example-0000',
  pack: 'pack_100',
  currency: 'usd',
  version: '0.1.0',
  commit: '4f1c2d9',
  token: 'pkce_3f9a0c',
  token_hash: 'pkce_3f9a0c',
  file: `blk_${ID}.csv`,
  q: 'example corporation',
  limit: 20,
  offset: 0,
  has_more: false,
}

const INSTANT = '2026-11-20T12:00:00.000Z'
const isInstant = (name: string) => /(^|_)(at|start|end|before|cursor)$/.test(name)

function textFor(name: string, schema: Schema): string {
  if (schema.format === 'date-time' || isInstant(name)) return INSTANT
  if (schema.format === 'date') return INSTANT.slice(0, 10)
  if (schema.pattern?.includes('[0-9a-f]{64}'))
    return '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8'
  return 'text'.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 255)
}

function typesOf(schema: Schema): string[] {
  if (schema.type === undefined) return schema.properties === undefined ? [] : ['object']
  return Array.isArray(schema.type) ? schema.type : [schema.type]
}

/** Whether a value by name has the type that the schema asks for and stays in its bounds. */
function suits(value: unknown, schema: Schema): boolean {
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  const types = typesOf(schema)
  if (schema.enum !== undefined && !schema.enum.includes(value)) return false
  if (schema.pattern !== undefined && typeof value === 'string' && !new RegExp(schema.pattern, 'u').test(value))
    return false
  if (typeof value === 'number' && value > (schema.maximum ?? Number.POSITIVE_INFINITY)) return false
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}

/** A value that the schema allows and that looks like what the service says, the same at every call. */
export function exampleOf(schema: Schema, schemas: Record<string, Schema>, name = '', depth = 0): unknown {
  if (depth > DEPTH_MAX) return null
  const plain = resolved(schema, schemas)
  const inner = (part: Schema, partName: string) => exampleOf(part, schemas, partName, depth + 1)
  if (plain.example !== undefined) return plain.example
  if (plain.const !== undefined) return plain.const
  if (Object.hasOwn(BY_NAME, name) && suits(BY_NAME[name], plain)) return BY_NAME[name]
  if (plain.enum !== undefined) return plain.enum[0]
  const choice = (plain.anyOf ?? plain.oneOf)?.[0]
  if (choice !== undefined) return inner(choice, name)
  if (plain.allOf !== undefined) return Object.assign({}, ...plain.allOf.map((part) => inner(part, name)))
  switch (typesOf(plain)[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(plain.properties ?? {}).map(([field, part]) => [field, inner(part, field)]),
      )
    case 'array':
      return (plain.prefixItems ?? (plain.items === undefined ? [] : [plain.items])).map((part) =>
        inner(part, name.replace(/s$/, '')),
      )
    case 'string':
      return textFor(name, plain)
    case 'integer':
      return Math.max(plain.minimum ?? 1, Math.min(1, plain.maximum ?? 1))
    case 'number':
      return plain.maximum === undefined ? 1 : plain.maximum / 2
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return {}
  }
}
