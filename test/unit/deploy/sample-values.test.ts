import { expect, test } from 'vitest'
import { experimental_readRawConfig as readRawConfig } from 'wrangler'
import { realValues, sampleProblems } from '../../../migrations/deploy/sample-values.ts'
import { varsOf, WorkerFile } from '../../../migrations/deploy/worker-config.ts'

const file = WorkerFile.parse(readRawConfig({ config: 'wrangler.toml' }).rawConfig)
const SAMPLES = ['PUBLIC_URL', 'USER_AGENT', 'IDP_URL', 'IDP_PUBLISHABLE_KEY', 'EMAIL_FROM']

test('exactly the sample values of wrangler.toml are recognised', () => {
  const real = Object.keys(realValues(file.vars))
  const samples = Object.keys(file.vars).filter((name) => !real.includes(name))
  expect(samples.sort()).toEqual([...SAMPLES, 'SUBSCRIPTION_PLANS'].sort())
  expect(
    sampleProblems(file.vars, realValues(file.vars)).map((sentence) => sentence.split(' ')[0]),
  ).toEqual(SAMPLES)
})

test.each([
  [
    'a host below .example',
    'DASHBOARD_ORIGINS',
    'https://a.lumen.example,https://b.lumen-quay.com',
    true,
  ],
  ['an address at .example', 'EMAIL_FROM', 'Lumen Quay <a@lumen.EXAMPLE>', true],
  ['sample prices', 'SUBSCRIPTION_PLANS', file.vars.SUBSCRIPTION_PLANS ?? '', true],
  ['real prices', 'SUBSCRIPTION_PLANS', '[{"tier":"pro","price":"price_1QXyZ"}]', false],
  ['a host with an example in its name', 'PUBLIC_URL', 'https://api.example-company.com', false],
  ['a name below .example.com', 'PUBLIC_URL', 'https://my.example.com', false],
  ['the sandbox', 'SANDBOX_DOMAIN', 'sandbox.example', false],
])('%s in a setting is a sample value: %s, %s, %s', (_, name, value, expected) => {
  const settings = {
    ...file.vars,
    ...realValues(file.vars),
    PUBLIC_URL: 'https://api.lumen-quay.com',
    [name]: value,
  }
  const problems = sampleProblems(file.vars, settings).filter((sentence) =>
    sentence.startsWith(`${name} `),
  )
  expect(problems).toHaveLength(expected ? 1 : 0)
})

test('a deployment without plans sells no subscription, and real values in wrangler.toml need no setting', () => {
  expect(varsOf(file, realValues(file.vars), 'abc').SUBSCRIPTION_PLANS).toBe('[]')
  const fork = {
    ...file.vars,
    PUBLIC_URL: 'https://api.lumen-quay.com',
    SUBSCRIPTION_PLANS: '[{"price":"price_1"}]',
  }
  const settings = realValues(fork)
  expect(sampleProblems(fork, settings).map((sentence) => sentence.split(' ')[0])).not.toContain(
    'PUBLIC_URL',
  )
  expect(varsOf({ ...file, vars: fork }, settings, 'abc')).toMatchObject({
    PUBLIC_URL: fork.PUBLIC_URL,
    SUBSCRIPTION_PLANS: fork.SUBSCRIPTION_PLANS,
  })
})
