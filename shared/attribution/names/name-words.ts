import { lines, words } from '../../platform/multiline.ts'
export const PARTICLES = new Set(
  words`
    и і та a & and und et y e en of the de des du da do dos das del della dei di der die den
    dem van von zu zum zur la le les el los las l d for für pour para per fra og och i a o in
    im am an auf at on sur sous bei und/oder und/or + w we na ve ja ve
  `,
)
export const LEADING = new RegExp(
  lines`
    ^(?:(?:the|der|die|das|dem|den|des|la|le|les|el|los|il|lo|de|het|een|a|o|an|un|une|una|ein|
    eine|einer|der Firma|firma|société|sociedad|società|vennootschap|empresa|entreprise|
    company|vennootschap onder firma)\s+|l['’]\s?)
  `,
  'u',
)
export const ANNOUNCING = new RegExp(
  lines`
    ^(?:(?:published|operated|owned(?: and operated)?|run|managed|provided) by|
    (?:herausgegeben|betrieben|verantwortet) (?:von|durch)(?: der)?|(?:édité|publié|exploité|
    géré) par|(?:editado|publicado|operado|gestionado|administrado|mantido) (?:por|pela|pelo)|
    (?:edito|pubblicato|gestito) da(?:lla)?|(?:uitgegeven|beheerd) door|(?:utgitt|utgiven|
    udgivet|udgives|utgis|utges|drives|drivs) a[vf]|(?:wydawan|prowadzon)\p{L}{1,3} przez|
    vydává|julkaisija:?)\s+(?=\p{Lu})
  `,
  'iu',
)

