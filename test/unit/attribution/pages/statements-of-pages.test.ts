import { describe, expect, test } from 'vitest'
import type { PageRole } from '../../../../shared/attribution/page-evidence.ts'
import { answerOf, faultOf } from './page-answers.ts'

const KINDS: Record<string, [domain: string, operators: string[], html: string, role: PageRole][]> =
  {
    'the controller is read in Danish, Norwegian, Slovak, Portuguese and Spanish': [
      [
        'vv1.dk',
        ['Tandlægerne Søparken'],
        '<h1>Persondata</h1><p>Dataansvarlig er Tandlægerne Søparken, Søvej 1, 8600 Silkeborg.</p>',
        'privacy',
      ],
      [
        'vv2.no',
        ['Kolbotn Fysioterapi'],
        '<h1>Personvern</h1><p>Databehandlingsansvarlig er Kolbotn Fysioterapi, Storgata 2, 1410 Kolbotn.</p>',
        'privacy',
      ],
      [
        'vv3.no',
        ['Fjellheisen Vest'],
        '<h1>Personvern</h1><p>Den behandlingsansvarlige er Fjellheisen Vest, Kaien 1, 6002 Ålesund.</p>',
        'privacy',
      ],
      [
        'vv4.sk',
        ['Obec Horné Lúky'],
        '<h1>GDPR</h1><p>Prevádzkovateľom je Obec Horné Lúky, Hlavná 1, 951 01.</p>',
        'privacy',
      ],
      [
        'vv5.br',
        ['Academia Corpo Leve'],
        '<h1>Política de Privacidade</h1><p>É política da Academia Corpo Leve respeitar a sua privacidade.</p>',
        'privacy',
      ],
      [
        'vv6.mx',
        ['Librería Dos Lunas'],
        '<h1>Privacidad</h1><p>Es política de Librería Dos Lunas respetar su privacidad.</p>',
        'privacy',
      ],
      [
        'kk8.dk',
        ['Lægehuset Havnen'],
        '<h1>Privatlivspolitik</h1><p>Den dataansvarlige er Lægehuset Havnen, Torvet 3, 4000 Roskilde.</p>',
        'privacy',
      ],
      [
        'kk9.se',
        ['Föreningen Båtliv'],
        '<h1>Integritetspolicy</h1><p>Personuppgiftsansvarig är Föreningen Båtliv, Box 2, Visby.</p>',
        'privacy',
      ],
      [
        'qq13.br',
        ['Clube Náutico Araçá'],
        '<h1>Política de Privacidade</h1><p>A sua privacidade é importante para nós. É política do Clube Náutico Araçá respeitar a sua privacidade em relação a qualquer informação.</p>',
        'privacy',
      ],
      [
        'qq24.se',
        ['Garnboden Sverige AB'],
        '<h1>Köpvillkor</h1><p>Denna webbplats drivs av Garnboden Sverige AB, 556123-4567. Betalning sker via Klarna Bank AB.</p>',
        'terms',
      ],
    ],
    'a Russian company before its short name is read with its quotation marks': [
      [
        'vv7.ru',
        ['ООО «Тихий берег»'],
        '<h1>Оферта</h1><p>Настоящий документ является предложением ООО «Тихий берег» (далее – Продавец).</p>',
        'terms',
      ],
      [
        'vv8.ru',
        ['АО «Северный путь»'],
        '<h1>Соглашение</h1><p>Соглашение заключается с АО «Северный путь» (далее – Компания).</p>',
        'terms',
      ],
      [
        'vv9.ru',
        ['Общество с ограниченной ответственностью «Белый кит»'],
        '<h1>Соглашение</h1><p>Услуги оказывает Общество с ограниченной ответственностью «Белый кит» (далее – Исполнитель).</p>',
        'terms',
      ],
      [
        'qq40.ru',
        ['ООО «Книжный ряд»'],
        '<h1>Политика конфиденциальности</h1><p>Настоящая политика составлена в соответствии с требованиями закона и определяет порядок обработки персональных данных ООО «Книжный ряд» (далее – Оператор).</p>',
        'privacy',
      ],
    ],
    'a service that the site uses names nobody': [
      [
        'vv10.nl',
        [],
        '<h1>Cookies</h1><p>Deze site gebruikt Google Analytics van Google Ireland Limited. Derden plaatsen cookies.</p>',
        'privacy',
      ],
      [
        'vv11.de',
        [],
        '<h1>Datenschutz</h1><p>Unsere Website verwendet Kartendienste der Mapora Geo GmbH.</p>',
        'privacy',
      ],
      [
        'vv12.com',
        [],
        '<h1>Privacy</h1><p>The site uses Chatterly, a service of Chatterly Labs, Inc. Our partners include Admarket Europe Ltd.</p>',
        'privacy',
      ],
      [
        'vv13.se',
        [],
        '<h1>Cookies</h1><p>Webbplatsen använder statistik från Mätverket AB.</p>',
        'privacy',
      ],
      [
        'vv14.com',
        [],
        '<h1>About</h1><p>We partner with Northgear Outfitters, Inc. on river days.</p>',
        'about',
      ],
      [
        'qq51.com',
        [],
        '<h1>Privacy policy</h1><p>We respect your privacy. The site uses Google Analytics, a service provided by Google LLC, 1600 Amphitheatre Parkway. You can opt out.</p>',
        'privacy',
      ],
      [
        'qq52.de',
        [],
        '<h1>Datenschutz</h1><p>Wir nutzen Google Fonts der Google Ireland Limited, Gordon House, Barrow Street, Dublin 4. Hosting: IONOS SE, Elgendorfer Str. 57, 56410 Montabaur.</p>',
        'privacy',
      ],
      [
        'qq53.fr',
        [],
        '<h1>Cookies</h1><p>Ce site utilise Matomo. La CNIL, 3 place de Fontenoy, 75007 Paris, est l’autorité de contrôle. Hébergeur : OVH SAS, 2 rue Kellermann, 59100 Roubaix.</p>',
        'privacy',
      ],
      [
        'qq54.es',
        [],
        '<h1>Cookies</h1><p>Utilizamos cookies de terceros: Google LLC, Meta Platforms Ireland Ltd. Puede reclamar ante la Agencia Española de Protección de Datos, C/ Jorge Juan 6, 28001 Madrid.</p>',
        'privacy',
      ],
      [
        'qq55.pl',
        [],
        '<h1>Cookies</h1><p>Masz prawo wnieść skargę do Prezesa Urzędu Ochrony Danych Osobowych, ul. Stawki 2, 00-193 Warszawa. Korzystamy z Google Analytics firmy Google Ireland Limited.</p>',
        'privacy',
      ],
      [
        'qq56.it',
        [],
        '<h1>Cookie</h1><p>Il sito utilizza Google Maps, un servizio di Google Ireland Limited. Reclamo al Garante per la protezione dei dati personali, Piazza Venezia 11, 00187 Roma.</p>',
        'privacy',
      ],
      [
        'qq57.com',
        [],
        '<h1>Terms</h1><p>Any dispute shall be settled by the International Chamber of Commerce, 33 Avenue du Président Wilson, Paris. Visa and Mastercard accepted.</p>',
        'terms',
      ],
      [
        'qq29.no',
        ['Stiftelsen Fjordmuseet'],
        '<h1>Personvernerklæring</h1><p>Stiftelsen Fjordmuseet er behandlingsansvarlig for virksomhetens behandling av personopplysninger. Nettsiden er utviklet av Imaker AS.</p>',
        'privacy',
      ],
    ],
    'the party behind words about the use of this site is read': [
      [
        'vv15.com',
        ['Bramblecote Toys Ltd'],
        '<h1>Terms</h1><p>By using this website you enter into a contract with Bramblecote Toys Ltd.</p>',
        'terms',
      ],
      [
        'vv16.fr',
        ['Ombrelle Bleue SAS'],
        '<h1>CGU</h1><p>En utilisant ce site, vous acceptez les conditions de la société Ombrelle Bleue SAS.</p>',
        'terms',
      ],
    ],
    'the agency behind the name of the site names nobody': [
      [
        'vv17.no',
        ['Lom Snekkeri'],
        '<footer><p>© 2024 Lom Snekkeri. Utviklet av Kodehuset</p></footer>',
        'home',
      ],
      [
        'vv18.dk',
        ['Fynbo Keramik'],
        '<footer><p>© 2024 Fynbo Keramik. Hjemmesiden er lavet af Webhuset ApS</p></footer>',
        'home',
      ],
      [
        'vv19.es',
        ['Academia Faro'],
        '<footer><p>Academia Faro © 2024. Web desarrollada por Pixelia S.L.</p></footer>',
        'home',
      ],
      [
        'vv20.ro',
        ['Clinica Sorin'],
        '<footer><p>© 2024 Clinica Sorin. Realizat de WebPro SRL</p></footer>',
        'home',
      ],
      [
        'vv21.cz',
        ['Hostinec Pod Lesem'],
        '<footer><p>© 2024 Hostinec Pod Lesem. Vytvořeno v Galerka s.r.o.</p></footer>',
        'home',
      ],
      [
        'vv22.pt',
        ['Termas do Vale'],
        '<footer><p>© 2024 Termas do Vale. Página desenvolvida por Bitline Lda.</p></footer>',
        'home',
      ],
    ],
    'a name whose second word is small goes on to its legal form behind a comma': [
      [
        'kk2.cz',
        ['Malá knihovna, z.s.'],
        '<footer><p>Malá knihovna, z.s., Dolní 3, 602 00 Brno</p></footer>',
        'home',
      ],
      [
        'kk3.cz',
        ['Pražské loutkové divadlo, o.p.s.'],
        '<footer><p>Provozovatel: Pražské loutkové divadlo, o.p.s.</p></footer>',
        'home',
      ],
      [
        'kk4.de',
        ['Werkstatt für junge kunst, gGmbH'],
        '<footer><p>Werkstatt für junge kunst, gGmbH<br>Hafenstr. 2<br>20457 Hamburg</p></footer>',
        'home',
      ],
      [
        'kk5.es',
        ['Talleres del valle alto, S.L.'],
        '<footer><p>© 2024 Talleres del valle alto, S.L.</p></footer>',
        'home',
      ],
      [
        'kk6.fr',
        ['Jardins de la petite vallée, SARL'],
        '<footer><p>Jardins de la petite vallée, SARL au capital de 5 000 €</p></footer>',
        'home',
      ],
      [
        'kk7.it',
        ['Casa della musica antica, S.r.l.'],
        '<footer><p>© Casa della musica antica, S.r.l.</p></footer>',
        'home',
      ],
    ],
  }

describe.each(Object.entries(KINDS))('%s', (_, rows) => {
  test.each(rows)('%s', (domain, operators, html, role) => {
    expect(
      faultOf({ title: domain, domain, operators, html, role }, answerOf({ domain, html, role })),
    ).toBeNull()
  })
})
