import { alternatives } from '../../names/pattern-code.ts'
import { foldedPattern } from './letter-case.ts'

/**
 * Stems of which every sentence of a group of patterns holds one. The patterns are long, and a
 * search for plain stems costs less than one of them. A line without a stem is not a sentence
 * about operators, which is true for nearly all lines of a page.
 */
const stems = (text: string): RegExp => foldedPattern(alternatives(text))

/** Verbs of running, owning and publishing. */
export const RUNNING = stems(String.raw`
  ed\s{1,3}by|run\s{1,3}by
  betrieben|herausgegeben|bereitgestellt|verantwortet|angeboten|verwaltet|gepflegt|unterhalten|gehört|eigentum|besitz
  édité|publié|publica|exploité|géré|proposé|détenu|administr|opéré|mis en ligne|maintenu|apparti|propri
  operad|operat|gestionad|gestionat|explotad|mantenid|pertence|pertenece|propiedad|titularid|titularitat
  gestit|edit|pubblicat|amministrat|offert[oaie]\s
  beheerd|geëxploiteerd|uitgegeven|aangeboden|onderhouden|gemaakt|eigendom|behoort
  mantid|gerid|explorad
  drivs|drives|ägs|ejes|eies|utges|utgis|udgives|vedlike|vedlige|ges ut|gis ut|gives ut|tillhör|tilhør
  ylläpitää|omistaa|julkaisee|hallinnoi|operoi
  prowadz|zarządza|obsługiwan|wydawan|utrzymywan|należy|własnoś
  provoz|spravov|spravuj|vlastn|vydáv|prevádzk|patří|patrí|majetkem
  deținut|detinut|întreținut|aparține
  собственност|собственост|притежание|принадлежи|поддържа|поддержива|управля|стопанисва|администрир|оперира|владеет
  належить|адмініструє|власністю|керує|володіє
  ανήκει|διαχειρίζεται|λειτουργεί|ιδιοκτησία
  valdo|prižiūri|priklauso|uztur|pārvalda|pieder|haldab|opereerib|omab|vlasništvu|upravlja|vodi\s|v\s{1,3}lasti
  propietat|thuộc|bởi|oleh|milik
  מופעל|מנוהל|מתופעל|בבעלות|שייך
  تدير|تشغ|يدير|تملك|مملوك|إدارة
  tarafından|aittir|üzemelteti|működteti|tartja\s|adja\s|tulajdon
`)

/** Words around a name, in sentences that end with their verb. */
export const ENCLOSING = stems(
  'wird|werden|wordt|worden|由|归|歸|属于|屬於|متعلق|運営|管理者|所有者|운영',
)

/** Nouns for the operator of a site. */
export const OPERATORS = stems(`
  operator|owner|publisher|behind|betreiber|anbieter|herausgeber|inhaber|eigentümer
  édit|propri|exploitant|titulaire|titular|propiet|editor|operador|titolare|gestore
  eigenaar|beheerder|uitgever|aanbieder|mantenedora
  ägare|utgivare|innehavare|ejer|udgiver|indehaver|driftsansvarlig|eier|utgiver|innehaver
  omistaja|ylläpitäjä|julkaisija|palveluntarjoaja
  właściciel|wydawc|organizator|usługodawc|administrator
  provozovatel|vydavatel|vlastník|majitel|prevádzkovateľ|vydavateľ|majiteľ|deținător
  собственик|оператор|администратор|притежател|владел|правообладател|издател|власник|адміністратор
  ιδιοκτ|διαχειριστής|δικαιούχο
  savinink|valdytoj|īpašniek|pārvaldītāj|uzturētāj|omanik|haldaja|vlasnik|izdavač|lastnik|upravljavec|nakladnik
  chủ|đơn vị|pemilik|pengelola|penyelenggara|בעל|מפעיל|مالك|مشغل|صاحب
  üzemeltetője|tulajdonosa|kiadója|működtetője|szolgáltatója|sahibi|işleten|işletmecisi|yayıncısı
`)

