import { organization, type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'a country, a sauce and a title are no party of a sentence': [
    [
      'copperkite.com',
      ['Copper Kite'],
      '<p>Copper Kite Free Download English (US) Windows</p><footer>© Copper Kite</footer>',
    ],
    [
      'pelikanapp.org',
      ['Pelikan Project'],
      '<footer><p>English (US)</p><p>Español (US)</p><p>© Pelikan Project</p></footer>',
    ],
    [
      'wokandpan.com',
      ['Wok and Pan'],
      '<h2>Garlic & Soy Pork Ribs</h2><h2>Sesame Soy Noodle Bowl</h2><footer>© Wok and Pan</footer>',
    ],
    [
      'celebgazette.net',
      ['Celeb Gazette'],
      '<h2>Secrets From Her Book I’m Glad Winter Ended</h2><footer>© Celeb Gazette</footer>',
    ],
    [
      'mealswithjo.com',
      ['Meals With Jo'],
      '<p>I love food. I am an Exercise Scientist turned cook.</p><footer>© Meals With Jo</footer>',
    ],
    [
      'nutrimara.com',
      ['Mara Feld'],
      '<p>Hi! I’m Mara Feld and I’m not a regular dietitian, I teach Intuitive Eating.</p>',
    ],
    ['lucia-retratos.es', ['Lucía Ferrer'], '<p>Hola, soy Lucía Ferrer, fotógrafa en Gijón.</p>'],
  ],
  'a sentence about all contents is no holder': [
    [
      'avisen-nord.dk',
      ['Nordavis A/S'],
      '<footer><p>© Alt materiale på denne side er omfattet af gældende lov om ophavsret.</p></footer>',
      organization('Nordavis A/S'),
    ],
    [
      'tidning-ost.se',
      ['Östblad AB'],
      '<footer><p>© Allt innehåll på denna sida är skyddat enligt upphovsrättslagen.</p></footer>',
      organization('Östblad AB'),
    ],
    [
      'courrier-loire.fr',
      ['Loire Presse SA'],
      '<footer><p>© Tous les textes et images de ce site appartiennent à leurs auteurs respectifs.</p></footer>',
      organization('Loire Presse SA'),
    ],
    [
      'diario-sierra.es',
      ['Sierra Prensa SL'],
      '<footer><p>© Todos los textos y fotos de esta página pertenecen a sus autores y al diario.</p></footer>',
      organization('Sierra Prensa SL'),
    ],
    [
      'gazzettalago.it',
      ['Lago Media Srl'],
      '<footer><p>© Tutti i testi e le immagini di questo sito appartengono ai rispettivi autori.</p></footer>',
      organization('Lago Media Srl'),
    ],
    [
      'heideblatt.de',
      ['Heideblatt Verlag GmbH'],
      '<footer><p>© Alle hier gezeigten Texte und Bilder gehören ihren jeweiligen Urhebern und Verlagen.</p></footer>',
      organization('Heideblatt Verlag GmbH'),
    ],
    [
      'dagblad-west.nl',
      ['Westblad BV'],
      '<footer><p>© Alle teksten en beelden op deze pagina behoren toe aan de redactie en de makers.</p></footer>',
      organization('Westblad BV'),
    ],
  ],
  'a name in capitals may begin like a sentence': [
    [
      'allsaints-millhaven.org',
      ['All Saints Parish Church of the Holy Trinity Millhaven'],
      '<footer>© 2024 All Saints Parish Church of the Holy Trinity Millhaven</footer>',
    ],
    ['whatkayak.com', ['What Kayak'], '<footer><p>What Kayak</p><p>© 2025</p></footer>'],
    ['toutpourlevelo.fr', ['Tout pour le vélo'], '<footer>© Tout pour le vélo</footer>'],
    ['wasserundwein.de', ['Was Wein'], '<footer><p>Was Wein</p><p>© 2025</p></footer>'],
  ],
  'the maker of an add-on is no operator': [
    [
      'forum-cerrito.com',
      ['Forum Cerrito'],
      '<footer><p>Foro add-ons by Wandigo™ ©2014 Wandigo Enterprises Ltd.</p><p>Forum Cerrito</p></footer>',
      organization('Forum Cerrito'),
    ],
    [
      'spielwiese24.net',
      ['Spielwiese'],
      '<footer><p>Search Engine Optimization by vBoost 3.6.1 ©2011, Crawlweb, Inc.</p></footer>',
      organization('Spielwiese'),
    ],
    [
      'clubvela.it',
      ['Club Vela'],
      '<footer><p>Addon gallery by Fotolux ® © 2012 Fotolux LLC.</p></footer>',
      organization('Club Vela'),
    ],
    [
      'angelforum.at',
      ['Angelforum'],
      '<footer><p>Style by Themenwelt © 2015 Themenwelt GmbH</p></footer>',
      organization('Angelforum'),
    ],
    [
      'motokolo.pl',
      ['Motokolo'],
      '<footer><p>Chat plugin by Rozmowy © 2016 Rozmowy Software</p><p>© Motokolo</p></footer>',
      organization('Motokolo'),
    ],
    [
      'linseed-photo.com',
      ['Ada Linseed'],
      '<footer><p>Portraits by Ada Linseed © 2019 Ada Linseed</p></footer>',
    ],
  ],
  'the parent of a brand in capital letters and small ones': [
    [
      'wrenlook.com',
      ['Wrenlook', 'Norvale'],
      '<footer><p>© 2014 Wrenlook | A Norvale Company</p></footer>',
    ],
    [
      'tidepool-maps.com',
      ['Tidepool Maps', 'Garrick'],
      '<footer><p>Tidepool Maps - A Garrick Brand</p><p>© 2020 Tidepool Maps</p></footer>',
    ],
    [
      'modele-11.fr',
      ['Kelma'],
      '<p>Le site modele-11.fr est édité par Kelma, Société par Actions Simplifiée au capital de 20 000 EUROS immatriculée au RCS de Bordeaux sous le numéro 812 345 678.</p>',
    ],
    [
      'elan-velo.fr',
      ['Cycles Durand'],
      '<p>Ce site est édité par Cycles Durand, société par actions simplifiée unipersonnelle au capital de 5 000 euros.</p>',
    ],
    [
      'mistvale.ai',
      ['Mistvale AI'],
      '<p>Mistvale AI is a French company incorporated in Paris.</p><footer>© 2025 Mistvale AI</footer>',
    ],
    [
      'grainloft.com',
      ['Grainloft'],
      '<p>Grainloft is a Delaware corporation.</p><p>The hotel is a Tier 4 property.</p><footer>© Grainloft</footer>',
    ],
    [
      'ravensend.com.au',
      ['Ravensend Pty. Ltd.', 'Ravensend Pty Ltd'],
      '<footer>© 2000 – 2015 Ravensend Pty. Ltd.</footer>',
    ],
    [
      'kilang-hijau.my',
      ['Kilang Hijau Sdn. Bhd.'],
      '<footer>© 2021 Kilang Hijau Sdn. Bhd. All rights reserved.</footer>',
    ],
  ],
  'the last word of a name is kept': [
    ['ferrisoft.com', ['Ferris Software'], '<footer>© 2020 Ferris Software</footer>'],
    [
      'harrow-parts.com',
      ['Harrow Parts'],
      '<footer>Copyright 2019 Harrow Parts. All rights reserved.</footer>',
    ],
    ['pinelineicons.com', ['Pineline Icons'], '<footer>© Pineline Icons</footer>'],
    ['werkhof-design.de', ['Werkhof Design'], '<footer>© 2021 Werkhof Design</footer>'],
    ['mosaic-themes.net', ['Mosaic Theme'], '<footer>© 2021 Mosaic Theme</footer>'],
    ['studio-tema.it', ['Studio Tema'], '<footer>© 2021 Studio Tema</footer>'],
  ],
  'filing numbers, menus and questions beside a notice are no name': [
    [
      'qingshan-art.cn',
      ['青山艺术中心'],
      '<footer><p>Copyright © 2016 青山艺术中心 宁ICP备16000187号-1</p></footer>',
    ],
    [
      'haifeng-news.cn',
      ['海风新闻'],
      '<footer><p>海风新闻 版权所有 | 沪ICP证：沪B2-20170116 | 京ICP证010042号</p></footer>',
    ],
    [
      'oldeka.com.au',
      ['Oldeka'],
      '<footer><p><a href="/a">Awards</a> <a href="/b">Data Protection</a> <a href="/c">Social Media Terms</a> <a href="/d">Oldeka Gift Cards</a> © 2024 by Oldeka</p></footer>',
    ],
    [
      'matglede.no',
      ['Matglede'],
      '<footer><p>Hvordan bruker vi KI</p><p>© 2025</p><p>Matglede</p></footer>',
    ],
    [
      'wiesenkost.de',
      ['Wiesenkost'],
      '<footer><p>Wie wir arbeiten</p><p>© 2025</p><p>Wiesenkost</p></footer>',
    ],
    [
      'icefare.is',
      ['Icefare'],
      '<footer><p>©1999-2016 Icefare. All rights reserved. Company ID-number: 461202-3490 VAT number: 77630</p></footer>',
    ],
  ],
  'an entry of a menu in a line of rights is no name': [
    [
      'cucina-rovere.it',
      ['Cucina Rovere'],
      '<footer><p>Tutti i diritti riservati - Privacy - Informativa Cookie completa - Gestione Cookies - Lic. SIAE n. 4653/I/908</p></footer>',
      organization('Cucina Rovere'),
    ],
    [
      'bergladen.ch',
      ['Bergladen'],
      '<footer><p>© Bergladen - Cookie-Einstellungen - Unser Impressum - Alle Rechte vorbehalten</p></footer>',
    ],
    [
      'maison-tilleul.fr',
      ['Maison Tilleul'],
      '<footer><p>Tous droits réservés - Nos mentions légales - Gestion des cookies</p></footer>',
      organization('Maison Tilleul'),
    ],
    [
      'casa-olmo.es',
      ['Casa Olmo'],
      '<footer><p>Todos los derechos reservados | Configurar cookies | Nuestro aviso legal</p></footer>',
      organization('Casa Olmo'),
    ],
    ['larshus.dk', ['Larshus'], '<footer><p>© Larshus. Læs om reglerne her</p></footer>'],
    [
      'hofladen-eich.de',
      ['Hofladen Eich'],
      '<footer><p>© Hofladen Eich. Mehr über unsere Ziele lesen Sie hier</p></footer>',
    ],
  ],
  'a word of a credit may begin the name of the holder': [
    ['webdesign-kork.de', ['Webdesign Kork'], '<footer>© 2015 Webdesign Kork</footer>'],
    [
      'technikmuseum-lind.de',
      ['Technik Museum Lind'],
      '<footer>© 2024 Technik Museum Lind</footer>',
    ],
    ['layoutlab.com', ['Layout Lab'], '<footer>Copyright © Layout Lab</footer>'],
    [
      'millashus.nl',
      ['Millashus'],
      '<footer>Millashus.nl © 2015 — 2024 | <a href="https://lampe-ontwerp.nl/">Webdesign Lampe Ontwerp</a></footer>',
      organization('Millashus'),
    ],
    [
      'fietsclub-drie.nl',
      ['Fietsclub Drie'],
      '<footer>© 2020 Fietsclub Drie | Realisatie <a href="https://lampe-ontwerp.nl/">Lampe</a></footer>',
    ],
    [
      'baeckerei-lott.de',
      ['Bäckerei Lott'],
      '<footer>© 2020 Bäckerei Lott · Technik Kortmann</footer>',
    ],
  ],
  'the end of a name is no name': [
    [
      'saboresdamata.com.br',
      ['Damata Brasil'],
      '<footer><p>Copyright © 2020 Damata Brasil</p><p>Ind. e Com. Ltda. - Todos os direitos reservados</p></footer>',
    ],
    [
      'quickfern.com',
      ['Quickfern'],
      '<footer><p>© 2020 Quickfern</p><p>Inc. All rights reserved.</p></footer>',
    ],
    [
      'fabbrica-luce.it',
      ['Fabbrica Luce'],
      '<footer><p>© 2020 Fabbrica Luce</p><p>S.r.l. - Tutti i diritti riservati</p></footer>',
    ],
    [
      'mueller-licht.de',
      ['Müller Licht'],
      '<footer><p>© 2020 Müller Licht</p><p>GmbH - Alle Rechte vorbehalten</p></footer>',
    ],
  ],
  'a work and its own notice name nobody': [
    [
      'strickstube.info',
      [],
      '<ul><li>Zopfmuster (© 1988 Wollwerk Hafen)</li><li>Noppenmütze (© 1991 Nadelblatt)</li></ul>',
    ],
    [
      'patternshelf.net',
      [],
      '<p>Aran sweater (© 1988 Millhaven Wool)</p><p>Bobble hat (Copyright 1991 Thread Quarterly)</p>',
    ],
    ['vecchicanti.it', [], '<p>Canto del lago (© 1974 Edizioni Ronco)</p>'],
    ['kiepskikino.pl', [], '<p>Rower nad rzeką (© 1982 Studio Błysk)</p>'],
    ['larchwood.co.uk', ['Larchwood Ltd'], '<footer>Larchwood Ltd (© 2024)</footer>'],
    ['brisa-viva.es', ['Brisa Viva'], '<footer>Brisa Viva (© 2012-2024)</footer>'],
  ],
  'the maker of a template and those who drew a map run no site': [
    [
      'notasdoporto.com.br',
      [],
      '<footer>© 2015-2023 Modelo Maresia, criado por Estúdio Vento</footer>',
    ],
    ['dagbokenmin.se', [], '<footer>© Temat Enkel</footer>'],
    ['blogcik.pl', [], '<footer>© 2020 Szablon Prosty</footer>'],
    ['rozhledny-list.cz', [], '<p>© přispěvatelé VolnáMapa</p>'],
    ['wanderkarte24.de', [], '<p>© Mitwirkende von FreieKarte</p>'],
    ['sentiers-carte.fr', [], '<p>© les contributeurs LibreCarte</p>'],
    ['trailpins.org', [], '<p>© OpenTrail contributors</p>'],
  ],
}

testPages(KINDS)
