import { foldWords } from '../../names/fold.ts'

/** Party that a label or heading of a WHOIS record describes, for example the registrant. */
export type Role = 'domain' | 'registrant' | 'registrar' | 'contact'

/**
 * Meaning of a label in a WHOIS record. "self" is a label that consists only of the role of the
 * party, as in "Registrant:". The value after such a label may be the name of the party, the id of
 * a contact, or several lines.
 */
export type Attribute =
  | 'self'
  | 'name'
  | 'first name'
  | 'last name'
  | 'organization'
  | 'local organization'
  | 'kind'
  | 'country'
  | 'email'
  | 'handle'
  | 'contact'
  | 'contact role'
  | 'url'
  | 'iana id'
  | 'anonymous'
  | 'description'
  | 'domain'
  | 'created'
  | 'updated'
  | 'expires'
  | 'status'
  | 'name server'
  | 'dnssec'
  | 'zone key'
  | 'whois server'
  | 'other'

export interface Label {
  /**
   * Party that the label names, for example the registrant. Null when the label names no party; the
   * heading above or the text block then shows the party.
   */
  role: Role | null
  attribute: Attribute
}

const LABEL_WORDS_MAX = 9
const ROLE_WORDS_MAX = 6

function listed(words: string): string[] {
  return words
    .split(/[|\n]/)
    .map((word) => word.trim())
    .filter((word) => word.length > 0)
}

function table(
  rows: readonly (readonly [Role | null, Attribute, string])[],
): ReadonlyMap<string, Label> {
  const labels = new Map<string, Label>()
  for (const [role, attribute, words] of rows) {
    for (const word of listed(words)) labels.set(foldWords(word), { role, attribute })
  }
  return labels
}

