import { inOnePlace, listed } from '../../names/pattern-code.ts'

/**
 * Words of sentences about the operator of a site, one language per line, as regular expressions
 * for texts in small letters. The code before each line is that of the language in ISO 639-1.
 */
const wordsByLanguage = (text: string): ReadonlyMap<string, string> => {
  const words = new Map<string, string>()
  for (const line of listed(text)) {
    const code = line.slice(0, 2)
    const known = words.get(code)
    words.set(code, known === undefined ? line.slice(4) : `${known}|${line.slice(4)}`)
  }
  return new Map([...words].map(([code, source]) => [code, inOnePlace(`(?:${source})`)]))
}

const any = (sources: Iterable<string>): string => inOnePlace(`(?:${[...sources].join('|')})`)

const byLanguage = (text: string): string => any(wordsByLanguage(text).values())

/**
 * Words between "operated" and "by" that belong to the verb: "owned and maintained by". The word
 * for "and" is any short word, because a list of them at each place takes V8 megabytes of code.
 */
const JOINED = inOnePlace(String.raw`(?:\s{0,2}(?:,|&|/|\s\p{L}{1,4})\s{1,2}[\p{L}-]{2,20}){0,4}?`)

const joined = (text: string): string => byLanguage(text).replaceAll('~', `${JOINED}\\s{1,3}`)

/** A site in the words of its own texts: "this website". */
export const SITE = byLanguage(String.raw`
  en: \b(?:this|the|our|these|its)\s{1,3}(?:[\p{L}.-]{1,30}\s{1,3}){0,3}?(?:web ?sites?|sites?|home ?page|pages?|domains?|services?|platform|app(?:lication)?s?|(?:online )?(?:store|shop)|portal|blog|publication|magazine|newspaper)\b
  de: \b(?:diese|die|unsere)[rsmn]?\s{1,3}(?:web ?(?:site|seite)n?|seiten?|internet(?:seite|auftritt|präsenz)|homepage|plattform|shop|portal|online-?shop|angebot)|\b(?:der|des)\s{1,3}(?:web ?(?:site|seite)n?|internet(?:seite|auftritt|präsenz)\p{L}{0,2}|homepage|plattform|(?:online-?)?shops?|portals?|blogs?)\b
  fr: \b(?:ce|le|du|notre|présent|cette|la)\s{1,3}(?:présent\s{1,3})?(?:site|boutique|page|plateforme|application|blog)
  es: \b(?:este|el|esta|la|del|presente)\s{1,3}(?:presente\s{1,3})?(?:sitio|web|página|portal|tienda|blog)
  it: \b(?:il|del|questo|presente|lo)\s{1,3}(?:presente\s{1,3})?(?:sito|portale|shop|negozio|blog)
  nl: \b(?:deze|de|onze)\s{1,3}(?:web ?(?:site|winkel|shop)|site|pagina)
  pt: \b(?:est[ea]|dest[ea]|do|o|presente)\s{1,3}(?:site|website|portal|blog)\b|\b(?:esta|desta|a|da)\s{1,3}(?:loja|página)
  sv: webbplats|sajt|hemsida|\bsid(?:an|en)\b|webbutik
  da: websted|hjemmeside|webshop|netbutik
  no: nettsted|nettside|nettbutikk
  fi: sivust|verkkokau|verkkosivu|verkkopalvelu
  pl: (?<!\p{L})(?:stron(?:a|ę|y)|serwis(?:u|em)?|sklep(?:u|em)?|witryn\p{L}{1,2}|portal(?:u|em)|blog(?:a|u|iem))(?!\p{L})
  cs: (?<!\p{L})(?:tyto |těchto |internetov\p{L}{1,4} |webov\p{L}{1,4} )?stránk|stránek|stránok|(?<!\p{L})web(?:u|em|ov[ée] (?:lokality|sídlo))(?!\p{L})|^(?:tento )?web$|e-?shop|internetov\p{L}{1,4} obchod|portál
  hu: honlap|weboldal|webáruház|webshop|(?<!\p{L})(?:az )?oldal(?:t|nak)?(?!\p{L})|portál
  ro: (?<!\p{L})(?:acest(?:ui)?\s{1,3}(?:web)?site|(?:web)?site-?ul(?:ui)?|magazin(?:ul(?:ui)?)?\s{1,3}online|platforma|platformei)(?!\p{L})
  bg: сайт|интернет страница|(?:онлайн|електрон\p{L}{1,4}) магазин|уебсайт|портал
  uk: інтернет-магазин|веб-?ресурс|порталу?(?!\p{L})|інтернет-ресурс
  ru: интернет-магазин|интернет-ресурс|веб-?ресурс
  el: ιστ[οό]σελ[ιί]δα|ιστ[οό]τ[οό]π|ιστοχ[ωώ]ρ|(?:ηλεκτρονικ\p{L}{1,3} κατάστημα)
  tr: (?<!\p{L})(?:bu\s{1,3}(?:web\s{1,3}|internet\s{1,3})?(?:site|mağaza|platform)|(?:web\s{1,3}|internet\s{1,3})?(?:site(?:si|nin|sinin|miz)|mağaza(?:sı|mız|nın)))(?!\p{L})
  ja: (?:当|本|弊)(?:web|ウェブ)?(?:サイト|ショップ|ストア|ブログ|サービス|メディア|店|ホームページ)
  zh: (?:本|该|該|此)(?:网站|網站|站|平台|网店|商城|网页|網頁|app|应用|服务|服務)
  ko: (?:사이트|홈페이지|쇼핑몰|웹페이지|블로그|플랫폼)
  lt: svetain|parduotuv
  lv: (?<!\p{L})(?:mājas\s?lap|vietn|interneta veikal)
  et: veebi(?:leh|sai|poo)|kodule(?:h|k)|e-poo
  hr: (?<!\p{L})(?:web|internetsk\p{L}{1,3}|mrežn\p{L}{1,3})[ -]?(?:stranic|trgovin|shop|mjest)
  sl: spletn\p{L}{1,3} (?:stran|trgovin|mest)|(?<!\p{L})strani?(?!\p{L})
  ca: (?:aquest|el|del|present)\s{1,3}(?:lloc|web|portal|botiga|bloc)
  vi: trang (?:web|mạng|thông tin)|website này|cửa hàng|nền tảng
  id: (?<!\p{L})(?:situs|laman|toko|(?:website|portal|aplikasi) ini)(?!\p{L})
  he: (?<!\p{L})(?:ו?ה|ב|ל)?(?:אתר|חנות|אפליקציה)(?!\p{L})
  ar: (?:هذا|هذه)\s(?:الموقع|المتجر|المنصة|المدونة)|(?<!\p{L})(?:ال)?(?:موقع|متجر|منصة)(?!\p{L})
  fa: وب\u200c?\s?سایت|(?<!\p{L})(?:این )?(?:سایت|فروشگاه|پایگاه|تارنما)(?!\p{L})
`)

