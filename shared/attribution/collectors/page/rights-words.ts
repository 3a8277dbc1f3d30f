import { LABELLED_NUMBER } from '../../names/company-data.ts'
import { alternatives } from '../../names/pattern-code.ts'

/**
 * Phrases such as "all rights reserved" by language, as regular expressions. Copyright notices use
 * this phrase because of the Buenos Aires Convention (1910).
 */
const RESERVED = `
# English
(?:(?:all|some) )?rights? (?:are )?reserved(?: to| by)?
all rights (?:belong|owned|held)(?:s)? (?:to|by)
used (?:by|with) permission
# German
(?:(?:alle|einige) )?rechte (?:sind |bleiben )?vorbehalten
alle rechte (?:liegen )?bei
# French
(?:(?:tous|certains) (?:les )?)?droits (?:de reproduction )?(?:sont )?réservés(?: (?:à|par))?
# Spanish
(?:todos|algunos) los derechos (?:son |están )?reservados(?: (?:a|por))?
algunos derechos reservados
reservados todos los derechos
derechos reservados
# Catalan
tots els drets (?:estan )?reservats
# Basque
eskubide guztiak (?:erreserbatuta|gordeta)
# Galician
todos os dereitos reservados
# Italian
(?:(?:tutti i|alcuni) )?diritti (?:sono )?riservati(?: a)?
ogni diritto (?:è )?riservato
# Dutch
(?:alle )?rechten (?:zijn )?voorbehouden
# Portuguese
(?:todos os|alguns) direitos (?:são )?reservados(?: (?:a|à|por))?
direitos reservados
# Swedish
alla rättigheter (?:är )?(?:förbehåll(?:na|e?s)|reserverade|tillhör)
med ensamrätt
# Danish and Norwegian
alle rettigheter (?:er )?(?:forbeholdt|reservert|forbeholdes|tilhører)
alle rettigheder (?:er )?(?:forbeholdes|forbeholdt|tilhører)
# Icelandic
öll réttindi áskilin
# Finnish
kaikki oikeudet (?:pidätetään|pidätetty)
# Estonian
kõik õigused (?:on )?(?:kaitstud|reserveeritud)
# Latvian
visas tiesības (?:ir )?(?:aizsargātas|rezervētas)
# Lithuanian
visos teisės (?:yra )?saugomos
# Polish
(?:wszelkie |wszystkie )?prawa (?:są )?zastrzeżone
# Czech and Slovak
(?:všechna|veškerá) práva (?:jsou )?vyhrazena
všetky práva (?:sú )?vyhradené
# Slovene, Croatian, Bosnian and Serbian
vse pravice (?:so )?pridržane
sva prava (?:su )?(?:pridržana|zadržana|zaštićena)
сва права (?:су )?(?:задржана|заштићена)
# Hungarian
minden jog fenntartva
# Romanian
(?:toate )?drepturi(?:le)? (?:s[uî]nt )?rezervate
# Albanian
të gjitha të drejtat (?:janë )?të rezervuara
# Turkish and Azerbaijani
(?:tüm|her|bütün) hak(?:k[ıI]|lar[ıI](?:m[ıI]z)?) (?:sakl[ıI]d[ıI]r|mahfuzdur)
bütün hüquqlar qorunur
# Russian, Ukrainian, Belarusian and Bulgarian
(?:все |авторские )?права (?:защищены|сохранены|принадлежат)
[уву]с[іи] права (?:захищен[оі]|застережен[оі]|належать)
усе правы абаронены
всички права (?:са )?запазени
# Greek
με (?:την )?επιφύλαξη (?:παντός|κάθε)(?: νόμιμου)? δικαιώματος
όλα τα δικαιώματα (?:διατηρούνται|κατοχυρωμένα)
# Japanese
無断(?:複製・?)?転載(?:を禁[じず](?:ます)?|禁止)?
禁無断(?:転載|複製)
不許複製
# Chinese
版权所有
版權所有
保留(?:所有|一切)(?:权利|權利)
(?:著作權|著作权)所有
侵权必究
# Korean
모든 권리 보유
무단 ?전재
# Vietnamese
(?:giữ )?bản quyền thuộc về
mọi quyền được bảo lưu
# Indonesian and Malay
(?:seluruh |semua )?hak cipta (?:dilindungi|terpelihara)(?: undang-undang)?
hak cipta(?= )
# Hindi, Bengali, Tamil
सर्वाधिकार सुरक्षित
সর্ব(?:স্বত্ব|স্বত্ত্ব|সত্ত্ব) (?:সংরক্ষিত|স্বত্বাধিকার)
অনুমতি ছাড়া
அனைத்து உரிமைகளும் பாதுகாக்கப்பட்டவை
# Thai
สงวนลิขสิทธิ์
# Hebrew: the preposition before the name of the holder is a part of the next word
כל הזכויות שמורות(?: ל(?!-)-?)?
# Arabic
(?:جميع|كل|كافة) الحقوق محفوظة(?:\\s?لـ?(?=\\s|(?:شركة|مؤسسة|موقع|مجموعة|جريدة|صحيفة|جامعة|وزارة|مركز|جمعية|قناة|شبكة|مجلة|دار|بنك|متجر|منصة|هيئة|معهد|مدرسة|نادي|مكتب)(?!\\p{L})))?
# Persian
(?:تمامی|تمام|کلیه|کلیهٔ|همه)(?:‌?ی)? حقوق(?: [^\\s|]{1,20}){0,5}? (?:محفوظ|متعلق|مربوط)(?: (?:است|می‌باشد|می باشد))?(?: (?:و )?(?:متعلق )?(?:به|برای))?
`