const WHOLE_LABELS = table([
  [
    'domain',
    'domain',
    `domain|domain name|domainname|complete domain name|nome de dominio|nombre de dominio|dominio|query|nom de domaine|domena|
    domain name ascii|ascii domain name|puny name|domain ace|ace|domain ascii|internationalized domain name|도메인이름|ドメイン名|域名|domeinnaam|nazwa domeny|domannamn|domenenavn|domænenavn|alan adı|домен|доменное имя|доменне ім'я|nazev domeny|domain név|όνομα τομέα|verkkotunnus|tên miền`,
  ],
  [
    'domain',
    'created',
    `created on|created date|creation date|create date|domain created|domain creation date|registered on|registered date|registration date|
    registration time|issue date|issued on|date issued|date registered|domain registered|domain dateregistered|domain date registered|created at|record created|record created on|
    entry created|activated on|activation date|acivated|activated|activation|domain record activated|domain name commencement date|commencement date|
    fecha de creacion|fecha de registro|fecha registro|fecha de activacion|data de registo|data de registro|data de criacao|date de creation|
    first registration date|domain create date|domain registration date|date created|domain name created|등록일|登録年月日|注册时间|注册日期|
    domain name registration date|domain registered on|creation|domain creation|registration|data di creazione|registriert am|dato registrert|fecha de alta|data di registrazione|registratiedatum|geregistreerd op|data utworzenia|data rejestracji|registrerad|registreret|registrert|datum registrace|datum registracije|kayıt tarihi|дата регистрации|дата создания|дата реєстрації|rekisteroity|regisztracio datuma|data inregistrarii|ngay dang ky|first registered date|registrierungsdatum|date d enregistrement`,
  ],
  [
    'domain',
    'updated',
    `updated on|updated date|update date|last updated|last updated on|last updated date|last modified|modified date|modification date|last modification|
    last change|record last updated|record last updated on|record last modified|record last modified on|record updated|record updated on|entry updated|domain last updated|
    domain datelastmodified|ultima actualizacion|ultima modificacion|last changed|last changed date|updated at|domain record last updated|
    domain last updated date|domain last updated on|최근 정보 변경일|最終更新|更新时间|last modification date|last edited on|last update|date modified|last modified on|
    date de derniere modification|data de alteracao|ultima alteracao|domain updated|domain modified|domain last modified|last update date|modified on|domain updated date|derniere modification|letzte anderung|zuletzt geandert|ultima modifica|data di modifica|laatst gewijzigd|ostatnia modyfikacja|senast andrad|sidst ændret|sist endret|posledni zmena|güncelleme tarihi|дата изменения|последнее изменение|дата оновлення`,
  ],
  [
    'domain',
    'expires',
    `expires|expires on|expires at|expiry|expiry date|expiration|expiration date|expiration time|expire|expire date|expire on|exp date|registry expiry date|
    registrar registration expiration date|registrar expiration date|expired|renewal|renewal date|paid till|valid until|validity|domain expires|
    domain expires on|domain expiration date|domain expiry date|domain currently expires|record expires on|record will expire on|record expires|
    fecha de vencimiento|fecha de corte|fecha de caducidad|fecha expiracion|fecha de expiracion|fecha vencimiento|valid date|data de expiracao|date d expiration|사용 종료일|有効期限|过期时间|到期时间|过期日期|
    domain datebilleduntil|billed until|record expired|due date|scadenza|end date|valid to|valid till|date expires|expires date|expiration de|expired date|
    domain name expiration date|domain expires date|registry expiration date|registration expiration|domain expired|registered until|expiration on|domain valid until|next due date|ablaufdatum|lauft ab am|data di scadenza|vervaldatum|data wygasniecia|utgar|udløber|utløper|datum expirace|datum isteka|bitiş tarihi|дата окончания|действителен до|дата закінчення|lejarat|data expirarii|ngay het han|fecha de renovacion`,
  ],
  [
    'domain',
    'status',
    `domain status|registration status|estado|estatus del dominio|estado del dominio|query status|domaintype|domain state|eppstatus|epp status|flags|状態|状态|域名状态|domain name status|estatus|stato|stav domeny|domenestatus|статус|durum|tila`,
  ],
  [null, 'status', 'status|state|ren status|statut'],
  [null, 'created', 'created|registered|assigned'],
  [null, 'updated', 'updated|changed|modified|last updated by registrar'],
  [
    'domain',
    'name server',
    `name server|name servers|nameserver|nameservers|nserver|nservers|ns|ns name|domain server|domain servers|dns|dns server|dns servers|dns name|
    dns names|host name|hostname|host|primary server|secondary server|primary name server|secondary name server|primary nameserver|secondary nameserver|servers|
    domain nameservers|current nameservers|domain name servers|domain name server|domain name servers listed in order|domain servers in listed order|domain nameservers in listed order|
    name servers in listed order|name servers in the listed order|name server information|nameserver information|name servers information|nameservers information|
    servidores de nombre|servidores de nombres|servidor es de nombres de dominio|servidor de nombres de dominio|servidor de nombres|primary server hostname|secondary server hostname|third server hostname|fourth server hostname|
    fifth server hostname|primary name server hostname|first server hostname|second server hostname|servidores dns|servidor dns|primary dns|secondary dns|serveurs de noms|serveur de noms|
    호스트이름|ネームサーバ|ネームサーバー|域名服务器|dns 1|name server hostname|authoritative name servers|domain dns|ns hostname|name servers dns|namn server|nome server|nameserver hostname|
    primary dns server|secondary dns server|primary ns|secondary ns|dns hostname|dns hostnames|master dns|slave dns|ns record|nimiserver|naamservers|naamserver|namnservrar|navneservere|serwery nazw|serwery dns|servery dns|ad sunucuları|серверы имен|сервер имен|сервери імен|server dei nomi|server dns|nimipalvelimet`,
  ],
  ['domain', 'dnssec', 'dnssec|domain signed|signed|dnssec status|signed delegation|dnssec signed'],
  [
    'domain',
    'zone key',
    'keys|dnskey|ds|ds data|ds record|ds records|ds rdata|ds key|dnssec ds data|dnssec ds records|dnssec ds|signing key|keytag|key tag|署名鍵',
  ],
  [
    'registrar',
    'whois server',
    'registrar whois server|whois server|registrar whois|refer|referral whois server',
  ],
  [
    'registrar',
    'url',
    'referral url|registration service url|registrar url|registrar website|registrar homepage',
  ],
  [
    null,
    'name',
    `name|names|full name|contact name|person|personname|contact person|person loc|name loc|nombre|nom|nome|namn|naam|role|
    english name|name last first|imie i nazwisko|nazwa|이름|名前|nimi|jmeno|meno`,
  ],
  [
    null,
    'organization',
    `organization|organisation|organization name|organisation name|org|orgname|org name|company|company name|company english name|
    organizacion|organizacao|organisasjon|organization loc|organisation loc|legal name|business name|corporate name|societe|firma|organization english name|
    org name eng|organization name english|組織名|empresa|organizace|organizacia|organizacija|azienda`,
  ],
  [
    'registrant',
    'organization',
    'contact organization|contact organisation|organisme|network service name|eligibility name|company registered name|domain organization|domain organisation',
  ],
  [
    null,
    'local organization',
    'company chinese name|organization chinese name|holder chinese name|company name chinese|org name hun|organization name local|そしきめい',
  ],
  ['registrant', 'local organization', 'holder chinese name'],
  [null, 'first name', 'first name|firstname|given name|given names'],
  [null, 'last name', 'last name|lastname|family name|surname'],
  [null, 'kind', 'type|kind|ownertype|holder type'],
  [
    null,
    'country',
    'country|country code|countrycode|ccode|country loc|country economy|pais|pays|land|국가|kraj|stat|riik|maa|nazione|paese|country of residence|zeme|страна|країна|ülke|tara|orszag|quoc gia',
  ],
  [
    null,
    'email',
    'email|e mail|e mailbox|email address|e mail address|mail|correo electronico|correo|courriel|contact email|전자우편',
  ],
  [
    null,
    'handle',
    'nic hdl|nic hdl br|nic handle|handle|contact id|contactid|norid handle|person handle|reference|nichandle',
  ],
  [null, 'contact', 'contact'],
  [null, 'contact role', 'contact type'],
  [null, 'url', 'url|website|web|www|web site|site|homepage|web page'],
  [null, 'anonymous', 'anonymous'],
  ['domain', 'description', 'descr|description'],
  [
    null,
    'other',
    `address|adress|adresse|direccion|endereco|street|street address|city|ciudad|zip|zip code|postal code|postalcode|postcode|postal address|post address|postal area|
    state province|province|phone|phone number|tel|telephone|telefono|fax|fax no|fax number|faxno|language|id|id type|id number|source|remarks|remark|notify|mnt by|
    attention|post box|region|county|location|location|voice|mobile|org id|regnr|register number|organization id|organization type|registrar id|account name|notes|
    address loc|postal code loc|lang|trouble|eligstatus|reachstatus|obsoleted|identification|contractual language|phone ext|fax ext|vat|hold|address 2`,
  ],
])