const ENGLISH_RUN = inOnePlace(
  '(?:owned|operated|run|published|administered|provided|offered|controlled|produced|managed|maintained|edited)',
)

/** "This site is operated by X", and other texts of which the site is the subject or the object. */
export const OPERATED_BY = joined(String.raw`
  en: (?:(?:is|are|was)\s{1,3}(?:(?:now|also|still|and|or|&|run|both|jointly|together|with|its|app|apps|solely|[\p{L}-]{2,14}(?:ly|ed)|[–—-]),?\s{1,3}){0,8}|^)${ENGLISH_RUN}(?:\s{0,2}(?:,|and|&|/)\s{0,2}${ENGLISH_RUN}){0,4}\s{1,3}by
  de: (?:betrieben|herausgegeben|bereitgestellt|verantwortet|angeboten|verwaltet|gepflegt|unterhalten)~(?:von|durch|vom)
  de: (?:gehört|ist eigentum (?:der|des|von)|ist im besitz (?:der|des|von))
  fr: (?:est|sont)\s{1,3}(?:\p{L}{1,20}ment\s{1,3})?(?:édité|publié|exploité|géré|proposé|détenu|administré|opéré|mis en ligne|maintenu)e?s?~par
  fr: (?:appartient\s{1,3}(?:à|au|aux)|est\s{1,3}(?:la\s{1,3})?propriété(?:\s{1,3}exclusive)?\s{1,3}(?:de|du|des))
  es: (?:es|está|son)\s{1,3}(?:operad|gestionad|administrad|editad|publicad|explotad|mantenid)[oa]s?~por
  es: (?:pertenece\s{1,3}a|es\s{1,3}(?:de\s{1,3})?(?:propiedad|titularidad)~de)
  it: (?:gestit|edit|pubblicat|amministrat|offert)[oaie](?:\s{1,3}e\s{1,3}\p{L}{1,20})?\s{1,3}(?:da|dal|dalla|dall[’'])
  it: (?:(?:di\s{1,3}|è\s{1,3}(?:di\s{1,3})?)proprietà(?:\s{1,3}esclusiva)?\s{1,3}(?:di|del|della|dell[’'])|appartiene\s{1,3}(?:a|alla|al))
  nl: (?:wordt|is|worden|zijn)\s{1,3}(?:(?:beheerd|geëxploiteerd|uitgegeven|aangeboden|onderhouden|gemaakt)~door|(?:het\s{1,3})?eigendom\s{1,3}van)
  nl: behoort\s{1,3}toe\s{1,3}aan
  pt: (?:é|são)\s{1,3}(?:operad|mantid|administrad|gerid|editad|publicad|explorad)[oa]s?~(?:por|pela|pelo)
  pt: (?:é\s{1,3}(?:de\s{1,3})?(?:propriedade|titularidade)\s{1,3}(?:exclusiva\s{1,3})?(?:da|do|de)|pertence\s{1,3}(?:a|à|ao))
  sv: (?:drivs|drives|ägs|ejes|eies|utges|udgives|utgis|administreras|administreres|vedlikeholdes|vedligeholdes|g(?:es|is|ives) ut)~af?v?
  sv: (?:tillhör|tilhører)
  fi: (?:ylläpitää|omistaa|julkaisee|hallinnoi|operoi)
  pl: (?:(?:prowadzon|zarządzan|administrowan|obsługiwan|wydawan|utrzymywan)[yae]~przez|należy\s{1,3}do|(?:jest|stanowi)\s{1,3}własności?ą?|(?:prowadzi|administruje|zarządza))
  cs: (?:(?:provozován|spravován|vlastněn|vydáván|prevádzkovan|spravovan|vlastnen)\p{L}{0,2}|provozuje|spravuje|vlastní|vydává|prevádzkuje|vydáva|patří|patrí|je majetkem|je ve vlastnictví|je vo vlastníctve)
  ro: (?:(?:este|sunt)\s{1,3}(?:deținut|administrat|operat|gestionat|editat|detinut|întreținut)\p{L}{0,2}~de(?:\s{1,3}c[aă]tre)?|aparține(?:\s{1,3}lui)?|este\s{1,3}proprietatea)
  bg: (?:собственост\s{1,3}на|притежание\s{1,3}на|принадлежи\s{1,3}на|(?:се\s{1,3}|и\s{1,3})?(?:поддържа|управлява|стопанисва|администрира|оперира)~от)
  ru: (?:принадлежит|управляется|администрируется|поддерживается|является\s{1,3}собственностью|(?:управляет|владеет|администрирует))
  uk: (?:належить|управляється|адмініструється|є\s{1,3}власністю|(?:керує|володіє|адмініструє))
  el: (?:ανήκει(?:\s{1,3}και\s{1,3}\p{L}{1,20})?\s{1,3}(?:στ[ηοα]ν?|από)|διαχειρίζεται|λειτουργεί\s{1,3}από|είναι\s{1,3}ιδιοκτησία)
  lt: (?:valdo|administruoja|prižiūri|priklauso)
  lv: (?:uztur|pārvalda|pieder)
  et: (?:haldab|opereerib|omab)
  hr: (?:(?:je\s{1,3}u\s{1,3}vlasništvu)|upravlja|vodi|(?:je\s{1,3})?v\s{1,3}lasti)
  ca: (?:és\s{1,3}(?:propietat|titularitat)\s{1,3}(?:de|d[’'])|(?:gestionat|operat|administrat|editat)\p{L}{0,2}\s{1,3}per)
  vi: (?:thuộc\s(?:quyền\s)?sở\shữu(?:\svà\s[^.]{3,30}?)?\s(?:của|bởi)|(?:vận\shành|điều\shành|quản\slý|sở\shữu|phát\striển)\sbởi|thuộc\svề)
  id: (?:(?:dimiliki|dioperasikan|dikelola|diselenggarakan|diterbitkan)~oleh|adalah\s{1,3}milik)
  he: (?:(?:מופעל|מנוהל|מתופעל)(?:ת|ים)?(?:\s\p{L}{1,20})?\s(?:על\sידי|ע["״]י|בידי)|(?:נמצא\s)?בבעלות|שייך\sל)
  ar: (?:(?:تديره|تشغله|يديره|تملكه|تديرها|تشغلها)|مملوك(?:ة)?\s{1,3}(?:ل|من\sقبل)|(?:تشغيل|إدارة)[^.،]{2,30}(?:من\sقبل|بواسطة))
`)

