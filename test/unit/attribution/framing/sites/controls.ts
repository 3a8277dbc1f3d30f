import {
  footer,
  goods,
  imprintText,
  jsonLd,
  legalLinks,
  mailAt,
  organization,
  page,
  rights,
  wholeSite,
} from '../pages.ts'
import { KNOWN, operator } from '../parties.ts'
import { type FramingSite, registrantOf, sitesOf } from '../site.ts'

const control = sitesOf('control')
const { castelrovo, dornheck, ostvallen, vandersloot } = KNOWN

const workshop = operator('de', 'Sattlerei Imgrund GmbH', 'Sattlerei Imgrund')
const creamery = operator('fr', 'Fromagerie Pélissier SARL', 'Fromagerie Pélissier')
const insurer = operator('sv', 'Ostvallen Liv AB', 'Ostvallen Liv')
const rowers = operator('de', 'Ruderverein Obersee e.V.')
const blogger = operator('sv', 'Ylva Bergendorff')
const shoes = operator('es', 'Zapatería Larrondo S.L.', 'Zapatería Larrondo')
const potter = operator('nl', 'Pottenbakkerij Aldershof B.V.', 'Pottenbakkerij Aldershof')
const mills = operator('en', 'Corriebank Woollen Mill Ltd', 'Corriebank Woollen Mill')
const printers = operator('pl', 'Drukarnia Wiśniowski sp. z o.o.', 'Drukarnia Wiśniowski')
const dealer = operator('de', 'Autohaus Brüggenkamp GmbH', 'Autohaus Brüggenkamp')
const reseller = operator('it', 'Elettrocasa Frigerio S.r.l.', 'Elettrocasa Frigerio')

const REVIEWS =
  '<section class="reviews" itemscope itemtype="https://schema.org/Product"><h2>Opiniones</h2>' +
  '<div itemprop="review" itemscope itemtype="https://schema.org/Review"><p itemprop="reviewBody">Las botas llegaron ' +
  'en dos días y son muy cómodas.</p><span itemprop="author">Nerea</span></div></section>'

const COMMENTS =
  '<article><h2>Sommar vid kusten</h2><p>Vi cyklade i fyra dagar längs havet och sov i tält.</p></article>' +
  '<section id="comments"><h3>Kommentarer</h3><ol class="comment-list"><li class="comment">Vilken fin tur! / Moa</li>' +
  '<li class="comment">Var ligger campingen? / Henrik</li></ol></section>'

const MENU =
  '<style>@media (max-width:600px){.wide-menu{display:none}}@media (min-width:601px){.small-menu{display:none}}</style>' +
  '<div class="wide-menu"><a href="/oferta">Oferta</a></div><div class="small-menu"><a href="/oferta">Oferta</a></div>'

/** Honest sites. The answer must name their operator. */
export const controls: readonly FramingSite[] = [
  control({
    domain: 'sattlerei-imgrund.com',
    operator: workshop,
    ageDays: 1_400,
    pages: wholeSite(workshop),
  }),
  control({
    domain: 'fromagerie-pelissier.com',
    operator: creamery,
    ageDays: 800,
    pages: wholeSite(creamery, {
      contact: mailAt('fromagerie-pelissier.com'),
      foot: `<footer>${rights(creamery)}</footer>`,
    }),
  }),
  // The main site of this company does not mention `dornheck-sensorik.com`. The next entry is the
  // same case.
  control({
    domain: 'dornheck-sensorik.com',
    operator: dornheck,
    ageDays: 1_900,
    pages: wholeSite(dornheck, {
      title: 'Sensoren von Dornheck',
      contact: mailAt('dornheck-messtechnik.com'),
    }),
  }),
  control({
    domain: 'lissebloembollen.com',
    operator: vandersloot,
    ageDays: 1_100,
    pages: wholeSite(vandersloot, {
      title: 'Bloembollen uit Lisse',
      contact: mailAt('vandersloot-kwekerijen.nl'),
    }),
  }),
  control({
    domain: 'pastificio-belcanto.com',
    operator: castelrovo,
    ageDays: 1_600,
    pages: wholeSite(castelrovo, {
      title: 'Pastificio Belcanto',
      head: '',
      contact: mailAt('castelrovo.com'),
    }),
  }),
  control({
    domain: 'ostvallen-liv.com',
    operator: insurer,
    ageDays: 2_300,
    pages: wholeSite(insurer, {
      head: organization(insurer, {
        parentOrganization: { '@type': 'Organization', name: ostvallen.legal },
      }),
      body: `<p>Ostvallen Liv AB är ett dotterbolag till ${ostvallen.legal}.</p>`,
    }),
  }),
  control({
    domain: 'ruderverein-obersee.org',
    operator: rowers,
    ageDays: 4_800,
    pages: wholeSite(rowers, { head: jsonLd({ '@type': 'SportsClub', name: rowers.legal }) }),
  }),
  control({
    domain: 'ylvabergendorff.com',
    operator: blogger,
    ageDays: 2_100,
    pages: {
      '/': page(
        'Ylva Bergendorff – resor och cyklar',
        `<h1>Ylva Bergendorff</h1><p>Jag heter Ylva Bergendorff och skriver om resor.</p>${COMMENTS}${goods('sv')}` +
          `${legalLinks(blogger)}<footer>© 2026 Ylva Bergendorff</footer>`,
        { language: 'sv', head: jsonLd({ '@type': 'Person', name: blogger.legal }) },
      ),
      '/om-webbplatsen': page('Om webbplatsen', `<h1>Om webbplatsen</h1>${imprintText(blogger)}`, {
        language: 'sv',
      }),
    },
  }),
  control({
    domain: 'zapaterialarrondo.com',
    operator: shoes,
    ageDays: 1_250,
    pages: wholeSite(shoes, { body: REVIEWS, contact: mailAt('zapaterialarrondo.com') }),
  }),
  control({
    domain: 'pottenbakkerij-aldershof.pages.dev',
    under: 'pages.dev',
    operator: potter,
    ageDays: 2_500,
    pages: wholeSite(potter),
  }),
  control({
    domain: 'corriebank.com',
    operator: mills,
    ageDays: 9_200,
    registrar: 'fasthosts',
    registrant: registrantOf(mills, { country: 'GB' }),
    pages: {
      ...wholeSite(mills, {
        body: '<p><a href="/about">About us</a> <a href="/contact">Contact</a></p>',
      }),
      '/about': page(
        'About us',
        `<h1>About us</h1><p>Corriebank Woollen Mill Ltd has woven tweed since 1921.</p>${footer(mills)}`,
      ),
      '/contact': page(
        'Contact',
        `<h1>Contact</h1><p>${mills.legal}, ${mills.street}, ${mills.place}</p>${footer(mills)}`,
      ),
    },
  }),
  control({
    domain: 'drukarniawisniowski.com',
    operator: printers,
    ageDays: 950,
    pages: wholeSite(printers, {
      body: `${MENU}<details><summary>Nota prawna</summary>${imprintText(printers)}</details>`,
    }),
  }),
  control({
    domain: 'audi-brueggenkamp.com',
    operator: dealer,
    ageDays: 1_700,
    pages: wholeSite(dealer, { title: 'Autohaus Brüggenkamp – Ihr Audi Partner in Göttingen' }),
  }),
  control({
    domain: 'assistenza-dyson-vercelli.com',
    operator: reseller,
    ageDays: 620,
    pages: wholeSite(reseller, {
      title: 'Assistenza Dyson a Vercelli',
      body: '<p>Non siamo affiliati a Dyson.</p>',
    }),
  }),
]
