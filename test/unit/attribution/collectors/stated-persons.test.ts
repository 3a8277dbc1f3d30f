import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'

const read = (role: PageRole, body: string) =>
  parsePage({
    url: 'https://tallowpine.example/',
    role,
    status: 200,
    html: `<html><head><title>Tallow & Pine</title></head><body>${body}</body></html>`,
  })

const namesOf = (role: PageRole, body: string): string[] => [
  ...new Set(
    read(role, body)
      .legal_statements.filter(({ kind }) => kind !== 'credit')
      .map(({ name }) => name),
  ),
]

/**
 * Each page shows a person's name beside a label that does not say whose name it is, such as
 * "Name".
 */
const persons: readonly [language: string, role: PageRole, body: string, name: string][] = [
  [
    'Hungarian',
    'imprint',
    '<h2>Szolgáltató adatai</h2><p><strong>Név / Adatkezelő:</strong> Gergely Márta<br><strong>Jogi forma:</strong> Egyéni vállalkozó</p>',
    'Gergely Márta',
  ],
  [
    'Hungarian',
    'imprint',
    '<p>Üzemeltető neve: Gergely Márta<br>E-mail: a@b.example</p>',
    'Gergely Márta',
  ],
  [
    'Czech',
    'imprint',
    '<p>Jméno provozovatele: Petr Jelen<br>E-mail: a@b.example</p>',
    'Petr Jelen',
  ],
  ['Dutch', 'imprint', '<p>Naam eigenaar: Bart Mulders<br>E-mail: a@b.example</p>', 'Bart Mulders'],
  [
    'Italian',
    'imprint',
    '<p>Nome del titolare: Elena Corti<br>E-mail: a@b.example</p>',
    'Elena Corti',
  ],
  [
    'Spanish',
    'imprint',
    '<p>Nombre del titular: Iván Robledo<br>E-mail: a@b.example</p>',
    'Iván Robledo',
  ],
  [
    'Swedish',
    'imprint',
    '<p>Operatörens namn: Lisa Hedin<br>E-mail: a@b.example</p>',
    'Lisa Hedin',
  ],
  ['Slovene', 'imprint', '<p>Ime lastnika: Mojca Kos<br>E-mail: a@b.example</p>', 'Mojca Kos'],
  [
    'Bulgarian',
    'imprint',
    '<p>Име на собственика: Елена Тодорова<br>E-mail: a@b.example</p>',
    'Елена Тодорова',
  ],
  ['Hungarian', 'privacy', '<p>1. Név / Üzemeltető: Gergely Márta</p>', 'Gergely Márta'],
  [
    'French',
    'imprint',
    '<h2>Éditeur du site</h2><p>Nom : Margot Tissier<br>Qualité : Notaire</p>',
    'Margot Tissier',
  ],
  [
    'French',
    'privacy',
    '<h3>Responsable du traitement</h3><p>Nom et prénom : Tissier Margot</p>',
    'Tissier Margot',
  ],
  [
    'German',
    'imprint',
    '<h2>Anbieter</h2><p>Name: Ines Wollgast<br>Anschrift: Am Deich 2</p>',
    'Ines Wollgast',
  ],
  [
    'German',
    'terms',
    '<table><tr><td>Name / Betreiber</td><td>Ines Wollgast</td></tr></table>',
    'Ines Wollgast',
  ],
  [
    'Spanish',
    'imprint',
    '<h2>Titular de la web</h2><ul><li>Nombre y apellidos: Inés Robledal</li><li>NIF: 1234</li></ul>',
    'Inés Robledal',
  ],
  [
    'Italian',
    'privacy',
    '<h2>Titolare del trattamento</h2><p>Nome e cognome: Ada Ferrandi</p>',
    'Ada Ferrandi',
  ],
  ['Dutch', 'imprint', '<h2>Colofon</h2><p><b>Naam:</b> Joris Veenstra</p>', 'Joris Veenstra'],
  [
    'Portuguese',
    'imprint',
    '<h2>Identificação</h2><table><tr><th>Nome</th><td>Rui Salgado</td></tr></table>',
    'Rui Salgado',
  ],
  [
    'Polish',
    'terms',
    '<h2>Dane usługodawcy</h2><p>Imię i nazwisko: Ewa Borowik</p>',
    'Ewa Borowik',
  ],
  ['Swedish', 'contact', '<h2>Företagsuppgifter</h2><p>Namn: Elsa Rönnberg</p>', 'Elsa Rönnberg'],
  ['Russian', 'contact', '<h2>Реквизиты</h2><p>ФИО: Осокина Анна</p>', 'Осокина Анна'],
  ['Czech', 'terms', '<p>Zhotovitel: Karel Vlk, IČ 01234567, sídlem Lhota 8</p>', 'Karel Vlk'],
  ['Slovak', 'terms', '<p>Dodávateľ: Jana Vlková, IČO: 41234567</p>', 'Jana Vlková'],
  ['Romanian', 'terms', '<p>Prestator: Radu Salcie PFA, CUI 31234567</p>', 'Radu Salcie PFA'],
  ['English', 'imprint', '<h2>Website owner</h2><p>Name: Ada Birch</p>', 'Ada Birch'],
  ['Japanese', 'imprint', '<h2>運営者情報</h2><p>氏名：松脂 花子</p>', '松脂 花子'],
]