/** Nouns for the operator of a site, in the forms that stand before or behind "is". */
export const OPERATOR = wordsByLanguage(String.raw`
  en: (?:operators?|owners?|publishers?|company behind|legal entity behind)
  de: (?:betreiber(?:in|gesellschaft)?|anbieter(?:in)?|herausgeber(?:in)?|(?:inhaber|eigentümer)(?:in)?)
  fr: (?:éditeur|éditrice|propriétaire|exploitant|titulaire)
  es: (?:titular(?:idad)?|propietari[oa]|editora?|operadora?)(?!\s{1,3}del?\s{1,3}tratamiento)
  it: (?:titolare(?!\s{1,3}del\s{1,3}trattamento)|proprietari[oa]|editore|gestore)
  nl: (?:eigenaar|beheerder|exploitant|uitgever|aanbieder)
  pt: (?:proprietári[oa]|titular|editora?|operadora?|mantenedora)
  sv: (?:ägare|ägaren|utgivare|innehavare)
  da: (?:ejer|ejeren|udgiver|udgiveren|indehaver|driftsansvarlig)
  no: (?:eier|eieren|utgiver|utgiveren|innehaver)
  fi: (?:omistaja|ylläpitäjä|julkaisija|palveluntarjoaja)(?:na)?
  pl: (?:właściciel|operator|wydawc|organizator|usługodawc|administrator)(?:em|ą|a)?
  cs: (?:provozovatel|vydavatel|vlastník|majitel|prevádzkovateľ|vydavateľ|majiteľ)(?:em|om)?
  ro: (?:proprietar(?:ul)?|operator(?:ul)?|administrator(?:ul)?|deținător(?:ul)?|editor(?:ul)?)
  bg: (?:собственик(?:ът)?|оператор(?:ът)?|администратор(?:ът)?|притежател(?:ят)?)
  ru: (?:владел(?:ец|ьцем)|администратор(?:ом)?|оператор(?:ом)?|правообладател(?:ь|ем)|издател(?:ь|ем))
  uk: (?:власник(?:ом)?|адміністратор(?:ом)?|оператор(?:ом)?|правовласник(?:ом)?)
  el: (?:ιδιοκτήτ(?:ης|ρια|ρία)|διαχειριστής|δικαιούχος|ιδιοκτησία)
  lt: (?:savinink(?:as|ė)|valdytoj(?:as|a))
  lv: (?:īpašniek[s]?|pārvaldītāj[s]?|uzturētāj[s]?)
  et: (?:omanik|haldaja)
  hr: (?:vlasnik|izdavač|lastnik|upravljavec|nakladnik)
  ca: (?:titular|propietari|propietària)
  vi: (?:chủ sở hữu|đơn vị (?:chủ quản|quản lý|vận hành))
  id: (?:pemilik|pengelola|penyelenggara)
  he: (?:בעלי?ת?|מפעילי?ת?)
  ar: (?:مالك|مشغل|صاحب)
`)

