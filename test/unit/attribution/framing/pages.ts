import type { Language, Party } from './parties.ts'

export type Pages = Readonly<Record<string, string>>

interface PageOptions {
  language?: Language
  head?: string
}

export const page = (
  title: string,
  body: string,
  { language = 'en', head = '' }: PageOptions = {},
): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`

const GOODS: Readonly<Record<Language, readonly string[]>> = {
  de: [
    'Jede Woche treffen neue Stücke ein, und der Versand dauert höchstens drei Tage.',
    'Alle Preise verstehen sich mit Steuer, und eine Rückgabe ist einen Monat lang möglich.',
    'Bei Fragen zu Größe, Farbe oder Lieferung hilft der Bereich mit Antworten weiter.',
  ],
  en: [
    'New pieces arrive every week and leave the warehouse within three days.',
    'Prices include tax, and anything can be sent back for a month after delivery.',
    'Questions about sizes, colours or delivery are answered in the help section.',
  ],
  es: [
    'Cada semana llegan piezas nuevas y salen del almacén en tres días.',
    'Los precios incluyen impuestos y se admiten devoluciones durante un mes.',
    'Las dudas sobre tallas, colores o entregas se resuelven en la sección de ayuda.',
  ],
  fr: [
    'De nouvelles pièces arrivent chaque semaine et partent sous trois jours.',
    'Les prix comprennent la taxe et les retours sont acceptés pendant un mois.',
    'Les questions de taille, de couleur ou de livraison trouvent réponse dans la rubrique aide.',
  ],
  it: [
    'Ogni settimana arrivano pezzi nuovi, spediti entro tre giorni.',
    'I prezzi comprendono le imposte e i resi sono accettati per un mese.',
    'Le domande su taglie, colori o consegne trovano risposta nella sezione di aiuto.',
  ],
  nl: [
    'Elke week komen er nieuwe stukken binnen, die binnen drie dagen vertrekken.',
    'De prijzen zijn met belasting, en terugsturen kan een maand lang.',
    'Vragen over maten, kleuren of bezorging worden in de rubriek hulp beantwoord.',
  ],
  pl: [
    'Co tydzień przyjeżdżają nowe rzeczy, a wysyłka trwa najwyżej trzy dni.',
    'Ceny zawierają podatek, a zwrot jest możliwy przez miesiąc.',
    'Pytania o rozmiary, kolory i dostawę wyjaśnia dział pomocy.',
  ],
  sv: [
    'Nya varor kommer varje vecka och skickas inom tre dagar.',
    'Priserna är med skatt, och det går att lämna tillbaka i en månad.',
    'Frågor om storlek, färg eller leverans besvaras under rubriken hjälp.',
  ],
}

/** A text about goods that names nobody. It is long enough not to look like a parked page. */
export const goods = (language: Language = 'en'): string =>
  Array.from(
    { length: 5 },
    () => `<p>${[...GOODS[language], ...GOODS[language]].join(' ')}</p>`,
  ).join('')

interface LegalPages {
  imprint: readonly [path: string, title: string]
  privacy: readonly [path: string, title: string]
}

const LEGAL_PAGES: Readonly<Record<Language, LegalPages>> = {
  de: { imprint: ['/impressum', 'Impressum'], privacy: ['/datenschutz', 'Datenschutzerklärung'] },
  en: {
    imprint: ['/legal-notice', 'Legal notice'],
    privacy: ['/privacy-policy', 'Privacy policy'],
  },
  es: {
    imprint: ['/aviso-legal', 'Aviso legal'],
    privacy: ['/privacidad', 'Política de privacidad'],
  },
  fr: {
    imprint: ['/mentions-legales', 'Mentions légales'],
    privacy: ['/confidentialite', 'Politique de confidentialité'],
  },
  it: {
    imprint: ['/note-legali', 'Note legali'],
    privacy: ['/informativa-privacy', 'Informativa sulla privacy'],
  },
  nl: { imprint: ['/colofon', 'Colofon'], privacy: ['/privacyverklaring', 'Privacyverklaring'] },
  pl: {
    imprint: ['/nota-prawna', 'Nota prawna'],
    privacy: ['/polityka-prywatnosci', 'Polityka prywatności'],
  },
  sv: {
    imprint: ['/om-webbplatsen', 'Om webbplatsen'],
    privacy: ['/integritetspolicy', 'Integritetspolicy'],
  },
}

export function statement({ language, legal }: Party): string {
  const sentences: Readonly<Record<Language, string>> = {
    de: `Betreiber dieser Website ist die ${legal}.`,
    en: `This website is operated by ${legal}.`,
    es: `El titular de este sitio web es ${legal}.`,
    fr: `Ce site est édité par ${legal}.`,
    it: `Questo sito è gestito da ${legal}.`,
    nl: `Deze website wordt beheerd door ${legal}.`,
    pl: `Właścicielem serwisu jest ${legal}.`,
    sv: `Webbplatsen drivs av ${legal}.`,
  }
  return sentences[language]
}

function controller({ language, legal, street, place }: Party): string {
  const address = `${legal}, ${street}, ${place}`
  const sentences: Readonly<Record<Language, string>> = {
    de: `Verantwortlicher im Sinne der DSGVO ist: ${address}.`,
    en: `The data controller for this website is ${address}.`,
    es: `El responsable del tratamiento de los datos es ${address}.`,
    fr: `Le responsable du traitement des données est ${address}.`,
    it: `Il titolare del trattamento dei dati è ${address}.`,
    nl: `De verwerkingsverantwoordelijke is ${address}.`,
    pl: `Administratorem danych osobowych jest ${address}.`,
    sv: `Personuppgiftsansvarig är ${address}.`,
  }
  return sentences[language]
}

const NUMBER_LABEL: Readonly<Record<Language, string>> = {
  de: 'Handelsregister',
  en: 'Company number',
  es: 'CIF',
  fr: 'RCS',
  it: 'P. IVA',
  nl: 'KvK',
  pl: 'Rejestr',
  sv: 'Org.nr',
}

const RIGHTS: Readonly<Record<Language, string>> = {
  de: 'Alle Rechte vorbehalten.',
  en: 'All rights reserved.',
  es: 'Todos los derechos reservados.',
  fr: 'Tous droits réservés.',
  it: 'Tutti i diritti riservati.',
  nl: 'Alle rechten voorbehouden.',
  pl: 'Wszelkie prawa zastrzeżone.',
  sv: 'Alla rättigheter förbehållna.',
}

/** `contact` is markup that follows the address, for example an e-mail address. */
export const imprintText = (party: Party, contact = ''): string =>
  `<p>${statement(party)}</p><p>${party.legal}<br>${party.street}<br>${party.place}</p>` +
  `<p>${NUMBER_LABEL[party.language]}: ${party.register}</p>${contact}`

export const rights = ({ language, legal }: Party): string =>
  `© 2013–2026 ${legal}. ${RIGHTS[language]}`

export const footer = (party: Party): string => `<footer><p>${rights(party)}</p></footer>`

export const jsonLd = (value: Record<string, unknown>): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`

