export type Language = 'de' | 'en' | 'es' | 'fr' | 'it' | 'nl' | 'pl' | 'sv'

export interface Party {
  legal: string
  brand: string
  language: Language
  street: string
  place: string
  register: string
  /** Null for a company without a web site. */
  domain: string | null
}

const party = (
  language: Language,
  legal: string,
  brand: string,
  [street, place]: readonly [street: string, place: string],
  register: string,
  domain: string | null = null,
): Party => ({ legal, brand, language, street, place, register, domain })

/** Invented companies. Each has its own domain with a site in the simulated internet. */
export const KNOWN = {
  aldecoa: party(
    'es',
    'Conservas Aldecoa S.L.',
    'Conservas Aldecoa',
    ['Calle del Puerto 18', '48370 Bermeo'],
    'B95500217',
    'conservas-aldecoa.com',
  ),
  castelrovo: party(
    'it',
    'Castelrovo Alimentari S.p.A.',
    'Castelrovo',
    ['Via dei Mulini 7', '43121 Parma'],
    '02715530346',
    'castelrovo.com',
  ),
  dornheck: party(
    'de',
    'Dornheck Messtechnik GmbH',
    'Dornheck Messtechnik',
    ['Am Eichwald 22', '34123 Kassel'],
    'HRB 17342',
    'dornheck-messtechnik.com',
  ),
  hauteval: party(
    'fr',
    'Brasserie Hauteval SAS',
    'Brasserie Hauteval',
    ['12 rue du Moulin', '59300 Valenciennes'],
    '512 884 307',
    'brasserie-hauteval.fr',
  ),
  ostvallen: party(
    'sv',
    'Ostvallen Försäkring AB',
    'Ostvallen',
    ['Strandvägen 31', '803 20 Gävle'],
    '556212-9047',
    'ostvallen.com',
  ),
  pemberwick: party(
    'en',
    'Pemberwick Savings Bank plc',
    'Pemberwick Savings Bank',
    ['4 Corn Exchange', 'Shrewsbury SY1 1HP'],
    '02984417',
    'pemberwick.com',
  ),
  vandersloot: party(
    'nl',
    'Vandersloot Kwekerijen B.V.',
    'Vandersloot Kwekerijen',
    ['Bloemendreef 60', '2161 LK Lisse'],
    '34182906',
    'vandersloot-kwekerijen.nl',
  ),
  zamorski: party(
    'pl',
    'Browar Zamorski sp. z o.o.',
    'Browar Zamorski',
    ['ul. Chmielna 40', '22-400 Zamość'],
    'KRS 0000418823',
    'browar-zamorski.com',
  ),
} as const satisfies Record<string, Party>

/**
 * Invented companies without a domain of their own, so nothing distinguishes a copy of their
 * imprint from a true imprint.
 */
export const UNKNOWN = {
  branduzzi: party(
    'it',
    'Officina Branduzzi S.r.l.',
    'Officina Branduzzi',
    ['Via Carducci 3', '55049 Viareggio'],
    '01987760463',
  ),
  everdonk: party(
    'nl',
    'Slagerij Everdonk B.V.',
    'Slagerij Everdonk',
    ['Marktplein 5', '7201 Zutphen'],
    '08114562',
  ),
  golebnik: party(
    'pl',
    'Piekarnia Gołębnik sp. z o.o.',
    'Piekarnia Gołębnik',
    ['ul. Młynarska 9', '63-400 Ostrów'],
    'KRS 0000527190',
  ),
  hollerbach: party(
    'de',
    'Hollerbach Feinmechanik GmbH',
    'Hollerbach Feinmechanik',
    ['Uferstraße 14', '78532 Tuttlingen'],
    'HRB 450921',
  ),
  norrkulla: party(
    'sv',
    'Norrkulla Snickeri AB',
    'Norrkulla Snickeri',
    ['Sågvägen 8', '841 31 Ånge'],
    '556903-4418',
  ),
  thrapwell: party(
    'en',
    'Thrapwell Joinery Ltd',
    'Thrapwell Joinery',
    ['Unit 6, Mill Yard', 'Oundle PE8 4AB'],
    '07713305',
  ),
  urriaga: party(
    'es',
    'Talleres Urriaga S.L.',
    'Talleres Urriaga',
    ['Polígono Larre 11', '31620 Huarte'],
    'B31884420',
  ),
  vauclaire: party(
    'fr',
    'Boulangerie Vauclaire SARL',
    'Boulangerie Vauclaire',
    ['3 place du Marché', '25290 Ornans'],
    '438 217 905',
  ),
} as const satisfies Record<string, Party>