/** "Responsible for this site is X". Readers are responsible for much else, so the site follows. */
export const RESPONSIBLE_FOR = String.raw`(?:responsible\s{1,3}for|verantwortlich(?:er?)?\s{1,3}für|(?:el\s{1,3})?responsable\s{1,3}(?:de|del|du)|responsável\s{1,3}(?:por|pelo|pela))(?=\s)`

/** "Is" between such a noun and a name. */
const IS = wordsByLanguage(String.raw`
  en: is|are|will be
  de: ist|sind
  fr: est|sont
  es: es|son|corresponde\s{1,3}a
  it: è
  nl: is|zijn
  pt: é
  sv: är
  da: er
  no: er
  fi: on|toimii
  pl: jest
  cs: je
  ro: este
  bg: е|се явява
  ru: является|выступает
  uk: є|виступає
  el: είναι
  lt: yra
  lv: ir
  et: on
  hr: je
  ca: és
  vi: là
  id: adalah|ialah
  he: הוא|היא|הינה|הינו
  ar: هي|هو
`)
/** Languages in which a dash stands for "is". */
const DASHED = new Set(['pl', 'cs', 'bg', 'ru', 'uk', 'hr'])

type Nouns = ReadonlyMap<string, string>

const isIn = (code: string): string => {
  const dash = DASHED.has(code) ? String.raw`|\s[–—-]\s` : ''
  return String.raw`(?:\s{1,3}(?:${IS.get(code) ?? '='})\s{0,2}:?\s{1,3}${dash})`
}
export const anyOf = (nouns: Nouns): string => any(nouns.values())

/**
 * Noun, other words and "is", all in one language: "este" is "is" in Romanian, but "this" in
 * Spanish.
 */
export const nounIs = (nouns: Nouns, between: string): string =>
  any([...nouns].map(([code, noun]) => String.raw`${noun}(?!\p{L})${between}${isIn(code)}`))

/**
 * "Is" and a noun with its article, in one language. The articles stand once in the pattern,
 * because V8 makes megabytes of code from a list of them for each language.
 */
export const isNoun = (nouns: Nouns): string => {
  const pairs = [...nouns].map(
    ([code, noun]) => String.raw`(?:${IS.get(code) ?? '='})\s[^.:;]{0,24}?${noun}(?!\p{L})`,
  )
  const spaced = [...nouns.keys()].map((code) => IS.get(code) ?? '=')
  return String.raw`\s{1,3}(?=${any(pairs)})${any(spaced)}\s{1,3}${ARTICLE}${anyOf(nouns)}(?!\p{L})`
}

const ARTICLE = String.raw`(?:(?:the|an?|your|sole|joint|independent|der|die|le|la|el|il|de|o|az?|ο|η|den)\s{1,3}|l[’']){0,2}`