/**
 * These sections of a page name the company that hosts the site. That company is not the operator.
 */
const hosts: readonly [language: string, body: string][] = [
  [
    'French',
    '<h2>Hébergement</h2><p>Le site est hébergé chez Nimbus, Inc. (12 5th Street, Portland)</p>',
  ],
  [
    'French',
    '<p>Hébergeur : Nimbus SAS<br>SAS au capital de 8 000 €, RCS Lille 811 204 557<br>2 rue des Nuages, 59100 Roubaix</p>',
  ],
  [
    'French',
    '<h3>Hébergeur du site</h3><p>Raison sociale : Nimbus SAS<br>2 rue des Nuages<br>59100 Roubaix</p>',
  ],
  [
    'German',
    '<h2>Hosting</h2><p>Wir hosten bei:<br>Firma: Nimbus GmbH<br>Wolkenweg 1<br>20095 Hamburg</p>',
  ],
  [
    'German',
    '<table><tr><th>Webhosting</th><td>Nimbus GmbH, Wolkenweg 1, 20095 Hamburg</td></tr></table>',
  ],
  [
    'Hungarian',
    '<h2>Tárhelyszolgáltató adatai</h2><p>Cégnév: Nimbus Kft.<br>1011 Budapest, Felhő utca 4</p>',
  ],
  [
    'Czech',
    '<h2>Poskytovatel hostingu</h2><p>Název společnosti: Nimbus s.r.o.<br>Oblačná 4<br>110 00 Praha</p>',
  ],
  ['Polish', '<h3>Dostawca hostingu</h3><p>Nazwa firmy: Nimbus sp. z o.o.</p>'],
  ['Spanish', '<h2>Alojamiento web</h2><p>Razón social: Nimbus, S.L.</p>'],
  ['Italian', '<h2>Hosting provider</h2><p>Ragione sociale: Nimbus S.r.l.</p>'],
  ['Portuguese', '<h2>Hospedagem</h2><p>Razão social: Nimbus Ltda</p>'],
  ['Dutch', '<h2>Webhosting</h2><p>Bedrijfsnaam: Nimbus B.V.</p>'],
  ['Japanese', '<h2>サーバー</h2><p>会社名：株式会社ニンバス</p>'],
  ['Russian', '<h2>Хостинг</h2><p>Наименование: ООО «Нимбус»</p>'],
  ['Romanian', '<h2>Găzduire web</h2><p>Denumire: Nimbus S.R.L.</p>'],
  [
    'French',
    '<h2>Hébergement</h2><address><strong>Nimbus, Inc.</strong><br>12 5th Street<br>Portland, OR 97201</address>',
  ],
  [
    'Hungarian',
    '<h1>Impresszum</h1><p><strong>Szerver üzemeltető:</strong><br>Név: Nimbus Bt.<br>Cím: 1011 Budapest</p>',
  ],
  [
    'German',
    '<h1>Impressum</h1><p><b>Serverbetreiber:</b><br>Name: Nimbus GmbH<br>Ort: Hamburg</p>',
  ],
]