export const organization = (party: Party, more: Record<string, unknown> = {}): string =>
  jsonLd({ '@type': 'Organization', name: party.brand, legalName: party.legal, ...more })

export function legalLinks({ language }: Party): string {
  const { imprint, privacy } = LEGAL_PAGES[language]
  return `<p><a href="${imprint[0]}">${imprint[1]}</a> <a href="${privacy[0]}">${privacy[1]}</a></p>`
}

export function imprintPage(party: Party, contact = ''): Pages {
  const [path, title] = LEGAL_PAGES[party.language].imprint
  return {
    [path]: page(title, `<h1>${title}</h1>${imprintText(party, contact)}`, {
      language: party.language,
    }),
  }
}

export function privacyPage(party: Party): Pages {
  const [path, title] = LEGAL_PAGES[party.language].privacy
  return {
    [path]: page(title, `<h1>${title}</h1><p>${controller(party)}</p>`, {
      language: party.language,
    }),
  }
}

interface SiteOptions {
  title?: string
  head?: string
  /** Markup between the text about goods and the links to the legal pages. */
  body?: string
  contact?: string
  /** Last element of the home page, as markup. Default: the copyright line of the party. */
  foot?: string
}

/**
 * A site as the party itself would publish it. In these tests an attacker often publishes a copy of
 * it.
 */
export function wholeSite(party: Party, options: SiteOptions = {}): Pages {
  const {
    title = party.brand,
    head = organization(party),
    body = '',
    contact = '',
    foot = footer(party),
  } = options
  const content = `<h1>${title}</h1>${goods(party.language)}${body}${legalLinks(party)}${foot}`
  return {
    '/': page(title, content, { language: party.language, head }),
    ...imprintPage(party, contact),
    ...privacyPage(party),
  }
}

export const shop = (title: string, options: PageOptions & { body?: string } = {}): Pages => ({
  '/': page(title, `<h1>${title}</h1>${goods(options.language)}${options.body ?? ''}`, options),
})

export const shopWithImprint = (title: string, party: Party, contact = ''): Pages => ({
  ...shop(title, { language: party.language, body: legalLinks(party) }),
  ...imprintPage(party, contact),
})

export const mailAt = (domain: string | null): string =>
  `<p><a href="mailto:info@${domain}">info@${domain}</a></p>`