/** "X operates this website". The site follows. */
export const OPERATES = joined(String.raw`
  en: (?:owns|operates|runs|publishes|maintains|manages)(?:\s(?:and|&|/)\s\p{L}{3,12}s)?
  de: (?:betreibt|verantwortet|verwaltet)
  fr: (?:exploite|édite|gère|publie)
  es: (?:opera|gestiona|explota|administra)
  it: (?:gestisce|pubblica)
  nl: (?:exploiteert|beheert)
  pt: (?:opera|administra|mantém)
  sv: (?:driver|äger|ejer|eier)
`)

/** Text of one sentence. The full stop of an abbreviation or of a domain name does not end it. */
const WITHIN = String.raw`(?:[^.:;،。]|\.(?=\S)|(?<=(?<!\p{L})\p{L}{1,4})\.)`

/** Sentences with the name before their last word: "wird von X betrieben". The name is a group. */
export const ENCLOSED = listed(String.raw`
  # German, Dutch
  \b(?:wird|werden)\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}?(?:von|vom|durch)\s{1,3}(?:de[rm]\s{1,3})?(${WITHIN}{2,90}?)\s{1,3}(?:betrieben|herausgegeben|bereitgestellt|verantwortet|angeboten|verwaltet|unterhalten)
  \b(?:wordt|worden)\s{1,3}door\s{1,3}(${WITHIN}{2,90}?)\s{1,3}(?:beheerd|geëxploiteerd|uitgegeven|aangeboden|onderhouden)

  # Chinese, Persian, Japanese
  由([^，。、；]{2,40}?)(?:所)?(?:拥有|擁有|运营|運營|營運|经营|經營|管理|主办|主辦|维护|維護)
  (?:归|歸|属于|屬於)([^，。、；]{2,40}?)(?:所有|拥有|擁有)
  متعلق\sبه\s([^.،؛:]{2,60}?)\s(?:است|می\u200c?\s?باشد|بوده)
  (?:の)?(?:運営者|運営会社|運営元|運営主体|管理者|所有者)は、?([^、。]{2,40}?)(?:です|であり|となります|（|$)
`)

/** Sentences in which the site stands before the name or behind it: "Xが運営する当サイト". */
export const ENCLOSED_BEFORE = listed(String.raw`
  # Japanese, Korean
  (?<=^|[、。「」\s]|(?:サイト|ショップ|ストア|ブログ|サービス|メディア|店|ページ)(?:（[^）]{0,40}）)?は)、?([^、。「」\s]{2,30}?)(?:が|により|によって)運営(?:する|し|され)
  ((?:\(주\)|㈜|주식회사\s?|유한회사\s?)[\p{L}\d&]{1,20}?|[\p{L}\d&]{1,20}?(?:\(주\)|㈜|\s?주식회사))(?:이|가|에서|에\s?의해)\s?(?:소유하고\s)?운영(?:하는|하고|합니다|됩니다)
`)

/** Sentences that end with the verb, behind the name: "X tarafından işletilmektedir". */
export const NAME_THEN_VERB = byLanguage(String.raw`
  tr: (?:tarafından\s{1,3}(?:işletil|yönetil|yayınlan|yayımlan|hazırlan|sunul)|['’]\p{L}{1,3}\s{1,3}aittir)
  hu: (?:üzemelteti|működteti|tartja\s{1,3}fenn|adja\s{1,3}ki|tulajdonában|tulajdona|tulajdonát)
`)

/** "The operator of this site" without a word for "is" before the name. */
export const WITHOUT_IS = byLanguage(String.raw`
  hu: (?:üzemeltetője|tulajdonosa|kiadója|működtetője|szolgáltatója)\s{0,2}:?(?:\s{1,3}az?)?
  tr: (?:sahibi|işleteni|işletmecisi|yayıncısı)
`)

/** "The controller" without a word for "is" before the name. */
export const CONTROLLER_WITHOUT_IS = byLanguage(String.raw`
  hu: adatkezelő(?:je)?\s{1,3}az?
  tr: veri\s{1,3}sorumlusu(?:\s{1,3}(?:olarak|sıfatıyla))
`)