/** Verbs of running, behind the name of who does. */
export const OPERATES = stems(`
  owns|operates|runs|publishes|maintains|manages|betreibt|verantwortet|verwaltet
  exploite|édite|gère|publie|opera|gestiona|explota|administra|gestisce|pubblica|beheert|mantém
  driver|äger|ejer|eier
`)

export const RESPONSIBLE = stems('responsible|verantwortlich|responsable|responsáve')

/** "Is a", and nouns for a part, a brand or a subsidiary in languages without an article. */
export const BELONGING_TO = stems(String.raw`
  (?:is|are|ist|sind|est|es|è|é|är|er|és)\s{1,3}(?:an?|the|one|eine?|das|die|der|une?|le|la|el|una|een|uma?|et?t?n?)\s
  jest\s|je\s{1,3}(?:znač|proje|služ|produ|obcho|regis|inici|součá|brend|robna|blago|uslug)|este\s{1,3}(?:o|un)\s
  проект|марка|маркой|маркою|услуга|част|бренд|подразделени|підрозділ|сервіс|сервис|проєкт|состав
  είναι|adalah|là\s|ein\s|eine\s|filiale|onderdeel|dochter|fa\s{1,3}parte|forma\s{1,3}parte
  subsidiary|part\s{1,3}of|member|affiliate
`)

export const TRADEMARKS = stems('trademark|marke|warenzeichen|handelsmerk|znakiem|товарн')

/** Nouns for the controller of personal data. */
export const CONTROLLERS = stems(`
  controller|verantwortlich|responsable|titolare|verwerkings|verantwoordelijk|controlador|responsáve
  ansvarig|ansvarlig|rekisterinpitäjä|administrator|správc|prevádzkovateľ|adatkezelő|operator
  администратор|оператор|володіл|розпорядник|контролер|υπεύθυνο
  töötleja|valdytoj|pārzin|voditelj|upravljavec|sorumlusu|responsible
`)

/** Short names of the parties of a contract. */
export const DEFINED_NAMES = stems(String.raw`
  [(（]\s{0,2}(?:the\s{1,3})?["“„«]|hereinafter|hereafter|herein|referred|collectively|together|nachfolgend|im folgenden|nachstehend|im weiteren
  ci-après|adelante|sucesivo|endavant|di\s{1,3}seguito|in\s{1,3}seguito|ora in|hierna|verder|adiante|doravante|nedan
  nedenfor|heretter|herefter|följande|jäljempänä|zwan|dalej|dále|ďalej|továbbiakban|numit
  нарич|дал|надалі|εφεξής|εξής|bundan|daljnjem|nastavku|nadaljevanju|edaspidi|toliau|turpmāk
`)

/** English sentences about a host or an official site. */
export const HOSTS = stems(String.raw`
  (?:domain|name|server)\s{1,3}(?:is|and\s{1,3}its|and its)\s
  (?:this|the)\s{1,3}(?:host|server|domain)|reached\s{1,3}an?\s|(?:domain|site)\s{1,3}(?:used|owned|operated|run|published)\s
  belongs\s{1,3}to|official\s|d/b/a|dba
`)

export const PARENTHESES = stems('[(（]')
export const CONTRACTS = stems(String.raw`
  (?:between|among)\s{1,3}you|(?:agreement|contract)\s{1,3}(?:is|made|with)\s|and\s{1,3}its\s|policy\s{1,3}to\s|política\s
`)

export const FIRST_PERSONS = stems(String.raw`
  my name|i[’' ]\s?a?m\s|i[’']?m\s|je m|je suis|mein name|ich\s|me llamo|nombre es|soy\s|mi chiamo|sono\s|mijn naam|ik ben|ik heet
  nome é|chamo-me|eu sou|jeg\s|jag\s|nazywam|jmenuji|numesc|minun nimeni|меня зовут
`)
export const CREDITS = stems(String.raw`
  (?:site|design|designed|developed|development|made|built|created|powered|hosted|hosting|theme|umsetzung|gestaltung)\s?(?:by|par|von|durch|por|door|da|di|:)
  (?:realisation|réalisation|réalisé|conception|hébergement|realizzazione|diseño|ontwerp|realisatie)\s?(?:by|par|von|durch|por|door|da|di|:)
`)
