import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'

function statements(body: string, role: PageRole = 'terms'): [string, string][] {
  const html = `<html><head><title>Tallow & Pine</title></head><body>${body}</body></html>`
  const page = parsePage({ url: 'https://tallowpine.example/', role, status: 200, html })
  return page.legal_statements
    .filter(({ kind }) => kind !== 'credit')
    .map(({ kind, name }) => [kind, name])
}

const operated: readonly [language: string, sentence: string, name: string][] = [
  [
    'English',
    'The operator of this website Tallow & Pine is Orrel Games Ltd. with an office in Sliema.',
    'Orrel Games Ltd.',
  ],
  [
    'English',
    'This website is owned, maintained and, together with its app, run by Orrel Games Ltd.',
    'Orrel Games Ltd.',
  ],
  [
    'English',
    'tallowpine.example is jointly owned and operated by our parent company Orrel Games Ltd.',
    'Orrel Games Ltd.',
  ],
  [
    'English',
    'Orrel Games Ltd. (12 Quay Road, Bristol) owns and operates this website.',
    'Orrel Games Ltd.',
  ],
  ['English', 'Orrel Games Ltd. is the operator of this site and of its shop.', 'Orrel Games Ltd.'],
  [
    'English',
    'Tallow & Pine is a project of the<br><a href="https://orrel.example/">Orrel Institute for Games</a>',
    'Orrel Institute for Games',
  ],
  [
    'German',
    'Diese Website wird von der Orrel Spiele GmbH, Bremen, betrieben.',
    'Orrel Spiele GmbH',
  ],
  ['German', 'Tallow & Pine wird durch die Orrel Spiele GmbH herausgegeben.', 'Orrel Spiele GmbH'],
  ['German', 'Die Orrel Spiele GmbH betreibt diese Website und den Shop.', 'Orrel Spiele GmbH'],
  [
    'German',
    'Betreiberin dieser Internetseite unter www.tallowpine.example ist die Orrel Spiele GmbH.',
    'Orrel Spiele GmbH',
  ],
  [
    'French',
    'Le site tallowpine.example est la propriété exclusive et est édité par la société Orrel Jeux SARL.',
    'Orrel Jeux SARL',
  ],
  ['French', 'La société Orrel Jeux SARL exploite le présent site.', 'Orrel Jeux SARL'],
  [
    'French',
    'Tallow & Pine est une marque du groupe <span>Orrel Jeux SARL</span>',
    'Orrel Jeux SARL',
  ],
  ['French', 'Tallow & Pine est un projet de l’association Orrel Jeux SARL.', 'Orrel Jeux SARL'],
  [
    'Spanish',
    'El presente sitio web es propiedad y está operado por la empresa Orrel Juegos, S.L.',
    'Orrel Juegos, S.L.',
  ],
  [
    'Spanish',
    'La titularidad de este sitio web corresponde a Orrel Juegos, S.L.',
    'Orrel Juegos, S.L.',
  ],
  ['Spanish', 'Orrel Juegos, S.L. es la titular de este sitio web.', 'Orrel Juegos, S.L.'],
  [
    'Italian',
    'Questo sito è di proprietà ed è gestito dalla società Orrel Giochi S.r.l.',
    'Orrel Giochi S.r.l.',
  ],
  [
    'Italian',
    'Il titolare del sito www.tallowpine.example è Orrel Giochi S.r.l.',
    'Orrel Giochi S.r.l.',
  ],
  [
    'Portuguese',
    'Este site pertence e é mantido pela empresa Orrel Jogos Ltda.',
    'Orrel Jogos Ltda.',
  ],
  ['Portuguese', 'A proprietária deste site é a Orrel Jogos Ltda.', 'Orrel Jogos Ltda.'],
  ['Dutch', 'Deze website wordt door Orrel Spellen B.V. beheerd.', 'Orrel Spellen B.V.'],
  ['Dutch', 'De eigenaar van deze website is Orrel Spellen B.V.', 'Orrel Spellen B.V.'],
  ['Swedish', 'Webbplatsen ägs och drivs av Orrel Spel AB, Lund.', 'Orrel Spel AB'],
  ['Swedish', 'Tallow & Pine är ett varumärke som ägs av Orrel Spel AB.', 'Orrel Spel AB'],
  ['Danish', 'Hjemmesiden ejes og drives af firmaet Orrel Spil ApS.', 'Orrel Spil ApS'],
  ['Norwegian', 'Eieren av nettstedet er Orrel Spill AS.', 'Orrel Spill AS'],
  ['Finnish', 'Sivustoa ylläpitää Orrel Pelit Oy, Turku.', 'Orrel Pelit Oy'],
  ['Finnish', 'Verkkokaupan omistaja on Orrel Pelit Oy.', 'Orrel Pelit Oy'],
  [
    'Polish',
    'Serwis Tallow & Pine prowadzony przez Orrel Gry sp. z o.o., z siedzibą w Gdyni.',
    'Orrel Gry sp. z o.o.',
  ],
  ['Polish', 'Właściciel serwisu – Orrel Gry sp. z o.o., ul. Długa 12.', 'Orrel Gry sp. z o.o.'],
  ['Polish', 'Tallow & Pine jest projektem spółki Orrel Gry sp. z o.o.', 'Orrel Gry sp. z o.o.'],
  ['Czech', 'Tyto stránky provozuje společnost Orrel Hry s.r.o., Plzeň.', 'Orrel Hry s.r.o.'],
  [
    'Czech',
    'Vlastníkem a provozovatelem e-shopu www.tallowpine.example je Orrel Hry s.r.o.',
    'Orrel Hry s.r.o.',
  ],
  [
    'Slovak',
    'Prevádzkovateľom internetovej stránky je spoločnosť Orrel Hry s.r.o.',
    'Orrel Hry s.r.o.',
  ],
  ['Hungarian', 'A honlapot az Orrel Játék Kft. üzemelteti.', 'Orrel Játék Kft'],
  [
    'Hungarian',
    'A weboldal üzemeltetője az Orrel Játék Kft. (székhely: 6720 Szeged).',
    'Orrel Játék Kft',
  ],
  [
    'Romanian',
    'Site-ul www.tallowpine.example este deținut și administrat de către societatea Orrel Jocuri S.R.L.',
    'Orrel Jocuri S.R.L.',
  ],
  ['Romanian', 'Proprietarul acestui site este Orrel Jocuri S.R.L.', 'Orrel Jocuri S.R.L.'],
  ['Bulgarian', 'Сайтът е собственост и се поддържа от фирма Орел Игри ЕООД.', 'Орел Игри ЕООД'],
  ['Bulgarian', 'Собственик на този сайт е Орел Игри ЕООД.', 'Орел Игри ЕООД'],
  ['Russian', 'Сайт принадлежит компании ООО «Оррел Игры».', 'ООО «Оррел Игры»'],
  ['Russian', 'Владельцем и администратором сайта является ООО «Оррел Игры».', 'ООО «Оррел Игры»'],
  ['Ukrainian', 'Власником сайту є ТОВ «Оррел Ігри».', 'ТОВ «Оррел Ігри»'],
  [
    'Greek',
    'Η ιστοσελίδα ανήκει και διαχειρίζεται από την εταιρεία Όρελ Παιχνίδια Α.Ε.',
    'Όρελ Παιχνίδια Α.Ε.',
  ],
  ['Turkish', 'Bu web sitesi Orrel Oyun A.Ş. tarafından işletilmektedir.', 'Orrel Oyun A.Ş.'],
  ['Turkish', 'Web sitesinin sahibi Orrel Oyun A.Ş. şirketidir.', 'Orrel Oyun A.Ş.'],
  ['Japanese', '当サイトの運営者は株式会社オレルです。', '株式会社オレル'],
  ['Japanese', '株式会社オレルが運営する当サイトの利用規約です。', '株式会社オレル'],
  ['Chinese', '本网站由杭州奥瑞游戏有限公司运营。', '杭州奥瑞游戏有限公司'],
  ['Chinese', '本站歸奧瑞遊戲股份有限公司所有。', '奧瑞遊戲股份有限公司'],
  ['Korean', '본 사이트는 (주)오렐게임에서 운영합니다.', '(주)오렐게임'],
  ['Korean', '이 약관은 (주)오렐게임이 운영하는 사이트의 이용조건을 정합니다.', '(주)오렐게임'],
  ['Lithuanian', 'Svetainę valdo UAB „Orel žaidimai“.', 'UAB „Orel žaidimai“'],
  ['Latvian', 'Vietni uztur uzņēmums SIA Orel Spēles.', 'SIA Orel Spēles'],
  ['Estonian', 'Veebilehte haldab Orel Mängud OÜ.', 'Orel Mängud OÜ'],
  ['Croatian', 'Vlasnik ove web stranice je tvrtka Orel Igre d.o.o.', 'Orel Igre d.o.o.'],
  ['Slovenian', 'Spletno stran upravlja podjetje Orel Igre d.o.o.', 'Orel Igre d.o.o.'],
  ['Catalan', 'Aquest lloc web és propietat de Orrel Jocs, S.L.', 'Orrel Jocs, S.L.'],
  [
    'Vietnamese',
    'Trang web này thuộc sở hữu của Công ty TNHH Trò Chơi Orel.',
    'Công ty TNHH Trò Chơi Orel',
  ],
  [
    'Indonesian',
    'Situs ini dimiliki dan dioperasikan oleh PT Orel Permainan.',
    'PT Orel Permainan',
  ],
  ['Hebrew', 'האתר מופעל על ידי חברת אורל משחקים בע"מ.', 'אורל משחקים בע"מ'],
  ['Arabic', 'هذا الموقع مملوك لشركة أوريل للألعاب ذ.م.م.', 'شركة أوريل للألعاب ذ.م.م.'],
  ['Persian', 'این وب‌سایت متعلق به شرکت بازی اورل است.', 'شرکت بازی اورل'],
]

