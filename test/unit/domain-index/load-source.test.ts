import { expect, test } from 'vitest'
import type { SourceEntry } from '../../../shared/domain-index/formats/source-entry.ts'
import { loadSource } from '../../../shared/domain-index/load-source.ts'
import type { IndexSource } from '../../../shared/platform/index-source-ids.ts'
import { answerOfficialLists } from '../../internet/official-lists.ts'

const ANY = expect.anything()

async function entriesOf(
  source: IndexSource,
  fetch: (url: string, init: RequestInit) => Response = (url, init) =>
    answerOfficialLists(new Request(url, init)),
): Promise<SourceEntry[]> {
  const tools = {
    fetch: async (url: string, init: RequestInit) => fetch(url, init),
    userAgent: 'test',
    signal: new AbortController().signal,
  }
  const entries: SourceEntry[] = []
  for await (const batch of loadSource(source, tools)) entries.push(...batch)
  return entries
}

test.each([
  ['dotgov', 101, { site: 'kettleridge.gov', name: 'City of Kettle Ridge', country: 'US' }],
  ['swot', 101, { site: 'thornfield.edu', name: 'Thornfield State University' }],
  [
    'ror',
    102,
    {
      site: 'https://www.thornfield.edu/',
      name: 'Thornfield State University',
      country: 'US',
      number: '0sample01',
      date: '2024-12-11',
    },
  ],
  [
    'brreg',
    102,
    { site: 'www.nordlyskraft.no', name: 'NORDLYS KRAFT AS', country: 'NO', number: '100000008' },
  ],
  [
    'prh',
    101,
    {
      site: 'www.kivisalo.fi',
      name: 'Kivisalo Oy',
      country: 'FI',
      number: '9999900-1',
      date: '2010-03-02',
    },
  ],
  [
    'google_sellers',
    1,
    {
      site: 'kettleridgegazette.com',
      name: 'Kettle Ridge Media Company',
      sellerId: 'pub-4410982277316045',
    },
  ],
] as const)('the file of %s is read while it arrives', async (source, count, first) => {
  const entries = await entriesOf(source)
  expect(entries).toHaveLength(count)
  expect(entries[0]).toEqual(first)
})

const answers =
  (body: string | Uint8Array<ArrayBuffer>, status = 200) =>
  () =>
    new Response(body, { status })

const cut = (source: IndexSource) => (url: string, init: RequestInit) => {
  const { content } = answerOfficialLists(new Request(url, init)) as Response & {
    content: Uint8Array<ArrayBuffer>
  }
  return new Response(url.includes('records/?') ? content : content.slice(0, source.length + 900))
}

test.each([
  ['dotgov', 'a page in HTML', answers('<html>\n<p>Sorry</p></html>'), 'other columns'],
  ['dotgov', 'an empty file', answers(''), 'no rows'],
  ['google_sellers', 'a page in HTML', answers('<html></html>'), 'not JSON'],
  [
    'google_sellers',
    'a file that ends early',
    answers('{"sellers":[{"seller_id":"a"'),
    'ends early',
  ],
  ['google_sellers', 'other sellers', answers('{"sellers":[{"id":1}]}'), 'another shape'],
  ['brreg', 'other units', answers('[{}]'), 'another shape'],
  ['brreg', 'an empty file', answers(''), 'ends early'],
  ['brreg', 'a file that ends early', cut('brreg'), 'damaged or ends early'],
  ['swot', 'a file that ends early', cut('swot'), 'damaged or ends early'],
  ['prh', 'a file that ends early', cut('prh'), 'may end early'],
  ['prh', 'a page in HTML', answers(`<html>${' '.repeat(100)}</html>`), 'no zip archive'],
  ['ror', 'a file that ends early', cut('ror'), 'ends early'],
  ['ror', 'a list of another shape', answers('{"hits":[]}'), 'another shape'],
  ['ror', 'a file at another host', answers(otherHost()), 'another shape'],
  ['ror', 'a list that ends within a character', answers(torn('{"hits":[]}')), 'sent no JSON'],
  ['ror', 'a list of 2 MB', answers(' '.repeat(2 * 1024 ** 2)), 'larger than 1048576 bytes'],
  ['dotgov', 'a file of 17 MB', answers(' '.repeat(17 * 1024 ** 2)), 'larger than 16777216 bytes'],
  ['prh', 'status 503', answers('', 503), 'status 503'],
  ['kbo', 'no file', answers(''), 'no public file'],
] as const)('%s with %s is refused', async (source, _, fetch, message) => {
  const reading = entriesOf(source, fetch)
  await expect(reading).rejects.toMatchObject({
    name: 'SourceUnreadable',
    message: expect.stringContaining(message),
  })
})

/** Appends the first byte of a character that has two bytes in UTF-8. */
function torn(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...new TextEncoder().encode(text), 0xc3])
}

function otherHost(): string {
  const links = { self: 'https://attacker.example/api/records/1/files/dump.zip' }
  return JSON.stringify({ hits: { hits: [{ files: [{ links }] }] } })
}

test('a file that the server has unpacked already is read, too', async () => {
  const unit = { organisasjonsnummer: '100000008', navn: 'KORK AS', hjemmeside: 'kork.no' }
  const entries = await entriesOf('brreg', answers(JSON.stringify([unit])))
  expect(entries).toMatchObject([{ site: 'kork.no', name: 'KORK AS' }])
})

test('a redirect is followed with https only, and at most three times', async () => {
  const moved = (location: string) => (url: string, init: RequestInit) =>
    url.startsWith('https://raw.')
      ? new Response(null, { status: 302, headers: { location } })
      : url === 'https://cdn.example.com/file'
        ? answerOfficialLists(
            new Request(
              'https://raw.githubusercontent.com/cisagov/dotgov-data/main/current-full.csv',
              init,
            ),
          )
        : new Response(null, { status: 302, headers: { location: url } })
  await expect(entriesOf('dotgov', moved('https://cdn.example.com/file'))).resolves.toEqual(ANY)
  await expect(entriesOf('dotgov', moved('http://cdn.example.com/file'))).rejects.toThrow('https')
  await expect(entriesOf('dotgov', moved('https://loop.example.com/'))).rejects.toThrow('3 times')
})
