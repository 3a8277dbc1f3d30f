import { organization, type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'numbers and amounts of a company are no name': [
    [
      'belventocantina.it',
      ['Cantina Belvento'],
      '<footer><p>R.E.A. di Torino n. 998877 - Capitale sociale € 50.000,00 - Tutti i diritti riservati</p></footer>',
      organization('Cantina Belvento'),
    ],
    [
      'lacave-morel.fr',
      ['Cave Morel'],
      '<footer><p>SAS au capital de 40 000 € - RCS Lyon B 812 345 678 - Tous droits réservés</p></footer>',
      organization('Cave Morel'),
    ],
    [
      'aceitesolivar.es',
      ['Aceites Olivar'],
      '<footer><p>Registro Mercantil de Sevilla, tomo 123, folio 45 - Capital social 60.000 € - Todos los derechos reservados</p></footer>',
      organization('Aceites Olivar'),
    ],
    [
      'piekarniajezyk.pl',
      ['Piekarnia Jeżyk'],
      '<footer><p>NIP: 5270103391 - Kapitał zakładowy 50 000 zł - Wszelkie prawa zastrzeżone</p></footer>',
      organization('Piekarnia Jeżyk'),
    ],
    [
      'fietsenvanoord.nl',
      ['Fietsen van Oord'],
      '<footer><p>KvK Utrecht 30112233 - BTW NL812345678B01 - Alle rechten voorbehouden</p></footer>',
      organization('Fietsen van Oord'),
    ],
    [
      'padariafarol.pt',
      ['Padaria Farol'],
      '<footer><p>Contribuinte n.º 501234567 - Capital social 5.000 € - Todos os direitos reservados</p></footer>',
      organization('Padaria Farol'),
    ],
    [
      'kupferschmiede-ulm.de',
      ['Kupferschmiede Ulm'],
      '<footer><p>Amtsgericht Ulm HRB 12345 - Stammkapital 25.000 EUR - Alle Rechte vorbehalten</p></footer>',
      organization('Kupferschmiede Ulm'),
    ],
    [
      'cafeterialoma.co',
      ['Cafetería Loma'],
      '<footer><p>© 2024 Cafetería Loma | Nit:900123456-7 | hola@cafeterialoma.co</p></footer>',
    ],
  ],
  'a name may hold a number, an amount or the word of a register': [
    ['eineuroladen.de', ['1 Euro Laden'], '<footer>© 2024 1 Euro Laden</footer>'],
    ['sixftswan.com', ['6 Ft Swan'], '<footer>© 2024 6 Ft Swan</footer>'],
    ['studio4711.de', ['Studio 4711'], '<footer>© Studio 4711</footer>'],
    ['capitalsocialclub.com', ['Capital Social Club'], '<footer>© Capital Social Club</footer>'],
    [
      'amtsgericht-lindau-muster.de',
      ['Amtsgericht Lindau'],
      '<footer>© Amtsgericht Lindau</footer>',
    ],
    ['reacouture.it', ['Rea Couture'], '<footer>© 2020 Rea Couture</footer>'],
    ['ricosuave.com', ['Ico Suave 77'], '<footer>© 2020 Ico Suave 77</footer>'],
  ],
  'words that begin like the label of a number are no label': [
    [
      'kraeuterhof-lind.de',
      ['Kräuterhof Lind'],
      '<footer><p>Gutschein einlösen</p><p>© Kräuterhof Lind</p></footer>',
    ],
    [
      'tierarzt-ohlsen.de',
      ['Tierarzt Ohlsen'],
      '<footer><p>Rezept einreichen</p><p>© Tierarzt Ohlsen</p></footer>',
    ],
    [
      'fastenhof-berg.de',
      ['Fastenhof Berg'],
      '<footer><p>Gesund abnehmen</p><p>© Fastenhof Berg</p></footer>',
    ],
    [
      'hautsache.org',
      ['Hautsache Verein'],
      '<footer><p>Skin acne guide</p><p>© Hautsache Verein</p></footer>',
    ],
    [
      'wolfram-lampy.pl',
      ['Wolfram Lampy'],
      '<footer><p>Zmiana ustawień plików</p><p>© Wolfram Lampy</p></footer>',
    ],
    ['fjellhytta.no', ['Fjellhytta'], '<footer><p>Årlig regnskap</p><p>© Fjellhytta</p></footer>'],
    [
      'segurosbahia.es',
      ['Seguros Bahía'],
      '<footer><p>Cuentas cifradas</p><p>© Seguros Bahía</p></footer>',
    ],
    [
      'tvatteriet.se',
      ['Tvätteriet Öst'],
      '<footer><p>Flytande tvagning</p><p>© Tvätteriet Öst</p></footer>',
    ],
  ],
  'a town, a street or a code of an address is no name': [
    [
      'millhaven-dental.com',
      ['Millhaven Dental'],
      '<footer><p>Okanee, MI 48864</p><p>Millhaven Dental</p></footer>',
    ],
    [
      'harborlight.org',
      ['Harborlight Trust'],
      '<footer><p>3rd FL, New York, NY 10005</p><p>© Harborlight Trust</p></footer>',
    ],
    [
      'fjordbakeriet.no',
      ['Fjordbakeriet'],
      '<footer><p>Solsvingen 12, 1337 Sandvika</p><p>© Fjordbakeriet</p></footer>',
    ],
    [
      'weinhof-thaler.it',
      ['Weinhof Thaler'],
      '<footer><p>Oberdorf 2, I-39020 Kastelbell</p><p>© Weinhof Thaler</p></footer>',
    ],
    [
      'restaurant-kobe.nl',
      ['Restaurant Kobe'],
      '<footer><p>5611 AB Eindhoven</p><p>© Restaurant Kobe</p></footer>',
    ],
    [
      'salon-vera.cz',
      ['Salon Vera'],
      '<footer><p>Lipová 7, 602 00 Brno</p><p>© Salon Vera</p></footer>',
    ],
  ],
  'a street without its number is no name': [
    [
      'teahouse-linden.co.uk',
      ['Linden Teahouse'],
      '<footer><p>Mill Row, Oxbury OX1 1AA</p><p>© Linden Teahouse</p></footer>',
    ],
    [
      'abbeybooks.co.uk',
      ['Abbey Books'],
      '<footer><p>Market St, Oxbury OX1 3ZZ, UK</p><p>© Abbey Books</p></footer>',
    ],
    [
      'gruppo-fonti.it',
      ['Gruppo Fonti'],
      '<footer><p>Via 5 Maggio, 81, 16147 Genova</p><p>© Gruppo Fonti</p></footer>',
    ],
    [
      'backhaus-emmer.de',
      ['Backhaus Emmer'],
      '<footer><p>Lindenallee, 80331 München</p><p>© Backhaus Emmer</p></footer>',
    ],
    [
      'lakeshore-yoga.com',
      ['Lakeshore Yoga'],
      '<footer><p>Chicago, IL 60601, USA</p><p>© Lakeshore Yoga</p></footer>',
    ],
    [
      'libreria-sol.es',
      ['Librería Sol'],
      '<footer><p>Calle Mayor, 28013 Madrid</p><p>© Librería Sol</p></footer>',
    ],
    [
      'fleurs-ivoire.fr',
      ['Fleurs Ivoire'],
      '<footer><p>Rue de la Paix, 75002 Paris</p><p>© Fleurs Ivoire</p></footer>',
    ],
  ],
}

testPages(KINDS)
