import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'

function statements(
  role: PageRole,
  body: string,
  url = 'https://kupfer-und-kork.example/',
): [string, string][] {
  const page = parsePage({ url, role, status: 200, html: `<html><body>${body}</body></html>` })
  return page.legal_statements
    .filter(({ kind }) => kind !== 'credit')
    .map(({ kind, name }) => [kind, name])
}

const named: readonly [
  language: string,
  role: PageRole,
  body: string,
  kind: string,
  name: string,
][] = [
  [
    'English',
    'terms',
    '<p>This website is operated by Kupfer & Kork Ltd. Throughout the site, "we" means us.</p>',
    'operated_by',
    'Kupfer & Kork Ltd.',
  ],
  [
    'English',
    'home',
    '<footer>Corkwise is a trading name of Kupfer & Kork Holdings PLC, registered in Scotland.</footer><title>Corkwise</title>',
    'operated_by',
    'Kupfer & Kork Holdings PLC',
  ],
  [
    'English',
    'privacy',
    '<p>Kupfer & Kork, Inc. is the data controller for information collected here.</p>',
    'controller',
    'Kupfer & Kork, Inc.',
  ],
  [
    'English',
    'privacy',
    '<p>The controller of your personal data is Kupfer and Kork Limited, 4 Mill Lane.</p>',
    'controller',
    'Kupfer and Kork Limited',
  ],
  [
    'English',
    'privacy',
    '<p>This notice explains how Kupfer & Kork LLC (“we”, “us”) handles data.</p>',
    'agreement',
    'Kupfer & Kork LLC',
  ],
  [
    'English',
    'terms',
    '<p>These terms are an agreement between you and Kupfer & Kork Pty Ltd.</p>',
    'agreement',
    'Kupfer & Kork Pty Ltd.',
  ],
  [
    'English',
    'privacy',
    '<p>It is Kupfer & Kork Inc.’s policy to respect your privacy.</p>',
    'agreement',
    'Kupfer & Kork Inc.',
  ],
  [
    'English',
    'privacy',
    '<p>Who we are: the site you are reading is run by the Borough of Corkham. Write to us.</p>',
    'operated_by',
    'Borough of Corkham',
  ],
  [
    'English',
    'about',
    '<p>Corkwise, a Kupfer & Kork company, was founded in 1998.</p>',
    'part_of',
    'Kupfer & Kork',
  ],
  [
    'German',
    'imprint',
    '<h1>Impressum</h1><p>Angaben gemäß § 5 DDG:</p><p>Kupfer & Kork GmbH & Co. KG<br>Gerberweg 4<br>20095 Hamburg</p>',
    'imprint',
    'Kupfer & Kork GmbH & Co. KG',
  ],
  [
    'German',
    'imprint',
    '<table><tr><td>Betreiber</td><td>Kupfer & Kork e.K.</td></tr></table>',
    'imprint',
    'Kupfer & Kork e.K.',
  ],
  [
    'German',
    'imprint',
    '<p>Diese Website wird betrieben von der Kupfer & Kork UG (haftungsbeschränkt), Gerberweg 4.</p>',
    'operated_by',
    'Kupfer & Kork UG (haftungsbeschränkt)',
  ],
  [
    'German',
    'privacy',
    '<h2>1. Verantwortlicher</h2><p>Verantwortlicher im Sinne der DSGVO ist:</p><p>Kupfer & Kork GmbH<br>Gerberweg 4<br>20095 Hamburg</p>',
    'controller',
    'Kupfer & Kork GmbH',
  ],
  [
    'German',
    'privacy',
    '<p>Verantwortliche Stelle für die Datenverarbeitung auf dieser Website ist die Kupfer & Kork AG.</p>',
    'controller',
    'Kupfer & Kork AG',
  ],
  [
    'German',
    'imprint',
    '<h1>Impressum</h1><p>Jutta Korkmann<br>Gerberweg 4<br>20095 Hamburg</p>',
    'imprint',
    'Jutta Korkmann',
  ],
  [
    'French',
    'imprint',
    '<h2>Éditeur du site</h2><p>Le présent site est édité par la société Liège et Cuivre SARL, au capital de 8 000 €.</p>',
    'operated_by',
    'Liège et Cuivre SARL',
  ],
  [
    'French',
    'imprint',
    '<p><b>Propriétaire</b> : Liège et Cuivre, Société par actions simplifiée – 4 rue des Tanneurs 59000 Lille</p>',
    'imprint',
    'Liège et Cuivre, Société par actions simplifiée',
  ],
  [
    'French',
    'privacy',
    '<p>Le responsable du traitement des données est Liège et Cuivre SAS, Lille.</p>',
    'controller',
    'Liège et Cuivre SAS',
  ],
  [
    'Spanish',
    'imprint',
    '<p>El titular de este sitio web es Corcho y Cobre, S.L., con CIF B12345674.</p>',
    'operated_by',
    'Corcho y Cobre, S.L.',
  ],
  [
    'Spanish',
    'imprint',
    '<h2>Datos identificativos</h2><ul><li>Responsable: Corcho y Cobre, Sociedad Limitada</li><li>NIF: B12345674</li></ul>',
    'imprint',
    'Corcho y Cobre, Sociedad Limitada',
  ],
  [
    'Italian',
    'imprint',
    '<p>Il presente sito è di proprietà di Sughero e Rame S.r.l., con sede in Via Roma 1.</p>',
    'operated_by',
    'Sughero e Rame S.r.l.',
  ],
  [
    'Italian',
    'privacy',
    '<p>Titolare del trattamento dei dati: Sughero e Rame S.p.A.. Hosting: Nuvola S.r.l.</p>',
    'controller',
    'Sughero e Rame S.p.A.',
  ],
  [
    'Dutch',
    'terms',
    '<p>Artikel 1 – Identiteit van de ondernemer</p><p>Kurk en Koper B.V.<br>Kade 7<br>6511 XR Nijmegen</p>',
    'imprint',
    'Kurk en Koper B.V.',
  ],
  [
    'Dutch',
    'privacy',
    '<p>Kurk en Koper B.V., gevestigd te Nijmegen, is verantwoordelijk voor de verwerking van persoonsgegevens.</p>',
    'controller',
    'Kurk en Koper B.V.',
  ],
  [
    'Portuguese',
    'imprint',
    '<p>Este site é operado por Cortiça e Cobre Ltda., com sede em Lisboa.</p>',
    'operated_by',
    'Cortiça e Cobre Ltda.',
  ],
  [
    'Portuguese',
    'imprint',
    '<p>Razão social: Cortiça e Cobre, Lda</p>',
    'imprint',
    'Cortiça e Cobre, Lda',
  ],
  [
    'Japanese',
    'imprint',
    '<h1>特定商取引法に基づく表記</h1><table><tr><th>販売業者</th><td>株式会社銅とコルク</td></tr></table>',
    'imprint',
    '株式会社銅とコルク',
  ],
  [
    'Japanese',
    'imprint',
    '<dl><dt>会社名</dt><dd>有限会社こるく</dd><dt>主要取引先</dt><dd>大手商事株式会社</dd></dl>',
    'imprint',
    '有限会社こるく',
  ],
  [
    'Japanese',
    'terms',
    '<p>本規約は、株式会社銅とコルク（以下「当社」といいます）が提供するサービスに適用されます。</p>',
    'agreement',
    '株式会社銅とコルク',
  ],
  [
    'Swedish',
    'privacy',
    '<p>Kork och Koppar AB är personuppgiftsansvarig för behandlingen.</p>',
    'controller',
    'Kork och Koppar AB',
  ],
  [
    'Norwegian',
    'home',
    '<footer>Utgitt av Kork og Kobber AS, Storgata 1, 1771 Halden. Org.nr. 987 654 321</footer>',
    'imprint',
    'Kork og Kobber AS',
  ],
  [
    'Russian',
    'home',
    '<footer>ТОО «Алтын Корк», БИН 150140012345, г. Алматы</footer>',
    'imprint',
    'ТОО «Алтын Корк»',
  ],
  [
    'Korean',
    'home',
    '<footer>상호명 및 호스팅 서비스 제공 : 코르크(주)</footer>',
    'imprint',
    '코르크(주)',
  ],
  [
    'English',
    'home',
    '<p>You have reached a server of Kork Data Inc.</p><p>This domain is used by Kork Data Inc. to serve pixels.</p>',
    'operated_by',
    'Kork Data Inc.',
  ],
  [
    'English',
    'home',
    '<footer>© My Kork Website 2026. Kork Road Surgery, 12 Kork Road, Portishead BS20 7AN</footer>',
    'imprint',
    'Kork Road Surgery',
  ],
  [
    'English',
    'home',
    '<footer>Kork Quay Ltd, Company No. 10987654.</footer>',
    'imprint',
    'Kork Quay Ltd',
  ],
  [
    'German',
    'imprint',
    '<h1>Impressum</h1><p><strong>Träger</strong><br>Klinikum Korkheide gGmbH<br>Am Stadtwald 1<br>21244 Korkholz</p>',
    'imprint',
    'Klinikum Korkheide gGmbH',
  ],
  [
    'Danish',
    'home',
    '<footer>Siden drives af Kork og Kobber ApS</footer>',
    'operated_by',
    'Kork og Kobber ApS',
  ],
  [
    'Polish',
    'privacy',
    '<p>Administratorem danych osobowych jest Korek i Miedź Sp. z o.o. z siedzibą w Łodzi.</p>',
    'controller',
    'Korek i Miedź Sp. z o.o.',
  ],
  [
    'Czech',
    'terms',
    '<p>Provozovatelem webu je Korek a měď s.r.o., Brno.</p>',
    'operated_by',
    'Korek a měď s.r.o.',
  ],
]