/**
 * Words at the start of a label that name a party, in lower case: "Registrant" in "Registrant
 * Name". When several match, the longest is used.
 */
const ROLE_WORDS: readonly (readonly [Role, string])[] = [
  [
    'registrant',
    `registrant contact information|registrant contact|registrant information|registrant details|domain registrant|registrants|registrant|
    holder contact|domain holder|domain owner|domain name holder|domain name owner|holder of domain name|domain name administrator|name holder|domain owners registrant|domain owners|
    owner contact|owner|holder|titular|titulaire|titulaire du domaine|organisme demandeur du nom de domaine|organisme demandeur|titular del dominio|registered for|organization using domain name|organisation using domain name|registrante|
    inhaber|domaininhaber|intestatario|proprietario|tenedor|license holder|licensee|org|등록인|登録者名|登録者|注册人|注册者|registrant organization information|
    contacto registrante|contacto titular|abonent|abonent domeny|drzitel|haltija|houder|domeinhouder|innehavare|domaninnehavare|indehaver|innehaver|vlastnik|vlasnik|tulajdonos|detinator|sahibi|alan adı sahibi|владелец|администратор домена|регистрант|власник|реєстрант|κατοχος|chu the|domain holder contact|registrant org|domain name registrant|solicitante|registrant holder`,
  ],
  [
    'registrar',
    `sponsoring registrar|current registrar|current registar|authorised registrar|authorized registrar|registrar contact information|registrar information|registrar details|
    registrar of record|domain registrar|registrar|registration service provider|registration services provider|registration service provided by|registered by|
    registered through|registrado por|authorized agency|등록대행자|注册商|注册服务机构|bureau d enregistrement|entidade registradora|registrador|rejestrator|registrator|регистратор|реєстратор|kayıt kuruluşu|kayıt firması|nha dang ky|καταχωρητης|sponsor registrar|maintaining registrar`,
  ],
  [
    'contact',
    `administrative contact|administrative contacts|administrative contact information|adminstrative contact|administrative|administrator|admin c|admin contact|admin contacts|admin contact information|
    admin|adm|technical contact|technical contacts|technical contact information|technical|tech|tec|tech c|tech contact|tech contacts|zone c|zone contact|zone|billing contact|billing contacts|
    billing contact information|billing c|billing|bill|contacto administrativo|contacto tecnico|contacto de cobranza|contacto financiero|contato administrativo|
    contato tecnico|entidade gestora|responsavel tecnico|contact administratif|contact technique|contact facturation|invoicing party|reseller|abuse contact|abuse c|abuse|onsite|onsites|onsite s|local agent|
    legal c|trustee|sponsor|contact information|contacts|public contact|domain managers|domain manager|trademark|책임자|관리자|登録担当者|技術連絡担当者|公開連絡窓口|联系人|
    registrar technical contacts|registrar technical contact|registrar abuse contact|registrar customer service contact|ac|tc|responsible|responsible person|operations contact|routing contact|
    registry registrant|registry admin|registry tech|registry billing|support|zone manager|hostmaster|admincontact|techcontact|billingcontact|contacto de facturacion|contact admin|contact tech|registrar abuse|reserve|dns operator|keyset|nsset`,
  ],
]
const ROLES: ReadonlyMap<string, Role> = new Map(
  ROLE_WORDS.flatMap(([role, words]) =>
    listed(words).map((word) => [foldWords(word), role] as const),
  ),
)

