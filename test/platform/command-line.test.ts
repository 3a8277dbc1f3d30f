import { expect, test } from 'vitest'
import { BadUsage } from '../../migrations/command.ts'
import { readCommandLine } from './command-line.ts'

test.each([
  [['--nope'], "Unknown option '--nope'"],
  [['extra'], "Unexpected argument 'extra'"],
  [['--port', 'http'], '--port must be a whole number from 1 to 65535, not "http"'],
  [['--port', '65536'], '--port must be a whole number from 1 to 65535, not "65536"'],
  [['--port'], "Option '--port <value>' argument missing"],
  [['--data', ''], '--data must name a folder'],
  [['--env', 'lower=case'], '--env must be KEY=VALUE'],
  [['--env', 'KEY'], '--env must be KEY=VALUE'],
  [['--env', 'QUOTA_FRE=1'], 'There is no variable QUOTA_FRE. Is it QUOTA_FREE?'],
  [['--env', 'STRIPE_SECRET=x'], 'There is no variable STRIPE_SECRET. Is it STRIPE_SECRET_KEY?'],
  [['--env', 'QUOTA_FREE=1', '--env', 'PUBLIC_UR=x'], 'Is it PUBLIC_URL?'],
  [['--egress', 'nowhere'], '--egress must be an http or https URL, not "nowhere"'],
  [['--webhooks-to', 'nowhere'], '--webhooks-to must be an http or https URL without a path'],
  [['--webhooks-to', 'ftp://127.0.0.1'], '--webhooks-to must be an http or https URL'],
  [['--webhooks-to', 'http://127.0.0.1:9/hook'], 'without a path, not "http://127.0.0.1:9/hook"'],
  [['--webhooks-to', 'http://u:p@127.0.0.1:9'], '--webhooks-to must be an http or https URL'],
  [['--offline', '--egress', 'http://127.0.0.1:1'], '--egress and --offline exclude each other'],
])('the command line %j is refused', (args, message) => {
  expect(() => readCommandLine(args, {})).toThrow(BadUsage)
  expect(() => readCommandLine(args, {})).toThrow(message)
})

test('every option reaches the platform options', () => {
  const args = [
    '--port',
    '8080',
    '--data',
    'kept',
    '--env',
    'QUOTA_FREE=1',
    '--env',
    'EXPORT_LINK_KEY=x=y',
    '--egress',
    'http://127.0.0.1:9',
    '--webhooks-to',
    'http://127.0.0.1:9000/',
    '--watch',
  ]
  expect(
    readCommandLine(args, { DATABASE_URL: 'postgresql://u:p@h/d', REDIS_URL: 'redis://h' }),
  ).toMatchObject({
    offline: false,
    watch: true,
    port: 8080,
    data: 'kept',
    env: { QUOTA_FREE: '1', EXPORT_LINK_KEY: 'x=y' },
    egress: 'http://127.0.0.1:9',
    webhooksTo: 'http://127.0.0.1:9000',
    databaseUrl: 'postgresql://u:p@h/d',
    redisUrl: 'redis://h',
  })
  expect(readCommandLine(['--offline'], { DATABASE_URL: '' })).toEqual({
    offline: true,
    watch: false,
    preferredPort: 8787,
    env: {},
  })
  expect(readCommandLine(['--help'], {})).toBeNull()
})