/** "X is a project of Y": the operator of the project X is Y. */
export const PROJECT_OF = byLanguage(String.raw`
  en: (?:is|are)\s{1,3}(?:an?|the|one of the)\s{1,3}(?:(?:registered|official|joint|non-?profit|free|new|educational|research)\s{1,3}){0,2}(?:d/?b/?a/?|trad(?:e|ing)\s{1,3}(?:name|style)s?|business name|assumed name|brand(?:\s{1,3}name)?s?|product|service|publication|property|(?:web)?site|project|initiative|programme?|domain|imprint|app|division|unit|department|branch)\s{1,3}(?:name\s{1,3})?(?:of|from|by|used by|operated by|owned by|provided by)
  de: (?:ist|sind)\s{1,3}(?:eine?|das|die|der)\s{1,3}(?:(?:eingetragene|gemeinsames|kostenloses|neues)\s{1,3})?(?:angebot|service|dienst|marke|produkt|projekt|website|webseite|publikation|portal|online-angebot|handelsname|initiative|geschäftsbereich|abteilung|onlineshop|online-shop)\s{1,3}(?:der|des|von|vom)
  fr: est\s{1,3}(?:une?|le|la)\s{1,3}(?:marque(?:\s{1,3}(?:déposée|commerciale))?|service|site|publication|projet|initiative|division|département|enseigne|produit)\s{1,3}(?:de\s{1,3}la|de\s{1,3}l[’']|de|du|des|d[’'])
  es: es\s{1,3}(?:una?|el|la)\s{1,3}(?:marca(?:\s{1,3}(?:registrada|comercial))?|servicio|sitio|proyecto|iniciativa|publicación|división|producto|nombre comercial)\s{1,3}(?:de\s{1,3}la|del|de)
  it: è\s{1,3}una?\s{1,3}(?:marchio(?:\s{1,3}registrato)?|servizio|sito|prodotto|progetto|iniziativa|divisione|brand)\s{1,3}(?:di|del|della|dell[’'])
  nl: is\s{1,3}een\s{1,3}(?:handelsnaam|merk|initiatief|website|dienst|product|uitgave|project|concept|divisie|afdeling)\s{1,3}van
  pt: é\s{1,3}uma?\s{1,3}(?:marca(?:\s{1,3}registrada)?|site|serviço|produto|projeto|iniciativa|divisão)\s{1,3}(?:da|do|de)
  sv: (?:är|er)\s{1,3}et?t?n?\s{1,3}(?:varumärke|varemærke|varemerke|tjänst|tjeneste|projekt|prosjekt|initiativ|produkt|webbplats|hjemmeside|nettsted)\s{1,3}(?:av|af|från|fra|som ägs av|der ejes af|som eies av)
  pl: jest\s{1,3}(?:marką|projektem|serwisem|inicjatywą|produktem|usługą|znakiem towarowym)
  cs: je\s{1,3}(?:značkou|projektem|projektom|službou|produktem|produktom|obchodní značkou|registrovanou ochrannou známkou|iniciativou)
  ro: este\s{1,3}(?:o\s{1,3}marcă(?:\s{1,3}înregistrată)?|un\s{1,3}proiect|un\s{1,3}serviciu|o\s{1,3}divizie|un\s{1,3}brand|un\s{1,3}produs)\s{1,3}(?:al|a|ale)
  bg: е\s{1,3}(?:проект|марка|търговска марка|услуга|част)\s{1,3}(?:на|от)
  ru: (?:является\s{1,3}|[–—-]\s{1,2}(?:это\s{1,3})?)(?:проектом?|брендом?|подразделением?|торговой маркой|торговая марка|сервисом?)
  uk: є\s{1,3}(?:про[єе]ктом|брендом|підрозділом|торговою маркою|сервісом)
  el: είναι\s{1,3}(?:ένα\s{1,3})?(?:έργο|εμπορικό σήμα|σήμα|υπηρεσία|προϊόν)
  id: adalah\s{1,3}(?:merek(?: dagang)?|produk|proyek|layanan|bagian)\s{1,3}(?:milik|dari)
  vi: là\s{1,3}(?:thương hiệu|dự án|sản phẩm|dịch vụ)\s{1,3}của
  ca: és\s{1,3}una?\s{1,3}(?:marca|projecte|servei|iniciativa)\s{1,3}(?:de|d[’'])
  hr: je\s{1,3}(?:projekt|brend|robna marka|blagovna znamka|usluga)
`)

/** "X is a subsidiary of Y": X is a company of its own. */
export const PART_OF = byLanguage(String.raw`
  en: (?:is|are)\s{1,3}(?:(?:now|also)\s{1,3})?(?:an?\s{1,3})?(?:(?:wholly[ -]owned|fully owned)\s{1,3})?(?:subsidiary|part|member|affiliate)\s{1,3}of
  de: ein(?:e)?\s{1,3}(?:unternehmen|tochter(?:gesellschaft|unternehmen|firma)?|teil|gesellschaft)\s{1,3}(?:der|des|von|vom)
  fr: filiale\s{1,3}(?:de|du|d[’'])
  nl: (?:onderdeel|dochteronderneming)\s{1,3}van
  sv: (?:är|er)\s{1,3}en\s{1,3}del\s{1,3}a[vf]
  pl: jest\s{1,3}częścią
  cs: je\s{1,3}součástí
  ru: (?:является|входит)\s{1,3}(?:частью|в состав)
  it: fa\s{1,3}parte\s{1,3}(?:di|del|della)
  es: forma\s{1,3}parte\s{1,3}de(?:l)?
`)

