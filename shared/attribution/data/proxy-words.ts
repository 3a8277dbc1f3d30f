/**
 * Words in the names of privacy services, in lower case without accents. A final * marks a stem.
 */
export const PROXY_WORDS = {
  /** A company whose name ends with one of them sells privacy itself. */
  privacy: 'privacy proxy proxies anonymizer anonymiser anonymize anonymise anonymizers',
  hiding: `anon anonym* mask masks masked masker masking hide hides hider hiders hidden hiding cloak* conceal* obscur* veil* shroud*
    stealth incognito undisclosed datenschutz privacidad privacidade confidentialite prywatnosc`,
  /** Words that hide a domain or a name, but describe a bank of private customers too. */
  private: 'private secret invisible discreet unlisted',
  guarding:
    'protec* schutz guard guards guardian guardians guarded shield shields shielded trustee trustees',
  keeping: 'safe secure secured vault keeper keepers cover screen curtain agent blocker',
  /** Words before which a name is that of a product or person: "Brand Name Guard Ltd". */
  naming: 'brand brands trade family first pet',
  /** Things that only a privacy service for domains hides. */
  domain:
    'domain domains whois registration registrations registrant registrants domaine domaines dominio dominios domini domein domeinen domena domeny',
  name: 'name names id ids',
  person: 'identity data contact contacts customer customers owner owners personal email',
  /** Words that may stand between a hiding word and the thing, or behind both. */
  linking: 'my your our the a by of for to all and de del do da di du van',
  service: `service services provider providers customer customers desk hub link links plus pro online direct hero center centre
    administrator admin user fbo c o registrar registry holder hosting internet account`,
  /** Trades: a company with such a word at the end advises, makes or publishes something. */
  trade: `consulting consultants consultancy consultant advisory advisors advisers solutions tools software productions production
    commission commissioner law legal firm lawyers partners partnership academy training institute association council research
    media news magazine analytics labs laboratory technologies technology tech systems engineering design studio studios
    compliance audit auditors office authority agency international information society alliance coalition forum university
    college school publishing press books games films pictures records music board supervisor ombudsman experts professionals events
    education foundation stichting trust ventures capital holdings insurance security beratung consulenza conseil conseils asesores asesoria advies
    advocaten rechtsanwalte radgivning konsult konsulting doradztwo network project rights clinic journal review conference`,
} as const