/**
 * Phrases that credit the designer, host or software of a site, or the author of its pictures. The
 * name after such a phrase is not the name of the operator.
 */
const CREDITS = `
# English
\\b(?:proudly\\s+)?(?:powered|built|made|created|designed|developed|hosted|crafted|generated|secured|managed|maintained|published)\\b[^|]{0,30}?\\b(?:by|with|on|using|in)\\b
\\b(?:web ?site|site|web ?design|design|theme|template|concept|hosting|photos?|images?|website)\\s{0,2}(?:&\\s\\p{L}+\\s)?(?:by\\b|:)
\\bbest viewed\\b
\\bwebsites? by\\b
\\blicen[cs]ed (?:from|by|to)\\b
\\bsearch engine friendly urls\\b
(?<!\\p{L})(?:(?:on|with|using|built on) (?:the|an?)|mit (?:dem|einem)|avec (?:le|un)|con (?:el|il|un)|com (?:o|um)|med|met (?:het|een)|z|na|på) (?:[^\\s|.-]{1,20}[ -]){0,4}?(?:theme|template|thème|tema(?:et|t)?|thema|motyw\\p{L}{0,3}|szablon\\p{L}{0,3}|šablon\\p{L}{0,3}|plantilla|framework)(?!\\p{L})
^\\s*&\\s*[™®]
# German
\\b(?:foren|forum|blog|shop)-?software\\s{0,2}(?:von\\b|:)
\\b(?:web ?design|design|konzept|umsetzung|foto|bild|hosting)\\s{0,2}(?:von\\b|:)
\\b(?:erstellt|realisiert|umgesetzt|gestaltet|programmiert|entwickelt|konzipiert)\\s+(?:von|durch|mit)\\b
# French
\\b(?:site|conception|concept|realisation|réalisation|création|photo)\\s{0,2}(?:par\\b|:)
\\b(?:réalisé|créé|conçu|propulsé|développé|hébergé)e?\\s[^|]{0,30}?\\b(?:par|avec|sur)\\b
# Spanish, Catalan and Portuguese
\\b(?:diseño|desarrollo|sitio|site)\\s{0,2}(?:web\\s)?(?:por\\b|:)
\\b(?:diseñad[oa]|desarrollad[oa]|cread[oa]|realizad[oa]|desenvolvid[oa]|criad[oa]|produzid[oa]|feit[oa]|hech[oa]|dissenyada?t?)\\s[^|]{0,20}?\\b(?:por|con|com|per)\\b
# Italian
\\b(?:realizzat[oa]|creat[oa]|sviluppat[oa]|progettat[oa])\\s[^|]{0,20}?\\b(?:da|con|dalla)\\b
# Danish, Norwegian, Swedish
(?<!\\p{L})(?:utviklet|udviklet|utvecklad|laget|lavet|bygg(?:d|et)|designet|produ[cs]er(?:ad|et)|lever(?:t|et|erad))\\s(?:a[fv]|med)\\s
# Romanian
(?<!\\p{L})(?:realizat|creat|dezvoltat|construit)\\s(?:de|cu)\\s
# Czech and Slovak
(?<!\\p{L})(?:vytvoř|vyrob|vytvor)en[oaáýée]\\s(?:v|na|pomocí|pomocou|s)\\s
# Dutch
\\b(?:website|site|ontwerp|realisatie|foto)\\s{0,2}(?:door\\b|:)
\\b(?:gemaakt|ontwikkeld|gerealiseerd)\\s[^|]{0,20}?\\b(?:door|met)\\b
# Polish, Czech, Slovak, Hungarian
(?<!(?:^|\\s)(?:je|jest|to)\\s)\\b(?:projekt|wykonanie|realizacja|tvorba(?: webu| stránek)?|vytvořil\\p{L}?|vytvoril\\p{L}?|készítette)\\s{0,2}(?:i wykonanie\\s?)?:?\\s(?=\\p{Lu})
# Russian and Ukrainian
(?<!\\p{L})(?:создание|разработка|дизайн|создан|сделано|работает на|створення|розробка)\\s{0,2}(?:сайт\\p{L}{0,2}|и поддержка)?\\s{0,2}(?:в|на|:|—|-)?\\s
# Translations
(?<!\\p{L})(?:translat(?:ion|ed)|traduction|traducción|tradução|traduzione|übersetzung|vertaling|översättning|překlad|tłumaczenie|fordítás|çeviri|перевод|переклад|μετάφραση|翻訳|翻译)\\s?(?:by|par|por|di|von|door|av|:|：)
# Chinese, Japanese and Korean
(?:技术支持|技術支持|网站建设|網站建設|设计制作|制作|サイト制作)\\s?(?:[:：]|\\s)
# Credits without a preposition, at the start of a part
(?:^|[|•·¦]\\s*)(?:disseny|diseño|design|grafica|graphisme|projecto|desenho|grafik)\\s(?:web\\s)?(?:de|di|da|por|par|von|by|av|af)\\s
(?:^|[|•·¦]\\s*)(?:realisatie|webdesign|web design|umsetzung|réalisation|realizzazione|realización|technik|layout|programmierung)\\b:?\\s
`

