import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newIdentifier } from '../../shared/platform/identifiers.ts'
import { type Service, type ServiceAccount, sharedService } from '../platform/service.ts'
import {
  changesOf,
  check,
  dataOf,
  refusal,
  type Shown,
  storeChange,
  watchOne,
} from './monitor-caller.ts'
import { createVisitor, signedIn } from './session-visitor.ts'

const CHANGING = 'test-changing.sandbox.example'
const DEAD_TOKEN = 'A'.repeat(22)

let service: Service
let account: ServiceAccount

beforeAll(async () => {
  service = await sharedService()
  account = await service.account({ tier: 'team' })
})
afterAll(() => service.stop())

async function newFeed(owner: ServiceAccount): Promise<string> {
  const answer = await owner.request('POST', '/monitors/feed')
  expect(answer.status).toBe(200)
  const url = new URL(String(dataOf(answer).feed_url))
  expect(url.origin).toBe(service.baseUrl)
  return url.pathname
}
const read = (path: string, headers: Record<string, string> = {}) =>
  service.request('GET', path, undefined, headers)

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const ATTRIBUTE = /\s+([a-z:]+)="([^"<]*)"/g

/** Parses XML 1.0 without comments and CDATA sections. Throws if the text is not well-formed. */
function parseXml(source: string): Element {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(source))
    throw new Error('a forbidden character')
  const unescaped = (text: string) =>
    text.replace(/&[^;]*;?/g, (entity) => {
      if (ENTITIES[entity] === undefined) throw new Error(`the entity ${entity}`)
      return ENTITIES[entity]
    })
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const declaration = '<?xml version="1.0" encoding="utf-8"?>'
  if (!source.startsWith(declaration)) throw new Error('no declaration')
  for (const [token] of source.slice(declaration.length).matchAll(/<[^>]*>|[^<]+|</g)) {
    const parent = open.at(-1) as Element
    const tag = /^<(\/?)([a-z]+)((?:\s+[a-z:]+="[^"<]*")*)\s*(\/?)>$/.exec(token)
    if (tag === null) {
      if (token.startsWith('<')) throw new Error(`the tag ${token}`)
      parent.text += unescaped(token)
    } else if (tag[1] === '/') {
      if (open.pop()?.name !== tag[2]) throw new Error(`the end ${token}`)
    } else {
      const attributes = [...(tag[3] ?? '').matchAll(ATTRIBUTE)].map(([, name, value]) => [
        name,
        unescaped(value ?? ''),
      ])
      const element = {
        name: tag[2] ?? '',
        attributes: Object.fromEntries(attributes),
        children: [],
        text: '',
      }
      parent.children.push(element)
      if (tag[4] !== '/') open.push(element)
    }
  }
  const [document] = root.children
  if (open.length !== 1 || root.children.length !== 1 || document === undefined)
    throw new Error('an open element')
  return document
}

const childOf = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)
const entriesOf = (feed: Element) => feed.children.filter(({ name }) => name === 'entry')

const storeParked = (owner: ServiceAccount, domain: string, evidence: Shown[]) => {
  const hostile = { label: '<b>&amp;]]></b>', evidence, analysis: 'not_covered' }
  return storeChange(service, owner, newIdentifier('mon'), {
    domain,
    kinds: ['parked'],
    severity: 'medium',
    ...hostile,
  })
}