const labelled: readonly [
  language: string,
  role: PageRole,
  body: string,
  kind: string,
  name: string,
][] = [
  [
    'English',
    'imprint',
    '<p>Registered name: Kork and Reed (Pty) Ltd</p>',
    'imprint',
    'Kork and Reed (Pty) Ltd',
  ],
  [
    'English',
    'privacy',
    '<p>Data Fiduciary: Kork Private Limited</p>',
    'controller',
    'Kork Private Limited',
  ],
  [
    'German',
    'imprint',
    '<p>Name des Vereins: Korkfreunde e. V.</p>',
    'imprint',
    'Korkfreunde e. V.',
  ],
  [
    'French',
    'imprint',
    '<table><tr><td>Nom commercial</td><td>Liège Kork S.A.S.U.</td></tr></table>',
    'imprint',
    'Liège Kork S.A.S.U.',
  ],
  [
    'Spanish',
    'imprint',
    '<p>Titular del sitio: Corcho Kork, S. Coop.</p>',
    'imprint',
    'Corcho Kork, S. Coop.',
  ],
  [
    'Italian',
    'imprint',
    '<table><tr><td>Nome della società</td><td>Sughero Kork S.r.l.s.</td></tr></table>',
    'imprint',
    'Sughero Kork S.r.l.s.',
  ],
  ['Dutch', 'imprint', '<p>Naam van de stichting: Stichting Kork</p>', 'imprint', 'Stichting Kork'],
  [
    'Portuguese',
    'imprint',
    '<table><tr><td>Nome fantasia</td><td>Cortiça Kork, Unipessoal Lda</td></tr></table>',
    'imprint',
    'Cortiça Kork, Unipessoal Lda',
  ],
  [
    'Polish',
    'imprint',
    '<p>Właściciel serwisu: Korek sp. z o. o.</p>',
    'imprint',
    'Korek sp. z o. o.',
  ],
  [
    'Czech',
    'imprint',
    '<p>Provozovatel e-shopu: Korek spol. s r. o.</p>',
    'imprint',
    'Korek spol. s r. o.',
  ],
  ['Slovak', 'imprint', '<p>Obchodné meno: Korok, s. r. o.</p>', 'imprint', 'Korok, s. r. o.'],
  [
    'Slovak',
    'privacy',
    '<p>Prevádzkovateľ osobných údajov: Korok s.r.o.</p>',
    'controller',
    'Korok s.r.o.',
  ],
  [
    'Danish',
    'imprint',
    '<table><tr><td>Virksomhedens navn</td><td>Kork og Kobber I/S</td></tr></table>',
    'imprint',
    'Kork og Kobber I/S',
  ],
  [
    'Swedish',
    'imprint',
    '<p>Ägare av webbplatsen: Kork AB (publ)</p>',
    'imprint',
    'Kork AB (publ)',
  ],
  [
    'Norwegian',
    'imprint',
    '<table><tr><td>Foretaksnavn</td><td>Kork og Kobber ASA</td></tr></table>',
    'imprint',
    'Kork og Kobber ASA',
  ],
  ['Finnish', 'imprint', '<p>Yrityksen nimi: Korkki Oyj</p>', 'imprint', 'Korkki Oyj'],
  [
    'Hungarian',
    'imprint',
    '<p>A honlap üzemeltetője: Parafa Kork Zrt</p>',
    'imprint',
    'Parafa Kork Zrt',
  ],
  [
    'Hungarian',
    'privacy',
    '<p>Adatkezelő neve: Parafa Kork Kft</p>',
    'controller',
    'Parafa Kork Kft',
  ],
  [
    'Turkish',
    'imprint',
    '<table><tr><td>TİCARET UNVANI</td><td>Kork Mantar San. ve Tic. A.Ş.</td></tr></table>',
    'imprint',
    'Kork Mantar San. ve Tic. A.Ş.',
  ],
  [
    'Turkish',
    'imprint',
    '<p>İmtiyaz Sahibi: Kork Yayıncılık A.Ş.</p>',
    'imprint',
    'Kork Yayıncılık A.Ş.',
  ],
  [
    'Russian',
    'imprint',
    '<table><tr><td>Полное наименование организации</td><td>ПАО «Корк и Медь»</td></tr></table>',
    'imprint',
    'ПАО «Корк и Медь»',
  ],
  [
    'Russian',
    'imprint',
    '<h2>Реквизиты</h2><p>Корк и Медь ООО<br>ул. Ленина, 4<br>101000 Москва</p>',
    'imprint',
    'Корк и Медь ООО',
  ],
  [
    'Russian',
    'privacy',
    '<p>Оператор персональных данных: ООО «Корк»</p>',
    'controller',
    'ООО «Корк»',
  ],
  [
    'Ukrainian',
    'imprint',
    '<p>Власник сайту: ТОВ «Корк і Мідь»</p>',
    'imprint',
    'ТОВ «Корк і Мідь»',
  ],
  [
    'Ukrainian',
    'privacy',
    '<table><tr><td>Володілець персональних даних</td><td>ФОП Корк</td></tr></table>',
    'controller',
    'ФОП Корк',
  ],
  [
    'Greek',
    'imprint',
    '<table><tr><td>Επωνυμία επιχείρησης</td><td>Φελλός Κορκ Α.Ε.</td></tr></table>',
    'imprint',
    'Φελλός Κορκ Α.Ε.',
  ],
  ['Greek', 'imprint', '<p>ΕΠΩΝΥΜΙΑ: ΦΕΛΛΟΣ ΚΟΡΚ Ε.Π.Ε.</p>', 'imprint', 'ΦΕΛΛΟΣ ΚΟΡΚ Ε.Π.Ε.'],
  [
    'Greek',
    'privacy',
    '<p>Υπεύθυνος Επεξεργασίας: Φελλός Κορκ Ι.Κ.Ε.</p>',
    'controller',
    'Φελλός Κορκ Ι.Κ.Ε.',
  ],
  [
    'Japanese',
    'imprint',
    '<table><tr><td>運営元</td><td>合同会社コルク</td></tr></table>',
    'imprint',
    '合同会社コルク',
  ],
  [
    'Chinese',
    'imprint',
    '<table><tr><td>主办单位名称</td><td>北京科克科技有限公司</td></tr></table>',
    'imprint',
    '北京科克科技有限公司',
  ],
  ['Chinese', 'imprint', '<p>公司全名：科克股份有限公司</p>', 'imprint', '科克股份有限公司'],
  [
    'Chinese',
    'privacy',
    '<p>个人信息处理者：科克有限责任公司</p>',
    'controller',
    '科克有限责任公司',
  ],
  [
    'Korean',
    'imprint',
    '<table><tr><td>회사 이름</td><td>주식회사 코르크</td></tr></table>',
    'imprint',
    '주식회사 코르크',
  ],
  ['Korean', 'privacy', '<p>개인정보처리자: 유한회사 코르크</p>', 'controller', '유한회사 코르크'],
  [
    'Arabic',
    'imprint',
    '<table><tr><td>اسم الشركة</td><td>شركة كورك ذ.م.م</td></tr></table>',
    'imprint',
    'شركة كورك ذ.م.م',
  ],
  [
    'Arabic',
    'privacy',
    '<p>جهة التحكم: شركة كورك المحدودة</p>',
    'controller',
    'شركة كورك المحدودة',
  ],
  ['Hebrew', 'imprint', '<p>שם החברה: קורק בע"מ</p>', 'imprint', 'קורק בע"מ'],
  [
    'Hebrew',
    'privacy',
    '<table><tr><td>בעל השליטה במאגר המידע</td><td>קורק בע"מ</td></tr></table>',
    'controller',
    'קורק בע"מ',
  ],
  [
    'Hindi',
    'imprint',
    '<table><tr><td>कंपनी का नाम</td><td>कॉर्क प्राइवेट लिमिटेड</td></tr></table>',
    'imprint',
    'कॉर्क प्राइवेट लिमिटेड',
  ],
  ['Hindi', 'privacy', '<p>डेटा न्यासी: कॉर्क लिमिटेड</p>', 'controller', 'कॉर्क लिमिटेड'],
  [
    'Indonesian',
    'imprint',
    '<p>Nama perusahaan: PT Kork Gabus Tbk</p>',
    'imprint',
    'PT Kork Gabus Tbk',
  ],
  [
    'Indonesian',
    'privacy',
    '<table><tr><td>Pengendali Data Pribadi</td><td>PT Kork</td></tr></table>',
    'controller',
    'PT Kork',
  ],
]