/** Phrases before the software of a site: "powered by" in more languages. */
const SOFTWARE = `
(?:proudly )?powered(?:-| )?by
(?:create|start|get) (?:your (?:own )?|an? )(?:free )?(?:forum|blog|wiki|board|website)
(?:créer|créez|ouvrir) (?:un|son|votre) (?:forum|blog|site)
(?:crea(?:r|te)?|criar|abrir) (?:un|um|tu|il tuo) (?:foro|forum|fórum|blog)
(?:forum|foren|blog) (?:kostenlos |gratis )?(?:erstellen|aanmaken)
(?:driven|running) (?:by|on)
(?:forum |community |board )?(?:software|script|player|engine|platform)\\s?(?:by|:)
(?:propulsé|fonctionne|motorisé) (?:par|avec|grâce à|sous)
(?:impulsado|potenciado|desarrollado) (?:por|con)
funciona (?:con|com|amb|gracias a)
(?:desenvolvido|movido) (?:com|por)
(?:realizzato|creato) con
basato su
(?:basiert|läuft|betrieben|erstellt) (?:auf|mit|unter)
(?:draait op|mogelijk gemaakt door|aangedreven door)
(?:drivs|drives|drevet|kører|kjører) (?:av|af|med|på)
toimii ohjelmistolla
töötab(?: tarkvaral)?
(?:darbojas|veikia)(?: ar| su)?
(?:napędzane przez|działa na|oparte na|skrypt \\p{L}{3,15}:?)
(?:založeno na|běží na|používá systém|poháněno|postavené na)
(?:működik|hajtja|motorja:?)
(?:rulează pe|susținut de)
(?:\\p{L}+ )?yazılımı\\s?:
altyapı\\s?:
(?:работает на|на базе|на движке|движок|працює на|базується на|задвижван от)
(?:λειτουργεί με|τροφοδοτείται από|με την υποστήριξη)
(?:cung cấp bởi|hỗ trợ bởi|phát triển bởi)
(?:didukung oleh|diberdayakan oleh)
(?:基于|由.{1,20}驱动|技术支持|程序：|強力驅動)
(?:مدعوم من|مبني على|پشتیبانی توسط|קוד של|מופעל על ידי)
`