describe('the address of the feed', () => {
  test('a new address has a token of at least 128 bits, and the earlier one dies', async () => {
    const owner = await service.account()
    const first = await newFeed(owner)
    expect(first).toMatch(/^\/feeds\/[A-Za-z0-9_-]{22,}\.atom$/)
    const before = await read(first)
    expect(before.status).toBe(200)
    const second = await newFeed(owner)
    expect(second).not.toBe(first)
    const etag = String(before.headers.get('etag'))
    expect(refusal(await read(first))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await read(first, { 'if-none-match': etag }))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await read(first, { 'if-none-match': '*' }))).toEqual([404, 'NOT_FOUND'])
    expect((await read(second)).status).toBe(200)
  })

  test('a deleted feed is gone, a second deletion is answered alike, and a new feed works', async () => {
    const owner = await service.account()
    const path = await newFeed(owner)
    const etag = String((await read(path)).headers.get('etag'))
    for (const _ of [1, 2]) {
      const answer = await owner.request('DELETE', '/monitors/feed')
      expect([answer.status, answer.body.data]).toEqual([200, { deleted: true }])
      expect(refusal(await read(path, { 'if-none-match': etag }))).toEqual([404, 'NOT_FOUND'])
    }
    expect((await read(await newFeed(owner))).status).toBe(200)
  })

  test.each([
    `/feeds/${DEAD_TOKEN}.atom`,
    `/feeds/${DEAD_TOKEN}`,
    '/feeds/x.atom',
    '/feeds/.atom',
    `/feeds/${DEAD_TOKEN}.atom.atom`,
    `/feeds/${'A'.repeat(5_000)}.atom`,
    '/feeds/%00.atom',
  ])('%s is 404', async (path) => {
    expect(refusal(await read(path))).toEqual([404, 'NOT_FOUND'])
  })

  test('the token is stored nowhere, and it is not in the export or in a log line', async () => {
    const owner = await service.account()
    const path = await newFeed(owner)
    const token = path.slice('/feeds/'.length, -'.atom'.length)
    await read(path)
    const { rows } = await service.platform.pool.query('select f::text as row from monitor_feeds f')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(token)
    const headers = { authorization: `Bearer ${owner.bearerToken}` }
    const exported = await service.request('GET', '/auth/me/export', undefined, headers)
    expect(exported.status).toBe(200)
    expect(exported.text).not.toMatch(/feed_url|\.atom|token_digest/)
    const digest = await service.platform.pool.query(
      'select token_digest from monitor_feeds where account_id = $1',
      [owner.userId],
    )
    for (const secret of [token, digest.rows[0].token_digest])
      expect(exported.text).not.toContain(secret)
    await service.platform.logs.quiet()
    expect(service.platform.logs.lines.filter(({ text }) => text.includes(token))).toEqual([])
  })

  test('the feed dies with the account', async () => {
    const owner = await service.account()
    const path = await newFeed(owner)
    const etag = String((await read(path)).headers.get('etag'))
    const headers = { authorization: `Bearer ${owner.bearerToken}` }
    expect((await service.request('DELETE', '/auth/me', undefined, headers)).status).toBe(200)
    expect(refusal(await read(path))).toEqual([404, 'NOT_FOUND'])
    expect(refusal(await read(path, { 'if-none-match': etag }))).toEqual([404, 'NOT_FOUND'])
  })

  test('the dashboard makes an address, and does not serve the feed', async () => {
    const visitor = await signedIn(service, 'feed-reader@tests.example')
    const made = await visitor.call('POST', '/app/api/monitors/feed')
    expect(made.status).toBe(200)
    const { pathname } = new URL(String(made.body.data?.feed_url))
    const under = await visitor.call('GET', `/app/api${pathname}`)
    expect([under.status, under.body.error?.code]).toEqual([404, 'NOT_FOUND'])
    expect((await createVisitor(service).call('GET', pathname)).status).toBe(200)
  })
})

