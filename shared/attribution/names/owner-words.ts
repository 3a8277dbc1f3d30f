import { lines, words } from '../../platform/multiline.ts'
import { alternatives, inOnePlace } from './pattern-code.ts'

/** Nouns that stand between a brand and its owner, such as "division" in "X, a division of Y". */
const KINDS = words`
  division part brand subsidiary unit member product publication service website site
  property project imprint trademark magazine newspaper initiative program company marke
  webseite website produkt angebot teil unternehmen projekt tochter tochterunternehmen
  tochtergesellschaft magazin publikation service dienst zeitschrift titel marque site
  publication filiale service produit titre marca sitio producto publicación servicio portal
  empresa marchio sito prodotto testata pubblicazione servizio merk onderdeel uitgave website
  titel handelsnaam varumärke del tidning varemærke udgivelse varemerke produkt merke część
  marka serwis częścią marką projekt projektem własność własnością značka projekt součást
  značkou projektem součástí súčasť súčasťou projektom vydavatelství marcă proiect divizie
  serviciu parte проект бренд подразделение издание сайт проектом брендом частью сайтът марка
  част proyecto progetto projeto projet divisione divisão división
`

const kinds = inOnePlace(`(?:${KINDS.join('|')})`)
const OF = inOnePlace(
  lines`
    (?:(?:du groupe|del gruppo|del grupo|of(?: the)?|by|from|der|des|von|vom|de la|de|du|del|
    della|di|da|do|van(?: de)?|von der|af|av|grupy|spółki|firmy|společnosti|spoločnosti|al|a|
    компании|фирмы|на)\s+|dell['’]\s*)
  `,
)
const IS = inOnePlace('(?:is|are|ist|est|es|è|é|jest|je|este|е|является|is een|är|er)')
const A = '(?:an?|the|ein|eine|einer|une|un|una|uma|um|een|ett|en|et|jest)'

/** Matches "X, a division of Y", "X is part of the Y" and "X ist eine Marke der Y". */
export const OWNED_BY = new RegExp(
  lines`
    ^(?<owned>\S.{0,70}?)[®™]?(?:\s{0,3}[,–—|(-]|
    \s{1,3}${IS}(?!\p{L}))\s{0,3}(?:${A}\s{1,3})?(?:\p{L}+[ -]){0,2}?${kinds}\s{1,3}${OF}
    (?<owner>\S.*)$
  `,
  'iu',
)

/** Matches "X, a Y company". */
export const OWNER_AROUND = new RegExp(
  lines`
    ^(?:(?<owned>\S.{0,70}?)[®™]?\s{0,3}(?:[,–—|(-]|
    \bis\b)\s{0,3})?\b[Aa]n?\s{1,3}(?<owner>\p{Lu}[^,.;|()]{1,60}?)\s{1,3}(?:[Cc]ompany|
    [Bb]rand|web ?site|creation|publication|production|property|product|business|subsidiary|
    network)\b
  `,
  'u',
)

export const OWNER_IN_CAPITALS = new RegExp(
  lines`
    ^(?:(?<owned>[^,–—|(]{1,70}?)[®™]?\s{0,3}[,–—|(-]\s{0,3})?AN?\s{1,3}
    (?<owner>[^,;|()]{2,60}?)\s{1,3}(?:COMPANY|BRAND|WEBSITE|PUBLICATION|PRODUCTION|PROPERTY|
    SUBSIDIARY)\b
  `,
  'u',
)

const LABELS = alternatives(`
owner|operator|publisher|published by|editor|owned by|operated by|property of
herausgeber|herausgegeben von|verlag(?=:)|betreiber
éditeur|édité par|publié par
propietario|propiedad de|editado por|(?:editora?|edita|titular)(?=\\s?[:：])
editore(?=[:：])|edito da(?=\\s?\\p{Lu})|proprietà di
uitgever(?=[:：])|uitgegeven door|eigendom van
udgiver|udgives af|utgivare|utgiver|utgis av|utges av|ansvarig utgivare
kustantaja|julkaisija
vlasnik|nakladnik|izdavač|založnik|lastnik|izdajatelj|собственик|издател
leidėjas|savininkas|izdevējs|īpašnieks|väljaandja|omanik
proprietar|editat de
(?:בעלים|מו״ל|الناشر|المالك|صاحب امتیاز|ناشر)(?=\\s?[:：])
kiadó(?=[:：])|kiadja(?: az?)?
az? (?:\\S+ ){1,3}?(?:kiadója|üzemeltetője|tulajdonosa|fenntartója) az?
wydawca|vydavatel|vydavateľ|vydává|provozovatel
учредител[ьи]|издатель|засновник|видавець
yayıncı|diterbitkan oleh|penerbit|εκδότης|ιδιοκτησία
主办单位|主辦單位|运营|發行|发行|運営会社|運営|編集|発行
`)
export const LABELLED = new RegExp(`^(?:${LABELS})\\s*(?:[:：]|(?=\\s)|(?<=da))\\s*`, 'iu')

/** Beginnings of a line before the name of the owner, such as "The official website of". */
export const OWNER_LEAD = new RegExp(
  lines`
    ^(?:(?:this (?:site|website) is\s+)?(?:${A}\s+)?(?:proud(?:ly)?\s+)?(?:\p{L}+[ -])?${kinds}
    \s+${OF}(?=\p{Lu})|(?:the )?(?:official )?(?:web ?shop|web ?site|site|online store|store|
    shop|home ?page) (?:of|for)\s+(?=\p{Lu})|(?:run|produced) by\s+|(?:le |el |il |o )?(?:site|
    sitio|sito)(?: web| internet)? (?:officiel|oficial|ufficiale) (?:de la|de|du|des|del|della|
    dell['’]|do|da)\s+|offizielle[rs]? (?:web ?seite|internetseite|internetauftritt) (?:der|
    des|von)\s+|officiële website van(?: de)?\s+|oficjalna strona\s+|официальный сайт\s+|
    registered trademark of\s+|(?:web ?sites?|sites?|webseiten|angebote?|titel) (?:of|by|from|
    der|des|von|du|de|van)\s+|advertise with\s+|ein angebot (?:der|des|von)\s+|
    ${LABELLED.source.slice(1)})
  `,
  'iu',
)