/**
 * Stems of sentences about rights and their use, and labels of filing, licence, register and tax
 * numbers. A text that holds one of them is a notice and no name.
 */
const NOTICES = `
# English
\\b(?:reproduc|reprint|republish|redistribut|unauthori[sz]ed|without (?:the )?(?:prior |written |express )|permission|prohibited|permitted|copied|no part of|use of this|trademarks?|trade marks?|disclaimer|confidential|proprietary|not be used|subject to|is protected|do not copy)
# German
\\b(?:reproduktion|nachdruck|vervielf|unbefugt|genehmigung|untersag|urheberrechtlich|verantwortlich|v\\.\\s?i\\.\\s?s\\.\\s?d\\.\\s?p)
# French, Spanish, Catalan, Portuguese, Italian, Romanian
\\b(?:repro\\p{L}{1,3}(?:tion|ción|ció|ção|zione|cere)|interdit|autoris(?:ation|ée?)|autoriza|autorizzazion|prohibid|proibid|vietat|citando|contenus?\\b|contenid|conteúdo|contenuti|sujeto|soumis|licencia|licença|interzis|preluare)
# Dutch, Danish, Norwegian, Swedish
\\b(?:overname|toestemming|verboden|gengivelse|tilladelse|tillatelse|forbudt|tillstånd|förbjud|ansvarlig|ansvarig|redaktør|redaktör|chefred|eftertryck)
# Finnish, Estonian, Latvian, Lithuanian
(?:kopioiminen|luvatta|kielletty|keelatud|aizlieg|draudžiama|kopijuoti|leidim)
# Polish, Czech, Slovak, Slovene, Croatian, Serbian
(?<!\\p{L})(?:kopiowani|zabron|rozpowszechni|zgod[yą]\\b|kopírov|zakáz|šíření|šírenie|souhlas|kopiranj|prepov|zabranj|dozvol|преузимањ)
# Hungarian, Turkish, Albanian
(?<!\\p{L})(?:másol|tilos|engedély|felhasznál|izinsiz|kopyala|yasak|kullanıl|alıntı|ndalohet)
# Russian, Ukrainian, Bulgarian
(?<!\\p{L})(?:копирован|перепечат|цитирован|воспроизвед|использован|запрещ|заборон|забран|разрешен|дозвол|согласи|ссылк|посилан|материал|матеріал|копіюван|передрук|препечатв|защищен|свидетельств|свідоцтв|лиценз|ліценз|редакци|редактор)
# Greek
(?<!\\p{L})(?:αναδημοσ|αναπαραγωγ|απαγορε|άδεια)
# Chinese
(?:(?:\\p{Script=Han}\\s?)?ICP\\s?[备備证証]\\s?[:：]?\\s?\\S{0,2}\\d|备案|備案|许可|許可證|公网安备|执照|转载|轉載|禁止|未经|未經|授权|授權|版权|版權|著作权|著作權|本站|本网|本網|所有内容|所刊|举报|舉報|邮箱|电话|電話|地址|域名|浏览器|分辨率|推荐使用)
# Japanese
(?:すべて|全ての|一切|転載|禁じ|禁止|無断|掲載|著作|複製|引用|当サイト|本サイト|ください|(?:ます|です)(?:。|$))
# Korean
(?:무단|금지|복제|저작권|콘텐츠|컨텐츠|사업자(?! ?등록 ?번호)|통신판매|대표자?\\s?[:：]|주소\\s?[:：]|습니다|허락)
# Arabic, Persian, Hebrew
(?:يمنع|يحظر|نسخ|إعادة نشر|الموقع غير|استفاده|کپی|نقل|ذکر منبع|غیرقانونی|بازنشر|אין להעתיק|ללא אישור|שימוש)
# Vietnamese, Indonesian, Thai, Bengali, Hindi
(?<!\\p{L})(?:cấm|sao chép|ghi rõ|giấy phép|dilarang|menyalin|tanpa izin|ห้าม|อนุญาต|অনুমতি|প্রকাশিত|निषेध|अनुमति)
# Labels of numbers
(?:^|[\\s(])(?:(?:tel(?:efon\\p{L}?|éfono|éphone)?|ph(?:one)?|fax|mobile?|toll.free|cap(?:itale|\\.) soc\\p{L}*)\\s?[.:№#°n]{0,3}\\s?(?:\\p{Lu}{0,4}\\s?-?)\\d|${LABELLED_NUMBER})
`

