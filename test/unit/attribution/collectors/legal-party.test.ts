import { describe, expect, test } from 'vitest'
import { partyAtEnd } from '../../../../shared/attribution/collectors/page/legal-party.ts'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'

function statements(role: PageRole, body: string): [string, string][] {
  const html = `<html><head><title>Kork</title></head><body>${body}</body></html>`
  const page = parsePage({ url: 'https://kork.example/', role, status: 200, html })
  return page.legal_statements.map(({ kind, name }) => [kind, name])
}

const parties: readonly [text: string, siteNames: string[], party: string | null][] = [
  ['Kork B.V., gevestigd aan Kade 118, 4818 JK Breda,', [], 'Kork B.V.'],
  ['Kapper bij Kork, gevestigd aan Kade 118, 4818 JK Breda,', ['kapperbijkork'], 'Kapper bij Kork'],
  ['Kork SARL, dont le siège est 4 rue du Liège, 75009 Paris,', [], 'Kork SARL'],
  [
    'Kork Ltd, a company incorporated in England, with registered office at 4 Mill Lane,',
    [],
    'Kork Ltd',
  ],
  ['This notice explains how Kork LLC', ['kork'], 'Kork LLC'],
  ['We are based in Corkham, having moved. Kork Ltd', [], 'Kork Ltd'],
]

test.each(parties)('the party at the end of "%s" is found', (text, siteNames, party) => {
  expect(partyAtEnd(text, siteNames)).toBe(party)
})

const stated: readonly [why: string, role: PageRole, body: string, kind: string, name: string][] = [
  [
    'a controller with an address before the verb',
    'privacy',
    '<p>Kork B.V., gevestigd aan Kade 118, 4818 JK Breda, is verantwoordelijk voor de verwerking van persoonsgegevens.</p>',
    'controller',
    'Kork B.V.',
  ],
  [
    'a label with several roles',
    'imprint',
    '<p>Medieninhaber und Herausgeber: Kork Medien GmbH, Innrain 25, 6020 Innsbruck</p>',
    'imprint',
    'Kork Medien GmbH',
  ],
  [
    'a label with a reference to a law',
    'imprint',
    '<p>Medieninhaber (§ 25 MedienG): Kork Medien GmbH</p>',
    'imprint',
    'Kork Medien GmbH',
  ],
  [
    'a charity under American tax law',
    'home',
    '<footer><p>Kork Museum Association is a 501(c)(3) non-profit organization (EIN 04-2104882).</p></footer>',
    'imprint',
    'Kork Museum Association',
  ],
  [
    'a statement about a server for the customers of its operator',
    'home',
    '<p>This host serves static assets for customers of Kork Edge GmbH, Leipzig.</p>',
    'operated_by',
    'Kork Edge GmbH',
  ],
  [
    'a statement of a Swedish publisher',
    'home',
    '<p>Kork ges ut av Korkmedia i Göteborg AB.</p>',
    'operated_by',
    'Korkmedia i Göteborg AB',
  ],
  [
    'a statement with an adverb before the verb',
    'home',
    '<p>Kork is proudly owned and operated by Reed LLC.</p>',
    'operated_by',
    'Reed LLC',
  ],
  [
    'a long Polish legal form',
    'privacy',
    '<p>Administratorem danych jest Kork Spółka z ograniczoną odpowiedzialnością z siedzibą w Łodzi.</p>',
    'controller',
    'Kork Spółka z ograniczoną odpowiedzialnością',
  ],
  [
    'a name with a personal title inside',
    'home',
    '<footer><p>Farmacia Kork del Dott. Paolo Ferri - Via Fillungo 88, 55100 Lucca - P.IVA 01887766554</p></footer>',
    'imprint',
    'Farmacia Kork del Dott. Paolo Ferri',
  ],
]

describe('operators stated on a page', () => {
  test.each(stated)('the parser reads %s', (_why, role, body, kind, name) => {
    expect(statements(role, body)).toContainEqual([kind, name])
  })
})

const silent: readonly [why: string, body: string][] = [
  [
    'a trademark',
    '<footer><p>Kork Lodge is a registered trademark of Travelkork Hotels, Inc. Each hotel is independent.</p></footer>',
  ],
  [
    'a parent’s brand before its copyright',
    '<footer><p>Kork Learning, a Kobalt company. © 2026 Kobalt Group, Inc.</p></footer>',
  ],
  [
    'the place of registration',
    '<footer><p>Registered in England & Wales No. 09812345. Registered office: 5 High St.</p></footer>',
  ],
  ['the responsible editor', '<footer><p>Ansvarig utgivare: Karin Sjö</p></footer>'],
]

test.each(silent)('%s gives no imprint name', (_why, body) => {
  expect(statements('home', body).filter(([kind]) => kind === 'imprint')).toEqual([])
})