/** A legal form with the name in quotation marks: ООО «Корк». */
export const QUOTED =
  /^(?:\p{Lu}{2,6}|\p{Lu}\p{Ll}{3,20}(?: \p{L}{1,20}){2,6}) [«„"][^«»„“”"]{2,100}[»“”"]/u

// Names of partners, such as "Hargrove, Lindqvist & Pryce LLP": their comma does not end the name.
const PARTNERS = new RegExp(
  lines`
    ^(?:\p{Lu}[\p{L}'’-]+, ){1,5}\p{Lu}[\p{L}'’-]+,? (?:(?:&|\+) \p{Lu}[\p{L}'’-]+|(?:and|und|
    et|y|e|og|och) \p{Lu}[\p{L}'’-]+,? (?=(?:LLP|LLC|P\.?C\.?|P\.?A\.?|PLLC|PLC|Ltd|Limited|
    Inc|Partner|PartG|GbR|Rechtsanwälte|Avocats|Abogados|Attorneys|Solicitors|Architects)))
  `,
  'u',
)

/** A title with full stops, such as "Dr. med. Ada Lind": its full stop does not end the name. */
const TITLED = new RegExp(
  lines`
    ^(?:(?:Univ\.-)?(?:Prof|PD|Priv\.-Doz|Dr|Dipl)\.?(?:-\p{L}{2,12}\.?)?(?: (?:med|dent|vet|
    phil|rer|nat|jur|iur|oec|pol|soc|theol|ing|habil|h|c|e|mult|
    univ)\.){0,4} ){1,3}\p{Lu}\S{0,40}
  `,
  'u',
)

export const HELD_TOGETHER = new RegExp(`${PARTNERS.source}|${TITLED.source}`, 'u')

/** Pronouns, roles, headings and titles of documents: "Contact us", "Data controller". */
export const NO_NAME = new RegExp(
  lines`
    ^(?:we|us|you|your|our|ours|it|they|them|this|that|these|those|he|she|who|which|i|me|my|
    wir|uns|ihr|ihnen|sie|nous|vous|nosotros|usted|ustedes|noi|voi|wij|ons|u|nós|você|
    third part(?:y|ies)|users?|visitors?|customers?|company|the company|the website|website|
    this website|this site|our website|site|our site|owner|operator|controller|data controller|
    data protection officer|data subjects?|service providers?|providers?|provider|processors?|
    contact|contact us|address|name|phone|telephone|telefon|tel|email|e-mail|mail|fax|
    impressum|imprint|legal notice|legal|privacy|privacy policy|terms|terms of service|
    terms of use|cookies?|cookie policy|home|about|about us|all rights reserved|copyright|
    the authors?|authors?|contributors|respective owners?|their respective owners?|
    us and our partners|verantwortlicher|betreiber|anbieter|diensteanbieter|kontakt|anschrift|
    adresse|responsable|titular|titolare|éditeur|editeur|hébergeur|vertreten durch|inhaber|
    n/?a|none|unknown|null|undefined|your company|company name|\[.*\]|\{.*\}|xxx+|
    lorem ipsum.*|example\b.*|muster.*|max mustermann.*|(?:rechts|schul)?träger|sitz|
    firmensitz|siège(?: social)?|sede(?: social| legale)?|domicilio|siedziba|sídlo|székhely|
    adresi?|address|unvan[ıi]?|ticaret unvan[ıi]|satıcı|sprzedawca|продавец|оператор|
    исполнитель|продавець|kontakty?|redakcja|redaktion|redazione|kapcsolat|yhteystiedot|
    iletişim)$
  `,
  'iu',
)
export const SENTENCE = new RegExp(
  lines`
    (?:^|\s)(?:is|are|was|were|will|shall|may|can|has|have|that|which|your|you|we|our|this|
    these|please|click|ist|sind|wird|werden|wurde|est|sont|sera|être|vous|nous|es|son|será|
    sono|viene|zijn|wordt|são|não|hat|haben|dass|diese[rsm]?|unsere?[nrms]?)(?:\s|$)
  `,
  'u',
)
export const CONNECTIVE = new RegExp(
  lines`
    ^(?:with|who|whose|located|having|registered|based|au|dont|sise|ayant|con|com|mit|
    vertreten|inscrita|immatriculée|met|gevestigd|avec|when|if|or|oder|ou|ved|med|z|ze|se|
    collects?|provides?|operates?|on|at|by|from|to|about)$
  `,
  'u',
)
export const KEPT_FULL_STOP = new RegExp(
  lines`
    (?:\p{L}\.\s?\p{L}|\b(?:Inc|Ltd|Corp|Co|Bros|Cie|Ltda|And|Jr|Sr|Univ|Assoc|Soc|Coop)|
    \s\p{Lu})\.$
  `,
  'iu',
)
export const MARKUP = /[<>{}\\^~=@#©\u0000-\u001f]|https?:|www\./iu

/** Abbreviations such as "St." in "St. Gallen Bank": their full stop does not end the name. */
export const ABBREVIATED = new RegExp(
  lines`
    ^(?:(?:\p{Lu}\.)*\p{Lu}|st|ste|dr|dra|dott|avv|geom|rag|mag|lic|prof|mr|mrs|ms|bros|univ|
    dept|mt|ft|jr|sr|no|nr|dipl|ing|inh|gebr|ltda?|co|cia|cie|hnos|assoc|soc|ind|com|imp|exp|
    serv|int|intl|mfg|u\.s|u\.k)\.$
  `,
  'iu',
)

/** Words of a legal document before the name of the company that it speaks for. */
export const DOCUMENT_WORDS = new RegExp(
  lines`
    ^.{0,80}?\b(?:policy|notice|statement|terms|conditions|agreement|site|website|services?|
    here|welcome|contract)\b.{0,30}?\b(?:of|by|with|from|to|at|for)\s+(?=\p{Lu})
  `,
  'iu',
)
/** First words of a sentence, before a capitalised name. */
export const SENTENCE_START = new RegExp(
  lines`
    ^(?:(?:(?:In |On |Since |As of )?(?:(?:January|February|March|April|May|June|July|August|
    September|October|November|December) )?(?:19|20)\d\d,?|Our|Your|This|These|At|By|In|When|
    While|If|We|Us|Please|Contact|About|Welcome|To|And|For|Through|With|Between|Wir|Die|Der|Das|
    Bei|Chez)\s+)(?=\p{Lu})
  `,
  'u',
)