/** Menu words behind a name that no sign separates from it, and entries of menus. */
const MENU = `
terms\\b(?! ltd)
privacy
cookies?\\b
site ?map
legal (?:notices?|notes?|info\\p{L}*|statements?)
imprint
disclaimer
contact(?: us)?\\b(?=$|\\s*[|:&])
about us
accessibility\\b
return to top
back to top
log ?in\\b
read more
registered (?:in|office|company|charity|no)
impressum
datenschutz
agb\\b
kontakt\\b
nutzungsbedingungen
mentions légales
politique de
conditions (?:générales|d['’]utilisation)
plan du site
aviso legal
política de
términos y
condiciones
contacto\\b
mapa (?:web|del sitio|do site)
note legali
informativa
contatti\\b
chi siamo
privacybeleid
algemene voorwaarden
personuppgift
integritetspolicy
personvern
privatlivspolitik
handelsbetingelser
tietosuoja
polityka prywat
regulamin\\b
obchodní podmínky
ochrana osobn
zásady
adatvédelm
általános szerződési
politica de
termeni și
gizlilik
kullanım
privatumo
rašykite
пол[иі]тика
пользовательское
условия
умови
карта сайт
обратная связь
написать нам
контакт
όροι χρήσης
πολιτική
προσωπικά δεδομένα
επικοινωνία
利用規約
プライバシ
特定商取引
個人情報
お問い?合わせ
サイトマップ
隐私
隱私
联系我们
聯絡我們
关于我们
關於我們
网站地图
首页
使用条款
개인정보
이용약관
سياسة الخصوصية
شروط
اتصل بنا
حریم خصوصی
تماس با ما
מדיניות
צור קשר
תנאי
`

/**
 * Work of which a notice covers a part only, such as the theme. Its holder does not run the site.
 */