export const TRADEMARK_OF = byLanguage(String.raw`
  en: (?:registered )?trademarks? (?:or registered trademarks )?(?:of|owned by)
  de: eingetragene[sn]? (?:marken?|warenzeichen) (?:der|des|von)
  nl: (?:geregistreerd )?handelsmerk van
  pl: (?:zarejestrowanym )?znakiem towarowym
  ru: (?:зарегистрированн\p{L}{2,3} )?товарн\p{L}{2} знак\p{L}{0,3}
`)

/** Nouns for the controller of personal data, in the forms that stand before or behind "is". */
export const CONTROLLER = wordsByLanguage(String.raw`
  en: (?:data\s{1,3})?controller
  de: verantwortliche[rn]?(?:\s{1,3}stelle)?|verantwortlich\s{1,3}(?:für\s{1,3}(?:die|diese)\s{1,3}(?:daten|verarbeitung|erhebung)\p{L}{0,20}|im sinne)
  fr: responsable\s{1,3}d[ue]s?\s{1,3}traitements?
  es: responsable\s{1,3}del\s{1,3}tratamiento
  it: titolare\s{1,3}del\s{1,3}trattamento
  nl: verwerkingsverantwoordelijke|verantwoordelijk\s{1,3}voor\s{1,3}de\s{1,3}verwerking
  pt: controladora?|responsável\s{1,3}pelo\s{1,3}tratamento
  sv: personuppgiftsansvariga?
  da: dataansvarlige?
  no: (?:data)?behandlingsansvarlige?
  fi: rekisterinpitäjä(?:nä)?
  pl: administrator(?:em)?\s{1,3}(?:\p{L}{1,20}(?:/\p{L}{1,20})?\s{1,3}){0,3}?danych
  cs: správc(?:e|em)|prevádzkovateľ(?:om)?\s{1,3}osobných\s{1,3}údajov|prevádzkovateľom(?=\sje\s)
  hu: adatkezelő(?:je)?
  ro: operator(?:ul)?\s{1,3}(?:de|datelor)
  bg: администратор(?:ът)?\s{1,3}на\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}?(?:лични|данни)
  ru: оператор(?:ом)?\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}?(?:персональных|данных)
  uk: (?:володіл(?:ець|ьцем)|розпорядник(?:ом)?|контролер(?:ом)?)\s{1,3}(?:\p{L}{1,20}\s{1,3}){0,2}?даних
  el: υπεύθυνο[ςσ]\s{1,3}(?:της\s{1,3})?επεξεργασίας
  et: vastutav\s{1,3}töötleja
  lt: duomenų\s{1,3}valdytoj(?:as|a)
  lv: (?:datu\s{1,3})?pārzinis
  hr: voditelj\s{1,3}obrade|upravljavec\s{1,3}(?:vaših\s{1,3})?(?:osebnih\s{1,3})?podatkov
  ca: responsable\s{1,3}del\s{1,3}tractament
`)

/** Words before the short name of a party: "Kork Ltd (hereinafter "the Seller")". */
export const HEREINAFTER = byLanguage(String.raw`
  en: (?:hereinafter|hereafter|herein|referred to as|collectively|together)
  de: (?:nachfolgend|im folgenden|nachstehend|im weiteren)
  fr: ci-après
  es: en\s{1,3}adelante|en\s{1,3}lo\s{1,3}sucesivo|en endavant
  it: di\s{1,3}seguito|in\s{1,3}seguito|d[’']ora in (?:poi|avanti)
  nl: (?:hierna|verder)(?!\p{L})
  pt: doravante|adiante
  sv: nedan|nedenfor|heretter|herefter|i det följande
  fi: jäljempänä
  pl: zwan\p{L}{1,3}\s{1,3}dalej|dalej
  cs: dále\s{1,3}(?:jen|také)|ďalej\s{1,3}(?:len|ako)
  hu: a?\s?továbbiakban
  ro: denumit\p{L}?\s{1,3}(?:în|in)|numit\p{L}?\s{1,3}în continuare
  bg: нарич\p{L}{1,6}\s{1,3}(?:за краткост|по-долу)
  ru: (?:именуе\p{L}{1,4}\s{1,3})?(?:в\s{1,3})?дал(?:ее|ьнейшем)
  uk: (?:іменован\p{L}{1,3}\s{1,3})?(?:надалі|далі)
  el: εφεξής|στο εξής
  tr: bundan\s{1,3}(?:böyle|sonra)
  hr: u\s{1,3}(?:daljnjem|nastavku)|v\s{1,3}nadaljevanju
  et: edaspidi
  lt: toliau
  lv: turpmāk
`)