/** On these pages the name of a company or person is directly above its own address. */
const addressed: readonly [why: string, role: PageRole, body: string, name: string][] = [
  [
    'below "Contact Us"',
    'home',
    '<h6>Contact Us</h6><p>Tallo Inc,</p><p>12 Pine Rd,</p><p>Fremont,</p><p>CA 94536.</p>',
    'Tallo Inc',
  ],
  [
    'in a footer',
    'home',
    '<footer><div>Tallo Holdings, LLC<br>77 Alder Pkwy<br>Plano, TX 75023</div></footer>',
    'Tallo Holdings, LLC',
  ],
  [
    'in a German footer',
    'home',
    '<footer><ul><li>Tallo Vertriebs GmbH</li><li>Am Deich 2</li><li>26603 Aurich</li></ul></footer>',
    'Tallo Vertriebs GmbH',
  ],
  [
    'in an address element',
    'about',
    '<address>Tallo Ltd<br>9 Mill Lane<br>Bristol BS20 7AN</address>',
    'Tallo Ltd',
  ],
  [
    'below a French heading',
    'home',
    '<h3>Nous contacter</h3><p>Tallo SARL</p><p>4 rue des Tanneurs</p><p>59000 Lille</p>',
    'Tallo SARL',
  ],
  [
    'below a Polish heading',
    'home',
    '<h4>Kontakt</h4><p>Tallo sp. z o.o.<br>ul. Długa 12<br>00-238 Warszawa</p>',
    'Tallo sp. z o.o.',
  ],
]

describe('names beside the label of a person', () => {
  test.each(persons)(
    'a label in %s on a page of role %s names the operator: %s',
    (_language, role, body, name) => {
      expect(namesOf(role, body)).toContain(name)
    },
  )

  test.each([
    ['a form', 'contact', '<h2>Write to us</h2><form><label>Name:</label> <p>Ada Birch</p></form>'],
    ['a guest', 'about', '<h2>Our guests</h2><p>Name: Ada Birch<br>Town: Leeds</p>'],
    [
      'a contractor without a register number',
      'terms',
      '<p>Zhotovitel: Karel Vlk přijímá objednávku.</p>',
    ],
    [
      'a data protection officer',
      'privacy',
      '<h2>Datenschutzbeauftragter</h2><p>Name: Ines Wollgast</p>',
    ],
    ['a customer', 'terms', '<h2>Kunde</h2><p>Name: Ines Wollgast</p>'],
  ] as const)('a label of %s names nobody', (_why, role, body) => {
    expect(namesOf(role, body)).toEqual([])
  })
})

describe('sections about the host', () => {
  test.each(hosts)('a section in %s names nobody: %s', (_language, body) => {
    const page = read('imprint', `<h1>Tallow & Pine</h1>${body}`)
    expect(page.legal_statements.map(({ name }) => name)).toEqual([])
    expect(
      page.mentions.map(({ name }) => name).filter((name) => /nimb|ニンバス|нимб/iu.test(name)),
    ).toEqual([])
  })

  test('the publisher behind such a section is read', () => {
    const body =
      '<h2>Hébergeur</h2><p>Nimbus SAS<br>2 rue des Nuages<br>59100 Roubaix</p><h2>Éditeur</h2><p>Raison sociale : Tallo SARL</p>'
    expect(namesOf('imprint', body)).toEqual(['Tallo SARL'])
  })

  test('the paragraph behind a line about the host is read', () => {
    const body =
      '<p>Hosting: Nimbus GmbH<br>Wolkenweg 1, 20095 Hamburg</p><p>Betreiber: Tallo GmbH</p>'
    expect(namesOf('imprint', body)).toEqual(['Tallo GmbH'])
  })

  test('a hosting company is read on its own home page', () => {
    const body =
      '<h2>Hosting</h2><p>Servers for all.</p><footer>© 2026 Nimbus Hosting GmbH</footer>'
    expect(read('home', body).mentions.map(({ name }) => name)).toContain('Nimbus Hosting GmbH')
  })
})