const PORTIONS = `
portions?(?: (?:of (?:this|the) [\\p{L} ]{3,30}|are))?
(?:contains|includes|uses|incorporates|based on)(?: (?:the|a|an))? (?:[\\p{L}-]{1,30} ){0,3}?(?:material|content|code|work|data|text|images?|template|software)s?
(?:earlier|previous|prior|older|original|first|former) (?:versions?|editions?|releases?|works?|site)
(?:some|certain|selected|stock|product) (?:images?|photos?|photographs?|pictures?|content|material|text|illustrations?)s?
(?:frühere versionen?|ältere versionen?|enthält material|einige (?:bilder|fotos)|versions? (?:antérieures?|précédentes?)|certaines (?:images|photos)|versiones anteriores|algunas (?:imágenes|fotos)|versioni precedenti|alcune (?:immagini|foto))
parts?(?: of (?:this|the) [\\p{L} ]{3,30})?(?: are)?
(?:forum |board |shop |blog |e-?commerce |wiki |bulletin board |cms )?(?:software|engine|script|code|plugin|platform)
(?:[\\p{L}-]{1,30} )?(?:theme|template|skin|layout|stylesheet|style)
(?:map|weather|market|stock|sports?) data
maps?
(?:mapové podklady|dane mapy|données cartographiques|datos del mapa|dati mappa|kaartgegevens|картографические данные|地図データ)
icons?
fonts?
(?:teile|software|design|vorlage|karten(?:daten)?)
(?:logiciel|thème|modèle|parties?)
(?:plantilla|tema|modelo|partes)
(?:программное обеспечение|движок|шаблон|скрипт|дизайн)
`

/** Words before an exception from the rights: "© Kork unless otherwise noted". */
const EXCEPTIONS = `
unless|except|save where
sauf|salvo|exceto|excepto|eccetto
(?:soweit|sofern|falls|wenn) nicht|außer|tenzij
om (?:inte|inget|ej)|hvis ikke|dersom ikke|med ?mindre
o ile nie|jeśli nie|chyba że|pokud není|ak nie je
dacă nu|hacsak|ellei|jollei|если не|якщо не
`

/** Nouns before the holder of a picture: "Cover image: Dunes, 1988. © Ada Birch Estate". */
const PICTURES = `
photo(?:graph)?s?|images?|pictures?|artwork|illustrations?
bild(?:er)?|fotos?|fotonachweis|photographie
imagen|imágenes|imagem|imagens|immagin[ei]|fotografi\\p{L}{1,2}|illustrazion[ei]
ilustra\\p{L}{1,5}|afbeelding(?:en)?|zdjęci[ea]|obrázek|obrázky|fotky
kuvat?|kép(?:ek)?|imagine|fotoğraf|görsel|фото(?:графи[яи])?|изображение
`

/** Nouns for the site itself, the subject of a credit: "Web desarrollada por Kork". */
const SITE_NOUNS = `
web ?sites?|web|sites?|p[áa]gina|sitio|sito|strona
(?:webové )?stránk[ay]|hjemmesiden?|nettsiden?|hemsidan?|webbplatsen?
weboldal|honlap|kotisivut?|сайт
`

const MONTHS_OF_ROMAN = String.raw`\bM{2}[XVI]{1,7}\b|\bMCM[XLVIC]{2,8}\b`

/**
 * One year of a notice: four digits, an open digit ("202x"), an apostrophe and two digits, a
 * placeholder that a template left, Persian or Arabic digits, or a Roman number.
 */
export const YEAR = String.raw`(?:(?<![\p{L}\d.])(?:19|20|25)(?:\d{2}|\d[x?_*]|[x?_*]{2})(?!\d|\.\d|\p{Ll})|(?<![\p{L}\d])['’‘]\d{2}(?!\d)|\{{1,2}\s{0,2}[\w.$@]{0,30}year[\w.()]{0,20}\s{0,2}\}{1,2}|[[%]year[\]%]|%[Yy](?![\p{L}\d])|(?<![\p{L}\d])(?:yyyy|jjjj|aaaa|гггг)(?![\p{L}\d])|\$\{[^{}|]{0,60}year[^{}|]{0,20}\}|[０-９]{4}|[۰-۹٠-٩]{4}|[০-৯]{4}|[०-९]{4}|[๐-๙]{4}|${MONTHS_OF_ROMAN})`