const controlling: readonly [language: string, sentence: string, name: string][] = [
  [
    'English',
    'For the purposes of the GDPR, the data controller is Orrel Games Ltd.',
    'Orrel Games Ltd.',
  ],
  [
    'German',
    'Verantwortlich für die Datenverarbeitung auf dieser Website ist die Orrel Spiele GmbH.',
    'Orrel Spiele GmbH',
  ],
  [
    'Czech',
    'Správcem osobních údajů je společnost ORREL - Mlýnské hry s.r.o., identifikační číslo 09812345.',
    'ORREL - Mlýnské hry s.r.o.',
  ],
  ['Slovak', 'Prevádzkovateľom osobných údajov je spoločnosť Orrel Hry s.r.o.', 'Orrel Hry s.r.o.'],
  [
    'Polish',
    'Administratorem Państwa danych osobowych jest spółka Orrel Gry sp. z o.o.',
    'Orrel Gry sp. z o.o.',
  ],
  ['Hungarian', 'Az adatkezelő az Orrel Játék Kft., 6720 Szeged.', 'Orrel Játék Kft'],
  [
    'Romanian',
    'Operatorul de date cu caracter personal este societatea Orrel Jocuri S.R.L.',
    'Orrel Jocuri S.R.L.',
  ],
  ['Bulgarian', 'Администратор на лични данни е Орел Игри ООД.', 'Орел Игри ООД'],
  ['Russian', 'Оператором персональных данных является ООО «Оррел Игры».', 'ООО «Оррел Игры»'],
  ['Ukrainian', 'Володільцем персональних даних є ТОВ «Оррел Ігри».', 'ТОВ «Оррел Ігри»'],
  ['Greek', 'Υπεύθυνος επεξεργασίας είναι η εταιρεία Όρελ Παιχνίδια Α.Ε.', 'Όρελ Παιχνίδια Α.Ε.'],
  [
    'Turkish',
    'Kişisel verileriniz veri sorumlusu olarak Orrel Oyun A.Ş. tarafından işlenir.',
    'Orrel Oyun A.Ş.',
  ],
  ['Finnish', 'Rekisterinpitäjänä toimii Orrel Pelit Oy.', 'Orrel Pelit Oy'],
  ['Estonian', 'Isikuandmete vastutav töötleja on Orel Mängud OÜ.', 'Orel Mängud OÜ'],
  ['Lithuanian', 'Asmens duomenų valdytojas yra UAB „Orel žaidimai“.', 'UAB „Orel žaidimai“'],
  ['Latvian', 'Personas datu pārzinis ir SIA Orel Spēles.', 'SIA Orel Spēles'],
  ['Croatian', 'Voditelj obrade osobnih podataka je Orel Igre d.o.o.', 'Orel Igre d.o.o.'],
  ['Slovenian', 'Upravljavec osebnih podatkov je podjetje Orel Igre d.o.o.', 'Orel Igre d.o.o.'],
  ['Catalan', 'El responsable del tractament és Orrel Jocs, S.L.', 'Orrel Jocs, S.L.'],
]

