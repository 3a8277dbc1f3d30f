/**
 * Words that announce who answers for a site, in the languages read here. Each is a part of a regular expression, matched without
 * regard to case, and used as a label ("Betreiber: …", a table's first cell) or as a heading over a block.
 */

const either = (...words: string[]): string => `(?:${words.join('|')})`

const OF_SITE =
  "(?:\\s+(?:of|dieser|der|des|unserer|du|de la|de|del|di|van|do|da|deste|questo|this|the|ce|cette|este|esta|la|le|el|il|deze|o|a|présent)\\s+[\\p{L} ’'-]{2,40})?"

/** The operator's name or role, as imprints and disclosure tables label it. */
const OPERATOR_WORDS = either(
  '(?:legal |registered |full |official )?(?:company|business|entity|trading|organi[sz]ation|corporate) name',
  'legal entity',
  'legal name',
  '(?:site |website |web site )?(?:operator|owner|publisher)',
  '(?:website|site|owned|operated|published) (?:owner|by|and operated by)',
  'service provider \\(imprint\\)',
  'betreiber(?:in)?',
  'seitenbetreiber(?:in)?',
  '(?:dienste)?anbieter(?:in)?',
  'herausgeber(?:in)?',
  '(?:firma|firmenname|firmenbezeichnung|unternehmen|unternehmensname|medieninhaber(?:in)?|inhaber(?:in)?|verleger(?:in)?)',
  "(?:propriétaire|éditeur|editeur|raison sociale|dénomination(?: sociale)?|société éditrice|exploitant|nom de (?:la société|l[’']entreprise))",
  '(?:titular|razón social|denominación(?: social)?|nombre comercial|propietario|empresa|responsable|editor)',
  '(?:proprietario|ragione sociale|denominazione(?: sociale)?|editore|gestore|titolare)',
  '(?:bedrijfsnaam|statutaire naam|handelsnaam|eigenaar|uitgever|ondernemer|naam (?:onderneming|ondernemer|bedrijf)|onderneming)',
  '(?:razão social|denominação social|proprietário|entidade|nome empresarial|empresa responsável)',
  '(?:företag(?:snamn)?|bolag(?:snamn)?|organisation|firmanamn|virksomhed|firmanavn|foretak|selskap|utgiver)',
  '(?:yritys|toiminimi|ylläpitäjä|provozovatel|název společnosti|obchodní firma|právnická osoba|prevádzkovateľ)',
  '(?:właściciel|nazwa firmy|operator serwisu|wydawca|üzemeltető|cégnév|denumire(?: societate)?|unvan(?:ı)?|ticaret unvanı|şirket unvanı)',
  '(?:(?:rechts|schul)träger|satıcı|sprzedawca|predávajúci|prodávající|eladó|vânzător|prodavatelj|izdavač|издатель|продавец|оператор сайта|владелец сайта|администрация сайта|продавець|власник)',
  '(?:название компании|наименование|полное наименование|владелец|юридическое лицо|правообладатель|назва)',
)
/** The controller of personal data (GDPR art. 4 no. 7 and its kin). */
const CONTROLLER_WORDS = either(
  'data controller',
  'controller(?: of (?:your )?(?:personal )?data)?',
  'verantwortliche[rn]?(?: stelle)?',
  'verantwortlich im sinne',
  'responsable (?:du|de|del) (?:traitement|tratamiento)(?: de(?:s|\\slos)? (?:données|datos)(?: personnelles| personales)?)?',
  'titolare(?: del trattamento)(?: dei dati)?(?: personali)?',
  'verwerkingsverantwoordelijke',
  '(?:responsável|controlador)(?: pelo tratamento| dos dados| de dados)?(?: de dados| dos dados)?(?: pessoais)?',
  'administrator(?:em)? danych(?: osobowych)?',
  'personuppgiftsansvarig',
  'dataansvarlig',
  'behandlingsansvarlig',
  'rekisterinpitäjä',
  'správce(?: osobních údajů)?',
  'adatkezelő',
  'operator de date',
  'veri sorumlusu',
)
/** Japanese, Chinese and Korean labels stand without a colon as often as with one. */
const UNSPACED_OPERATOR_WORDS = either(
  '会社名',
  '商号',
  '社名',
  '法人名',
  '企業名',
  '団体名',
  '運営会社',
  '運営者',
  '運営団体',
  '運営法人',
  'サイト運営者',
  '販売業者(?:名)?',
  '販売者',
  '事業者(?:名|の名称)?',
  '販売事業者(?:名)?',
  '名称',
  '屋号',
  '発行元',
  '公司名称',
  '公司名稱',
  '主办单位',
  '運營商',
  '상호(?:명)?(?: 및 (?:호스팅 서비스 제공|대표자?|대표이사))?(?:\\s?\\(법인명\\))?(?![\\p{Script=Hangul}]|\\s및)',
  '사업자명',
  '업체명',
  '기관명',
  '운영사',
  '운영자(?:명)?',
  '판매자',
  '회사명',
  '법인명',
)
const UNSPACED_CONTROLLER_WORDS = either('個人情報取扱事業者', '個人情報(?:の)?管理者', '個人情報保護管理者')

const pattern = (source: string): RegExp => new RegExp(source, 'iu')
const NUMBERED =
  '(?:(?:§|art(?:icle|ikel|ículo|icolo)?\\.?)?\\s{0,2}\\d{1,2}(?:\\.\\d{1,2})?[.)]?\\s{0,3}(?:[–—-]\\s{0,2})?)?'

/** One label may give several roles and the law that asks for it: "Medieninhaber, Herausgeber und Verleger (§ 25 MedienG)". */
const OPERATOR_ROLES = `${OPERATOR_WORDS}(?:\\s{0,2}(?:,|/|&|\\b(?:und|and|et|y|e|en|og|och|i)\\b)\\s{0,2}${OPERATOR_WORDS}){0,2}${OF_SITE}(?:\\s?\\([^()]{2,40}\\))?`