/**
 * Short names by which a contract or a notice means its author, and not its reader or a third
 * party.
 */
export const AUTHOR = byLanguage(String.raw`
  en: we|us|our|(?:the )?(?:company|operator|seller|vendor|owner|publisher|controller|shop|store|foundation|association|organi[sz]ation)
  de: (?:der |die |das )?(?:wir|uns|unser\p{L}{0,3}|anbieter(?:in)?|betreiber(?:in)?|verkäufer(?:in)?|veranstalter(?:in)?|gesellschaft|unternehmen|verein)
  fr: (?:le |la |l[’']\s?)?(?:nous|notre|société|éditeur|vendeur|exploitant|prestataire|association)
  es: (?:el |la )?(?:nosotros|empresa|titular|compañía|prestador|vendedor|sociedad)
  it: (?:il |la |l[’'])?(?:noi|società|titolare|venditore|gestore|fornitore)
  nl: (?:de |het )?(?:wij|ons|ondernemer|verkoper|exploitant|beheerder|aanbieder)
  pt: (?:o |a )?(?:nós|empresa|vendedora?|titular)
  sv: (?:bolaget|säljaren|vi|sælger(?:en)?|selger(?:en)?|selskabet|selskapet|företaget|myyjä|yhtiö|yritys)
  pl: sprzedawc\p{L}{1,2}|usługodawc\p{L}{1,2}|organizator\p{L}{0,2}|administrator\p{L}{0,2}|spółk\p{L}{1,2}|operator\p{L}{0,2}|właściciel\p{L}{0,2}|firm\p{L}{1,2}
  cs: prodávající\p{L}{0,2}|provozovatel\p{L}{0,2}|poskytovatel\p{L}{0,2}|správc\p{L}{1,2}|dodavatel\p{L}{0,2}|zhotovitel\p{L}{0,2}|predávajúci\p{L}{0,2}|prevádzkovateľ\p{L}{0,2}|poskytovateľ\p{L}{0,2}
  hu: (?:a |az )?(?:szolgáltató|üzemeltető|eladó|adatkezelő|társaság|cégünk|vállalkozó)
  ro: (?:vânzător|vanzator|operator|prestator|comerciant|proprietar|furnizor)(?:ul)?|societatea|noi
  bg: търговец(?:ът)?|доставчик(?:ът)?|дружество(?:то)?|продавач(?:ът)?|администратор(?:ът)?|оператор(?:ът)?
  ru: продав(?:ец|цом)|исполнител(?:ь|ем)|компания|администраци(?:я|ей)|оператор(?:ом)?|правообладател(?:ь|ем)|владел(?:ец|ьцем)|общество
  uk: продав(?:ець|цем)|виконав(?:ець|цем)|компанія|адміністраці(?:я|єю)|оператор|власник(?:ом)?
  el: (?:η |ο |το )?(?:εταιρε?ία|πωλητής|διαχειριστής|επιχείρηση)
  tr: satıcı|şirket|işletmeci|sağlayıcı
  hr: prodavatelj|trgovac|pružatelj|prodajalec|ponudnik|društvo
  et: müüja|ettevõte|pardavėj\p{L}|bendrovė|pārdevējs|uzņēmums
`)

/** Words in a sentence about something that the site only uses. */
export const USES = byLanguage(String.raw`
  en: \b(?:uses|using|(?:we|sites?) use|embed\p{L}{0,20}|links?|linked|third[ -]part\p{L}{1,20})\b
  de: \b(?:nutz(?:t|en|ung)|verwend\p{L}{1,20}|benutz\p{L}{1,20}|einsatz|eingesetzt|einge?bunden|links?|verlinkt\p{L}{0,20})\b
  fr: \b(?:utilis\p{L}{1,20}|liens?|tiers)(?!\p{L})
  es: \b(?:utiliza\p{L}{0,20}|emplea\p{L}{0,20}|enlaces?|terceros)(?!\p{L})
  it: \b(?:utilizza\p{L}{0,20}|usa|collegament\p{L}|terz[ei])(?!\p{L})
  nl: \b(?:gebruikt?|maakt gebruik|derden)(?!\p{L})
  pt: \b(?:usa|utiliza\p{L}{0,20}|terceiros)(?!\p{L})
  sv: använder|bruker|anvender|benytter|länkar
  fi: käyttä|hyödyntä
  pl: korzysta|używa|wykorzyst
  cs: používa|používá|využív
  hu: használ|igénybe
  ro: folose[șşs]te|utilizeaz
  bg: използва
  ru: использу|ссылк
  uk: використов
  el: χρησιμοποι
  tr: kullan
  lt: naudoja|izmanto|kasutab|koristi|uporablja
  vi: sử dụng|menggunakan
  ja: 利用して|使用
  ko: 사용|결제|이용한
  he: משתמש|يستخدم|تستخدم
`)
