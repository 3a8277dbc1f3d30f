import { imprintText, jsonLd, rights, shop, statement, wholeSite } from '../pages.ts'
import { KNOWN, operator, type Party, UNKNOWN } from '../parties.ts'
import { type FramingSite, sitesOf } from '../site.ts'

const site = sitesOf("visitor's text")
const { dornheck, hauteval, pemberwick } = KNOWN
const { branduzzi, everdonk, golebnik, norrkulla, urriaga } = UNKNOWN

/** Text of a visitor's comment. It claims that `party` operates the site. */
const claim = (party: Party): string => `<p>${statement(party)}</p><p>${rights(party)}</p>`

const florist = operator('de', 'Gärtnerei Wolkenhauer GmbH', 'Gärtnerei Wolkenhauer')
const guide = operator('es', 'Rutas Arbelaitz S.L.', 'Rutas Arbelaitz')
const hotel = operator('fr', 'Hôtel des Verniers SARL', 'Hôtel des Verniers')
const workshop = operator('it', 'Ciclofficina Marengo S.r.l.', 'Ciclofficina Marengo')
const recipes = operator('nl', 'Kookschool Terwisscha B.V.', 'Kookschool Terwisscha')
const hall = operator('en', 'Saltergate Climbing Ltd', 'Saltergate Climbing')

/**
 * Sites with comments of visitors. A site with an `operator` has an imprint of its own; a site
 * without one has none.
 */
export const visitorsText: readonly FramingSite[] = [
  site({
    domain: 'gaertnerei-wolkenhauer.com',
    victims: [dornheck],
    operator: florist,
    ageDays: 1_800,
    pages: wholeSite(florist, {
      body:
        '<section itemscope itemtype="https://schema.org/Product"><h2>Rosen</h2><div itemprop="review" itemscope ' +
        `itemtype="https://schema.org/Review"><div itemprop="reviewBody">${claim(dornheck)}</div></div></section>`,
    }),
  }),
  site({
    domain: 'rutasarbelaitz.com',
    victims: [urriaga],
    operator: guide,
    ageDays: 1_500,
    pages: wholeSite(guide, {
      body: `<h3>2 comentarios</h3><ol class="comment-list"><li id="comment-2">${claim(urriaga)}</li></ol>`,
    }),
  }),
  site({
    domain: 'hotel-des-verniers.com',
    victims: [hauteval],
    operator: hotel,
    ageDays: 2_600,
    pages: wholeSite(hotel, {
      body:
        '<section class="temoignages testimonials"><h2>Avis</h2>' +
        `<div class="card">${claim(hauteval)}<p>Lucie, mai</p></div></section>`,
    }),
  }),
  site({
    domain: 'ciclofficina-marengo.com',
    victims: [branduzzi],
    operator: workshop,
    ageDays: 1_150,
    pages: wholeSite(workshop, {
      body:
        '<div itemscope itemtype="https://schema.org/QAPage"><h2>Domande</h2><div itemprop="suggestedAnswer" itemscope ' +
        'itemtype="https://schema.org/Answer"><div itemprop="text">' +
        `${imprintText(branduzzi)}<p>${rights(branduzzi)}</p></div></div></div>`,
    }),
  }),
  site({
    domain: 'kookschool-terwisscha.com',
    victims: [everdonk],
    operator: recipes,
    ageDays: 1_350,
    pages: wholeSite(recipes, {
      body:
        '<div id="reacties"><h3>Reacties</h3><div class="reactie"><strong>Bram</strong>' +
        `<p>${statement(everdonk)}</p><small>${rights(everdonk)}</small></div></div>`,
    }),
  }),
  site({
    domain: 'saltergate-climbing.com',
    victims: [pemberwick],
    operator: hall,
    ageDays: 1_900,
    pages: wholeSite(hall, {
      head: jsonLd({
        '@type': 'SportsActivityLocation',
        name: hall.brand,
        legalName: hall.legal,
        review: {
          '@type': 'Review',
          author: { '@type': 'Organization', name: pemberwick.brand, legalName: pemberwick.legal },
          reviewBody: statement(pemberwick),
        },
      }),
    }),
  }),
  site({
    domain: 'fiskeforum-norr.com',
    victims: [norrkulla],
    ageDays: 2_900,
    pages: shop('Fiskeforum', {
      language: 'sv',
      body:
        '<div id="thread"><div class="post" id="p1204"><div class="post-author">Gädda77</div>' +
        `<div class="post-content">${claim(norrkulla)}</div></div></div>`,
    }),
  }),
  site({
    domain: 'wspomnienia-z-gor.com',
    victims: [golebnik],
    ageDays: 3_200,
    pages: shop('Wspomnienia z gór', {
      language: 'pl',
      body: `<h2>Księga gości</h2><dl class="guestbook"><dt>Marta, 3 maja</dt><dd>${claim(golebnik)}</dd></dl>`,
    }),
  }),
  site({
    domain: 'salon-de-la-lecture.com',
    victims: [hauteval],
    ageDays: 1_700,
    pages: shop('Salon de la lecture', {
      language: 'fr',
      body: `<ul id="avis"><li data-user="817"><b>jeanne_m</b>${claim(hauteval)}</li></ul>`,
    }),
  }),
]