/** A whole cell or line that is such a label. */
export const OPERATOR_LABEL = pattern(`^${NUMBERED}(?:${OPERATOR_ROLES}|${UNSPACED_OPERATOR_WORDS})\\s{0,3}[:：]?$`)
export const CONTROLLER_LABEL = pattern(
  `^${NUMBERED}(?:${CONTROLLER_WORDS}|${UNSPACED_CONTROLLER_WORDS})\\s{0,3}[:：]?$`,
)

/** A label with its value behind it in the same line. The name follows the match. */
export const OPERATOR_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${OPERATOR_ROLES}\\s{0,3}[:：]|${UNSPACED_OPERATOR_WORDS}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)
export const CONTROLLER_INLINE = pattern(
  `(?:^|[|•·;.\\n]\\s{0,2}|[–—]\\s)${NUMBERED}(?:${CONTROLLER_WORDS}\\s{0,3}[:：]|${UNSPACED_CONTROLLER_WORDS}\\s{0,3}[:：\\s])\\s{0,3}(?=\\S)`,
)

/** Headings and lead-ins over the block that names the operator. */
export const IMPRINT_ANNOUNCEMENT = pattern(
  `^${NUMBERED}${either(
    'impressum',
    'imprint',
    'site notice',
    'legal (?:notice|disclosure|information|details|entity)',
    'angaben gem(?:äß|ä[sß]|aess)',
    'anbieterkennzeichnung',
    '(?:dienste)?anbieter',
    '(?:seiten)?betreiber',
    'medieninhaber',
    'herausgeber',
    '(?:verantwortlich|responsible) (?:for|für) (?:den |the )?(?:inhalt|content|website|diese)',
    'mentions légales',
    'éditeur',
    'editeur',
    'éditorial',
    'identification',
    'informations? légales?',
    'aviso legal',
    'datos identificativos',
    'datos (?:del|de la) (?:titular|empresa)',
    'información legal',
    'titular(?:idad)?',
    'identificaci[óo]n',
    'note legali',
    'informazioni legali',
    'dati (?:societari|aziendali|legali)',
    'colofon',
    'identiteit',
    'bedrijfsgegevens',
    'wettelijke vermeldingen',
    'identifica(?:ção|ção da empresa)',
    'informações legais',
    'company (?:information|details|data|profile)',
    'registered (?:office|address|details)',
    'who we are',
    'über uns',
    'wer wir sind',
    'qui sommes-nous',
    'quiénes somos',
    'chi siamo',
    'wie zijn wij',
    'quem somos',
    'om (?:oss|os)',
    'kolofon',
    'redaktion',
    'tiedot',
    '会社概要',
    '運営会社',
    '会社情報',
    '企業情報',
    '特定商取引法',
    '法人概要',
  )}`,
)
export const CONTROLLER_ANNOUNCEMENT = pattern(
  `^${NUMBERED}(?:(?:name und (?:anschrift|kontaktdaten) (?:des|der) |the |your |who is (?:the|your) |wer ist (?:der )?|our |qui est (?:le )?|quién es (?:el )?|chi è (?:il )?|wie is de )?${CONTROLLER_WORDS}|${UNSPACED_CONTROLLER_WORDS})`,
)
export const CONTACT_ANNOUNCEMENT = pattern(
  `^${NUMBERED}${either('(?:how to )?contact(?: us| details| information)?', 'kontakt(?:daten)?', 'anschrift', 'postanschrift', 'nous contacter', 'contact(?:o|ez-nous)', 'contatti', 'contactgegevens', 'contato', 'postal address', 'our address', 'address', 'yhteystiedot', 'kontaktoplysninger', 'お問い合わせ(?:先|窓口)?')}\\s{0,3}[:：]?$`,
)

/** Headings over what concerns somebody else: hosts, makers, processors, authorities. */
export const OTHER_PARTY = pattern(
  `(?:${either(
    'host(?:ing|er|ed)?\\b',
    'hébergeu?r',
    'hébergement',
    'alojamiento',
    'hospedagem',
    'provider',
    'processor',
    'auftragsverarbeit',
    'sous-traitant',
    'encargad',
    'responsabili? (?:esterni|del trattamento)',
    'verwerkers',
    'recipients',
    'empfänger',
    'third part',
    'dienstleister',
    'data protection officer',
    '\\bdpo\\b',
    'datenschutzbeauftragt',
    'délégué à la protection',
    'delegado de protecci',
    'responsabile della protezione',
    'functionaris',
    'encarregado',
    'aufsichtsbehörde',
    'supervisory authority',
    'cnil',
    'ombudsman',
    'streitschlichtung',
    'streitbeilegung',
    'dispute',
    'geschillen',
    'schlichtung',
    'vertreten durch',
    'vertretungsberechtigt',
    'represented by',
    'geschäftsführ',
    'directeur',
    'director',
    'registergericht',
    'registereintrag',
    'konzept',
    'umsetzung',
    'gestaltung',
    'programmierung',
    'web ?design',
    'design',
    'realis(?:ation|ierung|atie)',
    'réalisation',
    'création',
    'créateur',
    'conception',
    'desarroll',
    'photo|foto|bild|image|crédits?|credits?',
    'quelle',
    'haftung',
    'urheberrecht',
    'propriété intellectuelle',
    'cookies?',
    'analy(?:se|tics|tik)',
    'tools',
    'zahlung|payment|pago',
    'newsletter',
    'partner',
    'kunden|clients?\\b|customers|取引先|取引銀行|主要',
    'bank',
    'versand|shipping|配送',
    '支払',
  )})`,
)