const parties: readonly [language: string, sentence: string, name: string][] = [
  [
    'English',
    'These terms are provided by Orrel Games Ltd., hereinafter referred to as "Tallow & Pine".',
    'Orrel Games Ltd.',
  ],
  ['English', 'Orrel Games Ltd. (hereinafter "Operator") sells games.', 'Orrel Games Ltd.'],
  [
    'German',
    'Vertragspartner ist die Orrel Spiele GmbH (im Folgenden: „Verkäufer“).',
    'Orrel Spiele GmbH',
  ],
  [
    'French',
    'Les ventes sont conclues avec Orrel Jeux SARL, ci-après dénommée « le Vendeur ».',
    'Orrel Jeux SARL',
  ],
  [
    'Spanish',
    'Las presentes condiciones de Orrel Juegos, S.L. (en lo sucesivo, «la Empresa») rigen la venta.',
    'Orrel Juegos, S.L.',
  ],
  [
    'Italian',
    'Il contratto è stipulato con Orrel Giochi S.r.l. (di seguito il “Venditore”).',
    'Orrel Giochi S.r.l.',
  ],
  [
    'Romanian',
    'Datele sunt prelucrate de către S.C. Orrel Jocuri S.R.L., denumită în cele ce urmează Tallow & Pine.',
    'S.C. Orrel Jocuri S.R.L.',
  ],
  [
    'Polish',
    'Sklep prowadzi Orrel Gry sp. z o.o. (zwana dalej „Sprzedawcą”).',
    'Orrel Gry sp. z o.o.',
  ],
  [
    'Czech',
    'Tyto podmínky obchodní společnosti Orrel Hry s.r.o. (dále jen „prodávající“) platí od 1. 1.',
    'Orrel Hry s.r.o.',
  ],
  [
    'Slovak',
    'Podmienky spoločnosti Orrel Hry s.r.o. (ďalej len „predávajúci“) platia.',
    'Orrel Hry s.r.o.',
  ],
  [
    'Hungarian',
    'A szerződés az Orrel Játék Kft. (a továbbiakban: Eladó) és a vásárló között jön létre.',
    'Orrel Játék Kft',
  ],
  [
    'Russian',
    'Настоящая оферта ООО «Оррел Игры» (далее — «Продавец») действует бессрочно.',
    'ООО «Оррел Игры»',
  ],
  ['Bulgarian', 'Общи условия на Орел Игри ЕООД, наричано по-долу „Търговец“.', 'Орел Игри ЕООД'],
  ['Korean', '이 약관은 (주)오렐게임(이하 "회사")의 서비스에 적용됩니다.', '(주)오렐게임'],
  [
    'Dutch',
    'Deze voorwaarden gelden voor Orrel Spellen B.V. (hierna te noemen: “de verkoper”).',
    'Orrel Spellen B.V.',
  ],
  ['Swedish', 'Avtalet ingås med Orrel Spel AB (nedan kallat ”Bolaget”).', 'Orrel Spel AB'],
]

