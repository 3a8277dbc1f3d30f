import { describe, expect, test } from 'vitest'
import { environmentProblems } from '../../../shared/platform/environment.ts'
import { SAMPLE_ENVIRONMENT } from '../../structure/sample-environment.ts'

const problemsOf = (name: string, given: object) =>
  environmentProblems(given).filter((problem) => problem.startsWith(`${name}: `))

describe('environmentProblems', () => {
  test('finds no problem in the vars of wrangler.toml with secrets of the required form', () => {
    expect(environmentProblems(SAMPLE_ENVIRONMENT)).toEqual([])
    expect(
      environmentProblems({ ...SAMPLE_ENVIRONMENT, LLM_PROVIDER: 'workers_ai', AI: {} }),
    ).toEqual([])
  })

  test.each([
    ['QUOTA_FREE', 'many', 'must be a whole number'],
    ['QUOTA_FREE', '', 'is not set'],
    ['QUOTA_FREE', undefined, 'is not set'],
    ['CREDIT_PACKS', 'nonsense', 'must be JSON'],
    ['PUBLIC_URL', 'api.attribution.example', 'must be a URL with https'],
    [
      'DASHBOARD_ORIGINS',
      'https://app.example.com/',
      'must be origins without a path, such as https://app.example.com',
    ],
    ['EMAIL_FROM', 'Domain Attribution', 'must be name@domain or Name <name@domain>'],
    ['EMAIL_FROM', 'a@b.example\r\nBcc: c@d.example', 'must be name@domain or Name <name@domain>'],
    ['DATABASE_URL', 'postgresql//host', 'must be postgresql://…'],
    ['DNS_SERVICES', '["https://a.example","b.example"]', 'must be host names in lower case'],
    ['DNS_SERVICES', '["a.example","a.example"]', 'must be different hosts'],
    ['DNS_SERVICES', '["a.example"]', 'must be two to five hosts'],
  ])('names %s with the value %j and gives the reason', (name, value, reason) => {
    const [problem, ...others] = problemsOf(name, { [name]: value })
    expect([problem?.slice(`${name}: `.length), others]).toEqual([reason, []])
  })

  test.each([
    ['DASHBOARD_ORIGINS', ''],
    ['DASHBOARD_ORIGINS', 'https://app.example.com, http://localhost:3000'],
    ['EMAIL_FROM', 'Domain Attribution <reports@attribution.example>'],
    ['EMAIL_FROM', 'reports@attribution.example'],
    ['STRIPE_SECRET_KEY', undefined],
    ['DNS_SERVICES', '["dns.google","dns10.quad9.net"]'],
  ])('accepts %s with the value %j', (name, value) => {
    expect(problemsOf(name, { [name]: value })).toEqual([])
  })

  test('shows no part of a secret, although an operator exchanged names and values', () => {
    const secret = 'a-secret-that-nobody-may-see'
    const swapped = JSON.stringify({ [secret]: 'v1' })
    const given = {
      API_KEY_PEPPER: swapped,
      SEAL_KEYS: swapped,
      CERTIFICATE_HMAC_KEYS: swapped,
      CERTIFICATE_SIGNING_KEYS: JSON.stringify([{ [secret]: secret }]),
      LLM_PROVIDER: secret,
      CREDIT_PACKS: secret,
    }
    const problems = environmentProblems(given)
    for (const name of Object.keys(given)) expect(problems.join('\n')).toContain(`${name}: `)
    expect(problems.join('\n')).not.toContain(secret)
  })

  test.each([
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', {}],
    ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY', { STRIPE_SECRET_KEY: '' }],
    [
      'BROWSER_RENDERING_TOKEN',
      'BROWSER_RENDERING_ACCOUNT_ID',
      { BROWSER_RENDERING_ACCOUNT_ID: '' },
    ],
    ['BROWSER_RENDERING_ACCOUNT_ID', 'BROWSER_RENDERING_TOKEN', {}],
    [
      'LLM_PROVIDER',
      'ANTHROPIC_API_KEY',
      { LLM_PROVIDER: 'anthropic', OPENAI_API_KEY: 'key-of-another-provider' },
    ],
    ['LLM_PROVIDER', 'OPENAI_API_KEY', { LLM_PROVIDER: 'openai' }],
    ['LLM_PROVIDER', 'GOOGLE_API_KEY', { LLM_PROVIDER: 'google' }],
    ['LLM_PROVIDER', 'AI', { LLM_PROVIDER: 'workers_ai' }],
  ])('%s without %s is a problem that names both', (name, needed, given) => {
    const alone = { [name]: 'something', ...given }
    const expected = `${needed}: is not set, but ${name} needs it`
    expect(environmentProblems(alone)).toContain(expected)
    expect(environmentProblems({ ...alone, [needed]: 'something' })).not.toContain(expected)
  })

  test.each(['auto', 'none'])('LLM_PROVIDER %s needs no key', (provider) => {
    expect(environmentProblems({ LLM_PROVIDER: provider }).join('\n')).not.toContain('LLM_PROVIDER')
  })
})