describe('GET /feeds/{token}.atom', () => {
  test('an empty feed is valid Atom', async () => {
    const answer = await read(await newFeed(await service.account()))
    expect(answer.headers.get('content-type')).toMatch(/^application\/atom\+xml(;|$)/)
    const feed = parseXml(answer.text)
    expect([feed.name, feed.attributes.xmlns]).toEqual(['feed', 'http://www.w3.org/2005/Atom'])
    for (const name of ['id', 'title', 'updated']) expect(childOf(feed, name)?.text).toMatch(/\S/)
    expect(entriesOf(feed)).toEqual([])
    const other = parseXml((await read(await newFeed(await service.account()))).text)
    expect(childOf(other, 'id')?.text).not.toBe(childOf(feed, 'id')?.text)
  })

  test('the feed names its own address', async () => {
    const path = await newFeed(await service.account())
    const feed = parseXml((await read(path)).text)
    const links = feed.children.filter(({ name }) => name === 'link')
    const self = { rel: 'self', type: 'application/atom+xml', href: `${service.baseUrl}${path}` }
    expect(links.map(({ attributes }) => attributes)).toEqual([self])
    expect((await fetch(self.href)).status).toBe(200)
  })

  test('each of several changes of a domain has its own id and link', async () => {
    const owner = await service.account()
    for (let index = 0; index < 3; index += 1) await storeParked(owner, 'often.com', [])
    const entries = entriesOf(parseXml((await read(await newFeed(owner))).text))
    const ids = entries.map((entry) => childOf(entry, 'id')?.text)
    const links = entries.map((entry) => childOf(entry, 'link')?.attributes.href ?? '')
    expect([new Set(ids).size, new Set(links).size]).toEqual([3, 3])
    for (const link of links) {
      expect(new URL(link).searchParams.get('domain')).toBe('often.com')
      expect((await fetch(link)).status).toBe(200)
    }
  })

  test('the feed shows the newest changes of its account only, without a credential', async () => {
    await check(account, await watchOne(account, CHANGING, { label: 'a <label> & more' }))
    const stranger = await service.account()
    await check(stranger, await watchOne(stranger, CHANGING))
    const [change] = (await changesOf(account)) as [Shown]
    const feed = parseXml((await read(await newFeed(account))).text)
    const [entry, ...more] = entriesOf(feed)
    expect(more).toEqual([])
    expect(childOf(entry, 'id')?.text).toContain(String(change.change_id))
    const { to: newOperator } = (change.diff as { operator: Shown }).operator
    expect(childOf(entry, 'title')?.text).toBe(`${CHANGING}: operator changed → ${newOperator}`)
    expect(childOf(entry, 'updated')?.text).toBe(change.confirmed_at)
    expect(childOf(feed, 'updated')?.text).toBe(change.confirmed_at)
    const { from, to } = (change.diff as { operator: Shown }).operator
    for (const operator of [from, to]) expect(childOf(entry, 'content')?.text).toContain(operator)
  })

  test('an unchanged feed is 304, and a new change gives it another ETag', async () => {
    const owner = await service.account()
    const id = await watchOne(owner, CHANGING)
    const path = await newFeed(owner)
    const first = await read(path)
    const etag = String(first.headers.get('etag'))
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await read(path, { 'if-none-match': known })
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200)
    await check(owner, id)
    const second = await read(path, { 'if-none-match': etag })
    expect([second.status, second.headers.get('etag') === etag]).toEqual([200, false])
  })

  test('the feed ends after the newest 50 changes', async () => {
    const owner = await service.account()
    for (let index = 0; index < 51; index += 1) await storeParked(owner, `many-${index}.com`, [])
    const entries = entriesOf(parseXml((await read(await newFeed(owner))).text))
    expect(entries).toHaveLength(50)
    expect(childOf(entries[0], 'title')?.text).toContain('many-50.com')
    expect(entries.some((entry) => childOf(entry, 'title')?.text.includes('many-0.com'))).toBe(
      false,
    )
  })

  test('text from outside cannot break the feed', async () => {
    const owner = await service.account()
    const hostile = [
      ']]></content></entry></feed><!-- <?xml "\'&amp; &bogus; <script>alert(1)</script>',
      'a\u0001b\u000bc\u001bd\ufffee\uffff\u202ef\u200bg',
      'two\nlines\r\nand 🦉',
    ]
    const evidence = hostile.map((text) => ({
      source: 'DNS',
      before: text,
      after: null,
      collected_at: '2026-01-01',
    }))
    await storeParked(owner, 'hostile.com', evidence)
    const answer = await read(await newFeed(owner))
    const [entry] = entriesOf(parseXml(answer.text))
    const lines = childOf(entry, 'content')?.text.split('\n') ?? []
    expect(lines[0]).toBe(`DNS: ${hostile[0]} → none`)
    expect(lines[1]).toBe('DNS: a b c d e  f g → none')
    expect(lines[2]).toContain('🦉')
    expect(answer.text).not.toMatch(/[\u202e\u200b]/)
  })
})