describe('sentences about the operator of a site', () => {
  test.each(operated)('a sentence in %s names the operator: %s', (_language, sentence, name) => {
    expect(statements(`<p>${sentence}</p>`)).toContainEqual(['operated_by', name])
  })

  test.each(controlling)(
    'a sentence in %s names the controller: %s',
    (_language, sentence, name) => {
      expect(statements(`<p>${sentence}</p>`, 'privacy')).toContainEqual(['controller', name])
    },
  )

  test.each(parties)(
    'a contract or notice in %s names its party: %s',
    (_language, sentence, name) => {
      expect(statements(`<p>${sentence}</p>`)).toContainEqual(['agreement', name])
    },
  )
})

const others: readonly [why: string, sentence: string][] = [
  ['an English tool', 'This website uses Matomo, which is operated by InnoCraft Ltd.'],
  [
    'an English partner',
    'This site contains links to websites owned and operated by Sedge Media LLC.',
  ],
  ['a German tool', 'Diese Website nutzt den Dienst Sedge, betrieben von der Sedge Media GmbH.'],
  ['a German plug-in', 'Betreiber der Seiten ist die Sedge Video, LLC, 9 Elm Avenue.'],
  ['a German font', 'Anbieter dieses Dienstes ist die Sedge Fonts Limited.'],
  ['a French tool', 'Notre site utilise Sedge, un service édité par Sedge Média SARL.'],
  ['a Spanish tool', 'Este sitio web utiliza Sedge, que es operado por Sedge Medios, S.L.'],
  ['a Czech tool', 'Web používá službu Sedge, kterou provozuje společnost Sedge Média s.r.o.'],
  ['a Polish tool', 'Serwis korzysta z narzędzia Sedge prowadzonego przez Sedge Media sp. z o.o.'],
  ['a Russian tool', 'На сайте используется сервис, который принадлежит ООО «Осока Медиа».'],
  [
    'a Hungarian tool',
    'A weboldal a Sedge szolgáltatást használja, amelyet a Sedge Média Kft. üzemeltet.',
  ],
  ['a Chinese processor', '支付服务由杭州莎草支付有限公司提供。'],
  ['a Korean payment service', '결제는 (주)사초페이가 운영하는 결제 서비스를 통해 이루어집니다.'],
  ['a client', 'Sedge Media GmbH (im Folgenden: „Kunde“) erhält ein Angebot.'],
  ['an ad network', 'We work with Sedge Media LLC (hereinafter "Sedge").'],
  ["a brand that is not the site's", 'Gorse est une marque de Sedge Média SARL.'],
  ["a trademark that is not the site's", 'Gorse is a registered trademark of Sedge Media LLC.'],
  ['a Spanish trademark of others', 'Gorse es una marca registrada de Sedge Medios, S.L.'],
]