export const RESERVING_WORDS = new RegExp(
  `(?:(?<![\\s,|–—-])[\\s,|–—-]+)?(?:${alternatives(RESERVED)})[.!]?`,
  'giu',
)

/**
 * Matches the same lines as `RESERVING_WORDS`, without the text before the phrase, which makes the
 * test slow.
 */
export const RESERVING_PHRASE = new RegExp(alternatives(RESERVED), 'iu')

const SOFTWARE_WORDS = `(?<!\\p{L})(?:${alternatives(SOFTWARE)})(?!\\p{L})`

export const MADE_WITH = new RegExp(SOFTWARE_WORDS, 'iu')

/** Such a word may also begin the name of the holder: "© 2026 Webdesign Kork". */
export const NAME_LIKE_CREDIT =
  /^[^|•·¦\p{L}]*(?:realisatie|webdesign|web design|umsetzung|réalisation|realizzazione|realización|technik|layout|programmierung)\s(?!(?:by|von|par|por|door|de|di|da|av|af|og|och|und|en|and)\s)\p{L}/iu

/** Part of a program, and its maker before the sign: "Gallery plug-in by Kork™". */
export const EXTENSION_BY =
  /(?:add-?ons?|plug-?ins?|mods?|modul\p{L}{0,2}|themes?|thema|styles?|skins?|templates?|galler\p{L}{1,3}|chat|scripts?|extensions?|erweiterung(?:en)?|widgets?|engine|seo|optimi[sz]ation|cart|captcha)\s+(?:by|von|par|por|di|da|av|af|door|przez|od)\s+(?<maker>\S.*)$/iu

export const CREDITING_WORDS = new RegExp(`(?:${alternatives(CREDITS)}|${SOFTWARE_WORDS}).*`, 'isu')

export const NOTICE_WORDS = new RegExp(alternatives(NOTICES), 'iu')

export const MENU_WORDS = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives(MENU)}).*`, 'isu')

export const PORTION_BEFORE = new RegExp(
  `(?:^|[\\s|.,;(-])(?:${alternatives(PORTIONS)})\\s{0,3}[:,(-]?\\s{0,3}$`,
  'iu',
)

const QUESTION_WORDS = new Set(
  `
  how what why where when who wie was warum wo wer wann comment pourquoi où qui quoi cómo qué
  quién dónde come perché cosa chi dove hoe waarom wat waar hvordan hvad hva hvorfor hvem hvor
  hur varför vad vem var como quem onde jak dlaczego kto gdzie proč kdo kde mikä miksi kuka
  miten как почему кто где що як hogyan miért nasıl neden
`
    .trim()
    .split(/\s+/u),
)

/** True for a link to an answer: "Hvordan bruker vi KI". Capitals make a name: "What Hi-Fi". */
export function isQuestion(text: string): boolean {
  const [first = '', second = ''] = text.split(' ', 2)
  return QUESTION_WORDS.has(first.toLowerCase()) && /^\p{Ll}/u.test(second)
}

/** In capitals such a word may be a name: "SALVO". */
export const EXCEPTING = new RegExp(
  `(?<![\\s,;(])[\\s,;(]+(?:${alternatives(EXCEPTIONS)})\\s.*$`,
  'su',
)

export const PICTURE_LABEL = new RegExp(
  `(?:^|[\\s.(])\\p{L}{0,12}(?:${alternatives(PICTURES)})\\s?:\\s[^|¦•·]*$`,
  'iu',
)

export const SITE_NOUN = new RegExp(
  `^(?:the |la |el |il |le )?(?:${alternatives(SITE_NOUNS)})(?: (?:web|internet\\p{L}{0,3}))?(?: (?:er|är|is|est|è|é|je|jest))?$`,
  'iu',
)
