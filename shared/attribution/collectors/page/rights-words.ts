/**
 * Phrases such as "all rights reserved" by language, as regular expressions. Copyright notices use this phrase because of the Buenos Aires
 * Convention (1910).
 */
const RESERVED = `
# English
all rights? (?:are )?reserved
# German
alle rechte vorbehalten
# French
tous droits (?:de reproduction )?réservés
# Spanish
todos los derechos reservados
reservados todos los derechos
derechos reservados
# Catalan
tots els drets reservats
# Italian
tutti i diritti (?:sono )?riservati
# Dutch
alle rechten voorbehouden
# Portuguese
todos os direitos reservados
direitos reservados
# Swedish
alla rättigheter (?:är )?förbehållna
# Danish and Norwegian
alle rettigheter (?:forbeholdt|reservert|forbeholdes)
alle rettigheder forbeholdes
# Finnish
kaikki oikeudet pidätetään
# Estonian
kõik õigused kaitstud
# Latvian
visas tiesības aizsargātas
# Lithuanian
visos teisės saugomos
# Polish
wszelkie prawa zastrzeżone
# Czech and Slovak
všechna práva vyhrazena
všetky práva vyhradené
# Slovene, Croatian, Bosnian and Serbian
vse pravice pridržane
sva prava (?:pridržana|zadržana)
# Hungarian
minden jog fenntartva
# Romanian
toate drepturile rezervate
# Turkish
tüm hakları saklıdır
# Russian, Ukrainian and Bulgarian
все права защищены
[уву]с[іи] права захищен[оі]
всички права запазени
# Greek
με (?:την )?επιφύλαξη παντός δικαιώματος
# Japanese
無断転載(?:を禁[じず])?
禁無断転載
不許複製
# Chinese
版权所有
版權所有
保留所有权利
著作權所有
# Korean
모든 권리 보유
무단 ?전재
# Vietnamese
bản quyền thuộc về
# Indonesian
(?:seluruh |semua )?hak cipta dilindungi
hak cipta(?= )
# Hindi
सर्वाधिकार सुरक्षित
# Thai
สงวนลิขสิทธิ์
# Hebrew: the preposition before the name of the holder is a part of the next word
כל הזכויות שמורות(?: ל(?!-)-?)?
# Arabic
جميع الحقوق محفوظة(?:\\s?لـ?(?=\\s))?
# Persian
(?:تمامی|کلیه|همه) حقوق[^|]{0,40}(?:محفوظ|متعلق)[^|]{0,20}
`

/**
 * Phrases that credit the designer, host or software of a site, or the author of its pictures. The name after such a phrase is not the
 * name of the operator.
 */
const CREDITS = `
# English
\\b(?:proudly\\s+)?(?:powered|built|made|created|designed|developed|hosted|crafted|generated|secured|managed|maintained|published)\\b[^|]{0,30}?\\b(?:by|with|on|using|in)\\b
\\b(?:web ?site|site|web ?design|design|theme|template|concept|hosting|photos?|images?|website)\\s{0,2}(?:&\\s\\p{L}+\\s)?(?:by\\b|:)
\\bbest viewed\\b
\\bwebsites? by\\b
\\blicen[cs]ed (?:from|by|to)\\b
^\\s*&\\s*[™®]
# German
\\b(?:web ?design|design|konzept|umsetzung|foto|bild|hosting)\\s{0,2}(?:von\\b|:)
# French
\\b(?:site|conception|concept|realisation|réalisation|création|photo)\\s{0,2}(?:par\\b|:)
# Spanish and Portuguese
\\b(?:diseño|desarrollo|sitio|site)\\s{0,2}(?:por\\b|:)
# Dutch
\\b(?:website|site|ontwerp|realisatie|foto)\\s{0,2}(?:door\\b|:)
# Credits without a preposition, at the start of a part
(?:^|[|•·]\\s*)(?:realisatie|webdesign|web design|umsetzung|réalisation|realizzazione|realización|technik|layout|programmierung)\\b:?\\s
`

export const YEAR = String.raw`(?:(?<![\p{L}\d.])(?:19|20|25)\d{2}(?![\d.]\d)|[۰-۹٠-٩]{4}|\bM{2}[XVI]{1,7}\b|\bMCM[XLVIC]{2,8}\b)`

const alternatives = (table: string): string =>
  table
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .join('|')

export const RESERVING_WORDS = new RegExp(`(?:(?<![\\s,|–—-])[\\s,|–—-]+)?(?:${alternatives(RESERVED)})[.!]?`, 'giu')

/** Matches the same lines as `RESERVING_WORDS`, without the text before the phrase, which makes the test slow. */
export const RESERVING_PHRASE = new RegExp(alternatives(RESERVED), 'iu')

export const CREDITING_WORDS = new RegExp(`(?:${alternatives(CREDITS)}).*`, 'isu')