const duties: readonly [language: string, sentence: string][] = [
  ['English', '4.1 You are responsible for all inputs that you submit to our site.'],
  [
    'German',
    'Der Nutzer ist verantwortlich für die Richtigkeit seiner Angaben auf dieser Website.',
  ],
  ['Spanish', 'El Usuario es responsable del uso que haga de este sitio web.'],
  ['Portuguese', 'O Utilizador é responsável pelo uso deste site.'],
  ['Polish', 'Sprzedawca jest właścicielem serwisu.'],
]

describe('sentences about the duties of readers', () => {
  test.each(duties)('a sentence in %s names nobody: %s', (_language, sentence) => {
    expect(statements(`<p>${sentence}</p>`)).toEqual([])
  })

  test.each([
    ['English', 'Responsible for this website is Orrel Games Ltd.', 'Orrel Games Ltd.'],
    ['German', 'Verantwortlich für diese Website ist die Orrel Spiele GmbH.', 'Orrel Spiele GmbH'],
    ['Spanish', 'El responsable de este sitio web es Orrel Juegos, S.L.', 'Orrel Juegos, S.L.'],
  ])('a sentence in %s names who is responsible for the site', (_language, sentence, name) => {
    expect(statements(`<p>${sentence}</p>`)).toContainEqual(['operated_by', name])
  })

  test('two short names in one pair of brackets are read', () => {
    expect(
      statements('<p>Orrel Jeux SARL (ci-après « OJS », « nous ») vend des jeux.</p>'),
    ).toEqual([['agreement', 'Orrel Jeux SARL']])
  })
})

describe('sentences about others', () => {
  test.each(others)('%s names no operator', (_why, sentence) => {
    expect(statements(`<p>${sentence}</p>`)).toEqual([])
  })

  test("a trademark sentence counts on the trademark's own site only", () => {
    expect(
      statements('<p>Tallow & Pine® is a registered trademark of Orrel Games Ltd.</p>'),
    ).toEqual([['trademark', 'Orrel Games Ltd.']])
  })
})

const footers: readonly [line: string, owner: string][] = [
  ['Gorse je projekt společnosti Orrel s.r.o.', 'Orrel s.r.o.'],
  ['Gorse jest marką spółki Orrel sp. z o.o.', 'Orrel sp. z o.o.'],
  ['Gorse est une marque du groupe Orrel SARL', 'Orrel SARL'],
  ['Gorse este un proiect al Orrel SRL', 'Orrel SRL'],
  ['Gorse, проект компании ООО «Оррел»', 'ООО «Оррел»'],
  ['Gorse е марка на Орел ЕООД', 'Орел ЕООД'],
  ['Gorse è un progetto di Orrel S.r.l.', 'Orrel S.r.l.'],
  ['Vlasnik: Orel d.o.o.', 'Orel d.o.o.'],
  ['Leidėjas: UAB Orel', 'UAB Orel'],
]

describe('owners in a footer', () => {
  const ownersIn = (line: string): string[] =>
    parsePage({
      url: 'https://gorse.example/',
      role: 'home',
      status: 200,
      html: `<footer>${line}</footer>`,
    })
      .mentions.filter(({ place }) => place === 'owner')
      .map(({ name }) => name)

  test.each(footers)('"%s" names the owner', (line, owner) => {
    expect(ownersIn(line)).toContain(owner)
  })

  test.each(['Projekt: Haus am See GmbH', 'Site plan of Orrel', 'Služby a ceny Orrel s.r.o.'])(
    '"%s" names no owner',
    (line) => {
      expect(ownersIn(line)).toEqual([])
    },
  )
})
