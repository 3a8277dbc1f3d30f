import { type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'a town or a slogan behind the year does not outweigh the name before the sign': [
    ['chaletrosine.fr', ['Chalet Rosine'], '<footer><p>Chalet Rosine © 2024 | Megève</p></footer>'],
    [
      'tenutamora.it',
      ['Tenuta Mora'],
      '<footer><p>Tenuta Mora © 2024 - Colli Euganei</p></footer>',
    ],
    [
      'ateljehav.se',
      ['Ateljé Hav'],
      '<footer><p>Ateljé Hav © 2019–2024 • Visby Gotland</p></footer>',
    ],
    [
      'quesosmonte.es',
      ['Quesos del Monte'],
      '<footer><p>Quesos del Monte © 2024 | Hecho en Asturias</p></footer>',
    ],
    [
      'masia-oliva.es',
      ['Masia Oliva'],
      '<footer><p>Masia Oliva © 2024 | Reservas: 977 12 34 56 | Tarragona</p></footer>',
    ],
    [
      'auberge-du-lac.ca',
      ['Auberge du Lac'],
      '<footer><p>Auberge du Lac © 2024 | Réservations : 418 555-0100</p></footer>',
    ],
    [
      'pensiunea-brad.ro',
      ['Pensiunea Brad'],
      '<footer><p>Pensiunea Brad © 2024 | Rezervări: 0744 123 456 | Vatra Dornei</p></footer>',
    ],
  ],
  'a holder behind the year and a border is found': [
    [
      'brouwerijzwaan.nl',
      ['Brouwerij de Zwaan'],
      '<footer><p>© 2024 | Brouwerij de Zwaan | Leiden</p></footer>',
    ],
    [
      'paginaquince.bo',
      ['paginaquince.bo'],
      '<footer><p>Oruro, Bolivia // Copyright 2022 · www.paginaquince.bo</p></footer>',
    ],
    [
      'postillo.it',
      ['Postillo Editore'],
      '<footer><p>Verona / Copyright 2022 · Postillo Editore</p></footer>',
    ],
    [
      'gasthof-adler.at',
      ['Gasthof Adler'],
      '<footer><p>Copyright © 2024 | Gasthof Adler</p></footer>',
    ],
  ],
}

testPages(KINDS, { withScraps: true })
