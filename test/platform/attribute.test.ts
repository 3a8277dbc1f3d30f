import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const attribute = (...args: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'test/platform/attribute.ts', ...args], {
    cwd: PROJECT,
    env: { ...process.env, DATABASE_URL: '', REDIS_URL: '' },
  })

test('one command prints operator, confidence and reasons, and says in words what it cannot answer', async () => {
  const { stdout, stderr } = await attribute(
    '--offline',
    'thorncastle-group.com',
    'not_a_domain',
    'never-registered-at-all.com',
    'hostile.onion',
  )
  const [named, invalid, unknown, special] = stdout.trim().split('\n\n')
  expect(named).toMatch(
    /^thorncastle-group\.com\n {2}Thorncastle Group plc · 9\d%\n {2}1\. .+\n {2}2\. .+\n {2}3\. /,
  )
  expect(unknown).toBe(
    'never-registered-at-all.com\n  (no clear operator)\n' +
      '  The evidence shows no clear operator of never-registered-at-all.com. The domain is not registered.',
  )
  expect(invalid).toContain('not_a_domain\n  (not analyzed)\n  The domain contains an underscore')
  expect(special).toContain('hostile.onion\n  (not analyzed)\n  The domain ')
  expect(stderr).toMatch(/^thorncastle-group\.com: Thorncastle Group plc, 9\d%$/m)
  expect(stderr).not.toContain('\u001b')
})

test('a deep analysis prints its answer as JSON', async () => {
  const { stdout } = await attribute('--offline', '--deep', '--json', 'haldensee.ch')
  expect(parseJson(stdout)).toMatchObject([
    {
      domain: 'haldensee.ch',
      outcome: 'attributed',
      operator: 'Haldensee Instrumente AG',
      depth: 'deep',
    },
  ])
})

test.each([
  [[], 'Name at least one domain.'],
  [['https://example.com/'], 'did you mean example.com?'],
  [['--depp', 'example.com'], "Unknown option '--depp'"],
])(
  'the command line %j ends with a usage text before the service starts',
  async (args, sentence) => {
    await expect(attribute(...args)).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining(sentence),
    })
  },
)