/**
 * Real brands. In these tests they are only imitated and never operate a site. Addresses and
 * numbers are invented.
 */
export const FAMOUS = {
  allegro: party(
    'pl',
    'Allegro sp. z o.o.',
    'Allegro',
    ['ul. Przykładowa 1', '60-001 Poznań'],
    'KRS 0000000001',
    'allegro.pl',
  ),
  booking: party(
    'nl',
    'Booking.com B.V.',
    'Booking.com',
    ['Voorbeeldkade 1', '1000 AA Amsterdam'],
    '00000001',
    'booking.com',
  ),
  correos: party(
    'es',
    'Correos y Telégrafos S.A.',
    'Correos',
    ['Calle Ejemplo 1', '28001 Madrid'],
    'A00000001',
    'correos.es',
  ),
  dhl: party('de', 'DHL Paket GmbH', 'DHL', ['Musterstraße 1', '53113 Bonn'], 'HRB 1', 'dhl.de'),
  google: party(
    'en',
    'Google LLC',
    'Google',
    ['1 Sample Way', 'Mountain View, CA 94043'],
    '1',
    'google.com',
  ),
  intesa: party(
    'it',
    'Intesa Sanpaolo S.p.A.',
    'Intesa Sanpaolo',
    ['Piazza Esempio 1', '10121 Torino'],
    '00000000001',
    'intesasanpaolo.com',
  ),
  ionos: party(
    'de',
    'IONOS SE',
    'IONOS',
    ['Musterallee 1', '56410 Montabaur'],
    'HRB 2',
    'ionos.de',
  ),
  klarna: party(
    'sv',
    'Klarna Bank AB',
    'Klarna',
    ['Exempelgatan 1', '111 34 Stockholm'],
    '556000-0001',
    'klarna.com',
  ),
  microsoft: party(
    'en',
    'Microsoft Corporation',
    'Microsoft',
    ['2 Sample Way', 'Redmond, WA 98052'],
    '2',
    'microsoft.com',
  ),
  netflix: party(
    'en',
    'Netflix, Inc.',
    'Netflix',
    ['3 Sample Way', 'Los Gatos, CA 95032'],
    '3',
    'netflix.com',
  ),
  postnl: party(
    'nl',
    'PostNL N.V.',
    'PostNL',
    ['Voorbeeldweg 2', '2500 AA Den Haag'],
    '00000002',
    'postnl.nl',
  ),
  revolut: party(
    'en',
    'Revolut Ltd',
    'Revolut',
    ['4 Sample Way', 'London E14 4HD'],
    '4',
    'revolut.com',
  ),
} as const satisfies Record<string, Party>

/** A party that really operates the site, so it is not a victim. */
export const operator = (language: Language, legal: string, brand = legal): Party =>
  party(language, legal, brand, OWN_ADDRESSES[language], OWN_NUMBERS[language])

const OWN_ADDRESSES: Readonly<Record<Language, readonly [string, string]>> = {
  de: ['Lindenweg 3', '37073 Göttingen'],
  en: ['19 Bridge Street', 'Hexham NE46 3NU'],
  es: ['Avenida del Río 27', '26001 Logroño'],
  fr: ['8 quai des Bateliers', '67000 Strasbourg'],
  it: ['Corso Roma 15', '13100 Vercelli'],
  nl: ['Havenstraat 12', '8601 Sneek'],
  pl: ['ul. Lipowa 2', '15-424 Białystok'],
  sv: ['Kyrkogatan 5', '621 56 Visby'],
}

const OWN_NUMBERS: Readonly<Record<Language, string>> = {
  de: 'HRB 205518',
  en: '10447282',
  es: 'B26771093',
  fr: '823 019 446',
  it: '02440980029',
  nl: '01176340',
  pl: 'KRS 0000702215',
  sv: '559101-7736',
}