describe('legal statements on a page', () => {
  test.each(labelled)(
    'a label in %s names the party on a page of role %s: %s',
    (_language, role, body, kind, name) => {
      expect(statements(role, body)).toContainEqual([kind, name])
    },
  )

  test.each(named)(
    'a sentence in %s names the party on a page of role %s: %s',
    (_language, role, body, kind, name) => {
      expect(statements(role, body)).toContainEqual([kind, name])
    },
  )

  test('each name is a verbatim part of the observed text', () => {
    for (const [, role, body] of named) {
      const page = parsePage({ url: 'https://kork.example/', role, status: 200, html: body })
      for (const { name, observed } of page.legal_statements) expect(observed).toContain(name)
    }
  })

  test('the company line in a footer gives the imprint', () => {
    expect(
      statements(
        'home',
        '<footer><p>Kork & Kupfer SARL au capital de 8 000 € – RCS Lorient 811 204 557</p></footer>',
      ),
    ).toEqual([['imprint', 'Kork & Kupfer SARL']])
  })
})

const passedOver: readonly [why: string, role: PageRole, body: string][] = [
  ['a credit for the agency', 'home', '<footer>Website by Nordlicht Digital GmbH</footer>'],
  [
    'a credit under an imprint',
    'imprint',
    '<p>Konzept und Umsetzung: Agentur Nordlicht GmbH, Hamburg</p>',
  ],
  [
    'the host',
    'imprint',
    '<h2>Hébergeur</h2><p>Nuage SAS<br>63 boulevard Masséna<br>75013 Paris</p>',
  ],
  [
    'a list of processors in a privacy notice',
    'privacy',
    '<h2>Service providers</h2><p>These include Stripe Payments Europe, Limited, Dublin; Zendesk, Inc. They may only process data on our instructions.</p>',
  ],
  [
    'the provider of an analysis tool',
    'privacy',
    '<p>Google Analytics is a web analytics service offered by Google LLC.</p>',
  ],
  [
    "the owner of a trademark that is not the site's",
    'home',
    '<p>PlayStation is a brand of Sony Interactive Entertainment Inc.</p>',
  ],
  [
    'a shop platform',
    'terms',
    '<p>Our store may be hosted on third-party platforms, for example Shopify Inc., which provide us with the platform.</p>',
  ],
  [
    'the generator of the imprint text',
    'imprint',
    '<p>Quelle: erstellt mit dem Impressum-Generator von eRecht24 (eRecht24 GmbH & Co. KG)</p>',
  ],
  [
    'hidden text',
    'terms',
    '<p hidden>This website is operated by Google LLC.</p><p style="display:none">This website is operated by Google LLC.</p>',
  ],
  [
    'a list of register numbers',
    'home',
    '<footer><p>ИНН 2901123456, ОГРН 1042900012345</p><p>VAT GB112233445</p></footer>',
  ],
  ['the registrar of a domain', 'home', '<p>This domain is registered by Korkregistrar, Inc.</p>'],
  [
    'the host in Russian',
    'imprint',
    '<h2>Хостинг-провайдер</h2><p>Облако ООО<br>ул. Ленина, 4<br>101000 Москва</p>',
  ],
  [
    'the host in Hungarian',
    'imprint',
    '<h2>Tárhelyszolgáltató</h2><p>Felhő Kft.<br>Fő utca 4<br>1011 Budapest</p>',
  ],
  [
    'the host in Turkish',
    'imprint',
    '<h2>YER SAĞLAYICI</h2><p>Bulut A.Ş.<br>Kork Cad. 4<br>34000 İstanbul</p>',
  ],
  ['text in an HTML comment', 'terms', '<!-- This website is operated by Google LLC. -->'],
  [
    'a list of links to other pages',
    'imprint',
    '<ul><li><a href="/datenschutz">Datenschutz</a></li><li>Gerberweg 4<br>20095 Hamburg</li></ul>',
  ],
]

describe('names of other parties on a page', () => {
  test.each(passedOver)('%s gives no legal statement', (_why, role, body) => {
    expect(statements(role, body)).toEqual([])
  })
})