/** Words that are labels only after the name of a party, for example "ID" in "Registrant ID". */
const AFTER_ROLE: ReadonlyMap<string, Attribute> = new Map([
  ['id', 'handle'],
  ['c', 'handle'],
  ['code', 'handle'],
  ['handle', 'handle'],
  ['contact', 'self'],
  ['contacts', 'self'],
  ['information', 'self'],
  ['details', 'self'],
  ['iana id', 'iana id'],
  ['iana', 'iana id'],
])

const NEUTRAL_HEADINGS = new Set(
  listed(
    `domain information|relevant dates|additional information|additional info|status information|whois|data validation|dates|disclaimer|
    domain details|registration status|domain data|dnssec|dnssec information|active variants|inactive variants|important dates|registry data`,
  ),
)

function afterRole(words: readonly string[]): Attribute {
  const rest = words[0] === 's' ? words.slice(1) : words
  const key = rest.join(' ')
  if (key.length === 0) return 'self'
  const known = AFTER_ROLE.get(key) ?? WHOLE_LABELS.get(key)?.attribute
  if (known !== undefined) return known
  return rest.length > 1 && rest[0] === 'contact' ? afterRole(rest.slice(1)) : 'other'
}

function roleFirst(words: readonly string[]): Label | null {
  for (let length = Math.min(words.length, ROLE_WORDS_MAX); length > 0; length -= 1) {
    const role = ROLES.get(words.slice(0, length).join(' '))
    if (role === undefined) continue
    const attribute = afterRole(words.slice(length))
    // The word "org" names a party only before another word ("org-name"). Alone, "org" is the label
    // of an organisation's name. A label such as "Registrar Admin Contact" is about the contact and
    // not about the registrar.
    if (attribute === 'self' && length === 1 && words[0] === 'org') return null
    if (role !== 'contact' && ROLES.get(words[length] ?? '') === 'contact')
      return { role: 'contact', attribute: 'other' }
    return { role, attribute }
  }
  return null
}

function readWords(folded: string): Label | null {
  const key = folded.replace(/(?<=\p{L}) ?\d{1,2}$/u, '')
  const words = key.split(' ')
  if (key.length === 0 || words.length > LABEL_WORDS_MAX) return null
  return WHOLE_LABELS.get(key) ?? roleFirst(words)
}

/** Some servers join the words of a label: "registrantOrganization". */
const CAPITAL_IN_WORD = /(\p{Ll})(?=\p{Lu})/gu

/**
 * Returns the meaning of a label, or null for an unknown label. A note in parentheses is ignored if
 * the other words are known. In a label with two languages ("Titular / Registrant"), the first
 * known half is used.
 */
export function readLabel(text: string): Label | null {
  const bare = text.replace(/\([^()]{0,200}\)/g, ' ')
  const whole =
    readWords(foldWords(bare)) ?? readWords(foldWords(bare.replace(CAPITAL_IN_WORD, '$1 ')))
  // A label with two languages, such as "Titular / Registrant", is split, because the whole label
  // would be mistaken for an unknown property of the registrant.
  if (whole !== null && (whole.role === null || whole.attribute !== 'other')) return whole
  const parts = bare.includes(' / ') ? bare.split(' / ', 3) : []
  for (const part of parts) {
    const label = readWords(foldWords(part))
    if (label !== null) return label
  }
  const note = /\(([^()]{3,60})\)/.exec(text)
  return whole ?? (note ? readWords(foldWords(note[1] ?? '')) : null)
}

export function isNeutralHeading(text: string): boolean {
  return NEUTRAL_HEADINGS.has(foldWords(text))
}