describe('names above an address', () => {
  test.each(addressed)(
    'a company %s on a page of role %s is stated: %s',
    (_why, role, body, name) => {
      expect(namesOf(role, body)).toContain(name)
    },
  )

  test('a name without a legal form directly below "Contact" has a mark of its own', () => {
    const page = read(
      'home',
      '<footer><h4>Contact</h4><p>Orrel Pottery<br>9 Mill Lane<br>Bristol BS20 7AN</p></footer>',
    )
    const marks = page.mentions
      .filter(({ name }) => name === 'Orrel Pottery')
      .map((mention) => mention.marks)
    expect(marks).toContainEqual(expect.arrayContaining(['above_address']))
  })

  test.each([
    [
      'a dealer in a list',
      '<main><h3>Dealers</h3><p>Sedge Motors Ltd</p><p>9 Mill Lane</p><p>Bristol BS20 7AN</p></main>',
    ],
    [
      'the agency',
      '<footer><p>Website by Sedge Media Ltd</p><p>9 Mill Lane</p><p>Bristol BS20 7AN</p></footer>',
    ],
    [
      'the host',
      '<footer><p>Hosted by:</p><p>Sedge Media Ltd</p><p>9 Mill Lane</p><p>Bristol BS20 7AN</p></footer>',
    ],
  ])('%s is no operator', (_why, body) => {
    expect(namesOf('home', body)).toEqual([])
  })
})

describe('the author of a site', () => {
  const headings = (body: string): [string, string[]][] =>
    read('home', body)
      .mentions.filter(({ place }) => place === 'heading')
      .map(({ name, marks }) => [name, marks])

  test.each([
    '<h1>Tallow & Pine</h1><p>by Ada Birch</p>',
    '<header><p>Tallow & Pine</p><p>A blog by Ada Birch</p></header>',
    '<h1>Tallow & Pine</h1><h2>Ein Blog von Ada Birch</h2>',
    '<h1>Tallow & Pine</h1><div>par Ada Birch</div>',
    '<h1>Tallow & Pine</h1><p>Af Ada Birch</p>',
    '<h1>Tallow & Pine</h1><p>Un blog di Ada Birch</p>',
  ])('stands below its heading: %s', (body) => {
    expect(headings(body)).toContainEqual(['Ada Birch', expect.arrayContaining(['byline'])])
  })

  test.each([
    '<h1>Tallow & Pine</h1><h3>Ten soups</h3><p>by Ada Birch</p>',
    '<h1>Ten soups</h1><p>by Ada Birch</p>',
    '<h1>Tallow & Pine</h1><p>by train or bus</p>',
    '<h1>Tallow & Pine</h1><p>von Hamburg nach Kiel</p>',
  ])('is not the author of an article: %s', (body) => {
    expect(headings(body).filter(([, marks]) => marks.includes('byline'))).toEqual([])
  })

  test('a heading that the title repeats has a mark', () => {
    const marksOf = (body: string): string[] =>
      read('about', body).mentions.flatMap(({ marks }) => marks)
    expect(marksOf('<h1>Tallow & Pine</h1>')).toContain('titled')
    expect(marksOf('<h1>Ten soups</h1>')).not.toContain('titled')
  })
})
