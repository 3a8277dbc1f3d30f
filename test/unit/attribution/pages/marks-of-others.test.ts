import { type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'a trademark sentence about another name than the one of the site names nobody': [
    [
      'modshelf.net',
      [],
      '<footer><p>Orbit and the Orbit logo are registered trademarks of Halvard Systems, Inc.</p></footer>',
    ],
    [
      'ersatzteile-huber.de',
      [],
      '<footer><p>Brava ist eine eingetragene Marke der Brava Motoren GmbH. Wir stehen in keiner Verbindung.</p></footer>',
    ],
    [
      'piecesvelo.fr',
      [],
      '<footer><p>Cyclor et le logo Cyclor sont des marques déposées de Cyclor International SAS</p></footer>',
    ],
    [
      'recambiosjerez.es',
      [],
      '<footer><p>Motrax y Motrax Pro son marcas registradas de Motrax Ibérica S.L.</p></footer>',
    ],
    [
      'ricambiauto77.it',
      [],
      '<footer><p>Tutti i marchi, tra cui Velar, sono marchi registrati di Velar Italia S.p.A.</p></footer>',
    ],
    [
      'onderdelenshop.nl',
      [],
      '<footer><p>Trapix en het Trapix-logo zijn geregistreerde handelsmerken van Trapix Nederland B.V.</p></footer>',
    ],
    [
      'czesci24.pl',
      [],
      '<footer><p>Nazwa Dorvin jest zastrzeżonym znakiem towarowym firmy Dorvin Polska Sp. z o.o.</p></footer>',
    ],
    [
      'fanquiz.io',
      [],
      '<footer><p>Quizzical Kids® is a trademark of Toymill Holdings Ltd. This site is not affiliated with Toymill.</p></footer>',
    ],
    [
      'minecrafty.gg',
      [],
      '<footer><p>Not affiliated with Mojang AB. Blockheim is a trademark of Blockheim Synergies AB</p></footer>',
    ],
    [
      'fizzlepop.com',
      ['Fizzlepop Drinks Ltd'],
      '<footer><p>Fizzlepop is a registered trademark of Fizzlepop Drinks Ltd</p></footer>',
    ],
  ],
  'the theme of a blog does not belong to its name': [
    [
      'bakewithlori.com',
      ['Bake With Lori'],
      '<footer><p>© 2024 Bake With Lori on the Brunch Pro Theme</p></footer>',
    ],
    [
      'cuisinedemarthe.fr',
      ['La Cuisine de Marthe'],
      '<footer><p>© 2024 La Cuisine de Marthe avec le thème Savory</p></footer>',
    ],
    [
      'reisefieber-blog.de',
      ['Reisefieber Blog'],
      '<footer><p>© 2024 Reisefieber Blog mit dem Astra-Theme</p></footer>',
    ],
    [
      'viajandoleve.com.br',
      ['Viajando Leve'],
      '<footer><p>© 2024 Viajando Leve com o tema Astra</p></footer>',
    ],
    [
      'dulcesdecarmen.es',
      ['Dulces de Carmen'],
      '<footer><p>© 2024 Dulces de Carmen con el tema Kadence</p></footer>',
    ],
    [
      'hikingwithdot.com',
      ['Hiking With Dot'],
      '<footer><p>© 2024 Hiking With Dot using the Neve template</p></footer>',
    ],
  ],
  'the holder of a picture is not the holder of the site': [
    [
      'galeriecorbin.com',
      ['Galerie Corbin'],
      '<footer><p>Header image: Lea Strand, Dunes, 1988. © Lea Strand Estate</p><p>© 2024 Galerie Corbin</p></footer>',
    ],
    [
      'kunstverein-eich.de',
      ['Kunstverein Eich'],
      '<footer><p>Titelbild: Ohne Titel, Öl auf Leinwand, 1961. © Nachlass Otto Behrens</p><p>Kunstverein Eich</p></footer>',
    ],
    [
      'festival-ombre.fr',
      ['Festival Ombre'],
      '<footer><p>Photo : Marche de nuit. © Collection Duras-Lemoine</p><p>Festival Ombre</p></footer>',
    ],
    [
      'teatro-alba.it',
      ['Teatro Alba'],
      '<footer><p>Foto: scena da "Notte". © Agenzia Lume</p><p>Teatro Alba</p></footer>',
    ],
    [
      'hotel-krone-see.de',
      ['Hotel Krone am See'],
      '<footer><p>Fotos: Jana Wolf. © 2024 Hotel Krone am See</p></footer>',
    ],
  ],
  'an invitation to open a forum of the same program names nobody': [
    [
      'perruches-forum.fr',
      [],
      '<footer><p><a href="https://www.foroactivo.com/">Créer un forum</a> | © <a href="https://www.foroactivo.com/phpbb">phpBB</a> | <a href="https://www.foroactivo.com/abuse">Signaler un abus</a></p></footer>',
    ],
    [
      'keramikforum.de',
      [],
      '<footer><p><a href="https://www.forumo.example.com/">Forum kostenlos erstellen</a> | © <a href="https://www.forumo.example.com/bb">nodeBB</a></p></footer>',
    ],
    [
      'foroloros.es',
      [],
      '<footer><p><a href="https://www.foroactivo.com/">Crear un foro</a> | © <a href="https://www.foroactivo.com/phpbb">phpBB</a> | <a href="https://www.foroactivo.com/x">Foro gratis</a></p></footer>',
    ],
  ],
  'a name with a small first letter in a link is a name of its own': [
    [
      'meinefirma-x.de',
      ['kupferkessel'],
      '<footer><p>© <a href="/">kupferkessel</a> <a href="/x">Impressum</a></p></footer>',
    ],
  ],
}

testPages(KINDS)
