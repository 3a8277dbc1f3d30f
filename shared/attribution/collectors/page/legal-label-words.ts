import { listed } from '../../names/pattern-code.ts'

/**
 * Words on web pages that introduce the name of the responsible company or person, as regular
 * expressions. For some languages, general words such as "company" are left out, because tables
 * about cookies use these words as column headings.
 */

/**
 * Greek capitals are written without accents, so each accented letter in a word also matches the
 * letter without the accent.
 */
const inGreek = (text: string): string[] =>
  listed(text).map((word) =>
    word.replace(/[άέήίόύώ]/gu, (letter) => `[${letter}${letter.normalize('NFD').charAt(0)}]`),
  )

export const OPERATOR_WORDS: readonly string[] = [
  ...listed(String.raw`
    # English: Electronic Commerce Regulations 2002 (UK) regulation 6, Companies (Trading Disclosures) Regulations 2015
    (?:legal |registered |full |official )?(?:company|business|entity|trading|organi[sz]ation|corporate) name
    name of (?:the )?(?:company|business|organi[sz]ation|operator|owner|seller|publisher)
    registered name
    legal entity
    legal name
    (?:site |website |web site |business |shop )?(?:operator|owner|publisher)
    (?:website|site|owned|operated|published) (?:owner|by|and operated by)
    service provider \(imprint\)

    # Name of a party, in languages that inflect one of the two words
    (?:az? )?(?:üzemeltető|szolgáltató|tulajdonos|eladó|kereskedő|kiadó) (?:neve|megnevezése|cégneve)
    (?:jméno|název) (?:provozovatele|majitele|vlastníka|prodávajícího|vydavatele)
    (?:meno|názov) (?:prevádzkovateľa|majiteľa|vlastníka|predávajúceho|vydavateľa)
    (?:imię i nazwisko|nazwa) (?:właściciela|operatora|wydawcy|sprzedawcy)
    (?:ime|naziv) (?:lastnika|vlasnika|upravljavca|upravitelja|ponudnika|izdavača|prodavatelja|prodajalca)
    naam (?:van de )?(?:eigenaar|exploitant|uitgever|aanbieder|ondernemer|verkoper)
    nom (?:de l[’']|du |de la )(?:exploitant|éditeur|éditrice|propriétaire|responsable du site|vendeur|entrepreneur)
    nome (?:del |della |do |da |dell[’'])(?:titolare|proprietario|gestore|editore|titular|proprietário)
    nombre (?:del |de la )(?:titular|propietari[oa]|editor)
    numele (?:operatorului|proprietarului|vânzătorului|editorului)
    (?:ägarens|operatörens|ejerens|eierens|driftsansvarliges) (?:namn|navn)
    (?:omistajan|ylläpitäjän|palveluntarjoajan) nimi
    (?:omaniku|haldaja) nimi
    (?:наименование|имя|название|фио) (?:владельца|оператора|продавца|исполнителя|собственника)
    (?:име|наименование) на (?:собственика|оператора|търговеца|доставчика)
    (?:işletmeci(?:nin)?|satıcı(?:nın)?|site sahibinin) adı
    (?:όνομα|επωνυμία) (?:ιδιοκτήτη|παρόχου|διαχειριστή)

    # German: DDG section 5 (formerly TMG section 5), MStV section 18; Austria ECG section 5, MedienG section 25; Switzerland UWG article 3
    betreiber(?:in)?
    betreibergesellschaft
    betreiberfirma
    (?:web)?seitenbetreiber(?:in)?
    website-?betreiber(?:in)?
    shop-?betreiber(?:in)?
    (?:dienste)?anbieter(?:in)?
    herausgeber(?:in)?
    firma
    firmenname
    firmenwortlaut
    firmenbezeichnung
    unternehmen
    unternehmensname
    unternehmensbezeichnung
    name des (?:unternehmens|anbieters|betreibers|vereins|diensteanbieters)
    medieninhaber(?:in)?
    inhaber(?:in)?
    (?:website|webseiten|domain|shop)-?inhaber(?:in)?
    verleger(?:in)?
    vereinsname
    (?:rechts|schul)träger

    # French: LCEN (loi 2004-575) article 6 III; Belgium Code de droit économique article XII.6
    propriétaire
    [ée]diteur
    éditrice
    raison sociale
    d[ée]nomination(?: sociale)?
    société éditrice
    exploitant
    nom de (?:la société|l[’']entreprise|l[’']association|l[’']organisme)
    nom commercial

    # Spanish: LSSI (Ley 34/2002) article 10; Ley Federal de Protección al Consumidor (Mexico) article 76 bis
    titular
    titular (?:de la web|del (?:sitio|dominio|portal))
    raz[óo]n social
    denominaci[óo]n(?: social)?
    nombre (?:comercial|de la empresa|de la sociedad|fiscal|legal)
    nombre o raz[óo]n social
    propietari[oa]
    empresa
    empresa titular
    responsable
    editor
    editorial

    # Italian: d.lgs. 70/2003 article 7, Codice civile article 2250, DPR 633/1972 article 35
    proprietario
    ragione sociale
    denominazione(?: sociale)?
    nome (?:della società|dell[’']azienda|dell[’']impresa)
    editore
    gestore
    titolare
    titolare del sito

    # Dutch: Burgerlijk Wetboek article 3:15d, Handelsregisterwet 2007 article 27
    bedrijfsnaam
    statutaire naam
    handelsnaam
    eigenaar
    uitgever
    ondernemer
    naam (?:van (?:de|het) )?(?:onderneming|ondernemer|bedrijf|organisatie|vereniging|stichting)
    onderneming
    exploitant
    beheerder van de (?:web)?site

    # Portuguese: Decreto-Lei 7/2004 article 10 (Portugal), Decreto 7.962/2013 article 2 (Brazil)
    raz[ãa]o social
    denominaç[ãa]o(?: social)?
    proprietári[oa]
    entidade
    nome (?:empresarial|da empresa|fantasia|comercial|da entidade)
    empresa responsável
    entidade (?:responsável|titular|proprietária|gestora)
    firma
    editora
    mantenedora

    # Polish: ustawa o świadczeniu usług drogą elektroniczną article 5, ustawa o prawach konsumenta article 12
    właściciel(?: (?:strony|serwisu|sklepu|witryny|portalu))?
    nazwa (?:firmy|spółki|przedsiębiorcy|podmiotu|przedsiębiorstwa|pełna)
    pełna nazwa
    firma przedsiębiorcy
    operator (?:serwisu|strony|sklepu|portalu)
    administrator (?:strony|serwisu|sklepu|portalu)
    usługodawca
    wydawca
    sprzedawca

    # Czech: občanský zákoník section 435 and section 1820
    provozovatel(?: (?:webu|stránek|serveru|e-?shopu|portálu|internetov\p{L}{1,4} (?:stránek|obchodu)|webov\p{L}{1,4} stránek))?
    vydavatel
    název (?:společnosti|firmy|subjektu|organizace|spolku)
    obchodní (?:firma|jméno|název)
    právnická osoba
    majitel(?: (?:webu|stránek))?
    prodávající

    # Slovak: zákon 22/2004 section 4, Obchodný zákonník section 3a
    prevádzkovateľ(?: (?:webu|stránok|stránky|e-?shopu|portálu|internetov\p{L}{1,4} obchodu))?
    vydavateľ
    názov (?:spoločnosti|firmy|organizácie)
    obchodné (?:meno|názov)
    právnická osoba
    majiteľ
    predávajúci

    # Danish: e-handelsloven section 7
    virksomhed
    virksomheds?navn
    virksomhedens navn
    firmanavn
    selskabsnavn
    udgiver
    ejer(?: af (?:siden|hjemmesiden|webshoppen))?
    juridisk navn
    foreningens navn

    # Swedish: lagen (2002:562) om elektronisk handel section 8
    företag(?:snamn|ets namn)?
    bolag(?:snamn|ets namn)?
    organisation
    firmanamn
    ägare(?: (?:till|av) (?:webbplatsen|sidan))?
    juridiskt namn
    föreningens namn

    # Norwegian: ehandelsloven section 8
    foretak(?:snavn)?
    firmanavn
    selskap(?:snavn|ets navn)?
    bedriftsnavn
    utgiver
    eier(?: av (?:nettstedet|nettsiden|nettbutikken))?
    juridisk navn

    # Finnish: laki sähköisen viestinnän palveluista (917/2014) section 176
    yritys
    yrityksen nimi
    yrityksen virallinen nimi
    toiminimi
    yhdistyksen nimi
    ylläpitäjä
    sivuston (?:omistaja|ylläpitäjä|julkaisija)
    omistaja
    julkaisija

    # Hungarian: 2001. évi CVIII. törvény section 4, 45/2014. (II. 26.) Korm. rendelet section 11
    üzemeltető(?:je)?
    (?:a )?(?:honlap|weboldal|webáruház|webshop|oldal) (?:üzemeltetője|tulajdonosa)
    (?:honlap|weboldal|webáruház)-üzemeltető
    tulajdonos
    cégnév
    cég neve
    társaság neve
    vállalkozás neve
    szolgáltató (?:neve|adatai)
    szervezet neve
    eladó(?: neve)?
    kiadó

    # Romanian, Slovenian, Croatian: Legea 365/2002 article 5, ZEPT article 5, Zakon o elektroničkoj trgovini article 6
    denumire(?: societate)?
    vânzător
    prodavatelj
    izdavač

    # Russian: закон «О защите прав потребителей» article 9, 149-ФЗ article 10, закон «О СМИ» article 27
    (?:полное |сокращ[её]нное |фирменное |юридическое )?наименование(?: (?:организации|компании|юридического лица|продавца))?
    название (?:компании|организации|юридического лица)
    владелец(?: (?:сайта|агрегатора|магазина|интернет-магазина|ресурса))?
    юридическое лицо
    правообладатель
    издатель
    учредитель
    продавец
    исполнитель
    оператор сайта
    администрация сайта
    администратор сайта

    # Ukrainian: закон 675-VIII «Про електронну комерцію» article 7, закон «Про медіа»
    назва(?: (?:компанії|організації|підприємства|юридичної особи))?
    (?:повне |скорочене )?найменування(?: (?:організації|підприємства|юридичної особи))?
    (?:повна|юридична|офіційна) назва
    власник(?: (?:сайту|магазину|інтернет-магазину))?
    юридична особа
    правовласник
    засновник
    видавець
    продавець
    виконавець
    оператор сайту
    адміністрація сайту

    # Arabic: Saudi E-Commerce Law (M/126) article 6, UAE Federal Decree-Law 14/2023
    [اإ]سم (?:الشركة|المنش[أا]ة|المؤسسة|الجهة|الجمعية|المتجر|التاجر|البائع|المالك|الكيان)
    الاسم (?:التجاري|القانوني|الرسمي)
    (?:مالك|صاحب|مشغل|مشغّل|ناشر) (?:الموقع|المتجر|المنصة|التطبيق)
    الشركة (?:المالكة|المشغلة|المشغّلة|الناشرة)
    الجهة (?:المالكة|المشغلة|المشغّلة)
    المالك
    الناشر

    # Hebrew: חוק הגנת הצרכן section 14ג (distance selling)
    שם (?:ה)?(?:חברה|עסק|תאגיד|עמותה|ארגון|בית העסק|מפעיל|בעלים)
    שם (?:משפטי|רשום|מסחרי)
    (?:בעל|בעלי|בעלת|מפעיל|מפעילת|מפעילי) (?:ה)?(?:אתר|חנות|אפליקציה)
    (?:ה)?בעלים
    המפעיל(?:ה)?
    (?:ה)?מוכר(?:ת)?

    # Hindi: Consumer Protection (E-Commerce) Rules 2020 rule 4, Companies Act 2013 section 12
    (?:कंपनी|कम्पनी|संस्था|संगठन|फर्म|व्यवसाय|व्यापार|विक्रेता|स्वामी|प्रकाशक|संचालक) का (?:पूरा |कानूनी |पंजीकृत )?नाम
    (?:पंजीकृत|कानूनी|व्यापारिक) नाम
    (?:वेबसाइट|साइट) (?:का|के|की) (?:स्वामी|संचालक|मालिक|प्रकाशक)
    स्वामी
    मालिक
    संचालक
    प्रकाशक

    # Indonesian: PP 80/2019 (electronic trade), PP 71/2019 (electronic systems), UU 40/1999 (press)
    nama (?:perusahaan|badan usaha|badan hukum|usaha|pelaku usaha|yayasan|organisasi|resmi|pt)
    (?:pemilik|pengelola|penyelenggara|operator) (?:situs|website|web|laman|toko|usaha)
    pemilik
    pengelola
    penerbit
    badan hukum
    badan usaha
    pelaku usaha
  `),
  ...inGreek(`
    # Greek: ΠΔ 131/2003 article 4, law 4548/2018 article 14, law 5005/2022 (media)
    (?:εταιρική |πλήρης )?επωνυμία(?: (?:εταιρείας|εταιρίας|επιχείρησης|φορέα))?
    διακριτικός τίτλος
    όνομα (?:εταιρείας|εταιρίας|επιχείρησης)
    ιδιοκτήτης(?: (?:ιστοσελίδας|ιστοτόπου|ιστότοπου))?
    ιδιοκτήτρια(?: εταιρεία| εταιρία)?
    ιδιοκτησία
    (?:ιδιοκτησία|ιδιοκτήτης) ?[-–/] ?εκδότης
    εκδότης
    εκδότρια εταιρεία
    διαχειριστής (?:ιστοσελίδας|ιστοτόπου|ιστότοπου)
    νομικό πρόσωπο
    πωλητής
  `),
  ...listed(`
    # Turkish: 5651 sayılı Kanun article 3, 6563 sayılı Kanun article 3, Türk Ticaret Kanunu article 1524, Basın Kanunu article 4
    [uü]nvan(?:ı)?
    (?:ticaret|ticari|şirket|firma|kurum|satıcı) [uü]nvan(?:ı)?
    (?:şirket|firma|işletme|kurum|dernek|vakıf) (?:adı|ismi)
    (?:web )?site(?:si)?(?:nin)? sahibi
    imtiyaz sahibi
    işletmeci
    işleten
    yayıncı(?: kuruluş)?
    satıcı
  `),
]

/** Labels for the controller of personal data (GDPR article 4 no. 7 and similar laws). */
export const CONTROLLER_WORDS: readonly string[] = [
  ...listed(String.raw`
    # English: GDPR articles 4 and 13; India Digital Personal Data Protection Act 2023 section 2 (data fiduciary)
    data controller
    controller(?: of (?:your )?(?:personal )?data)?
    data fiduciary

    # German: DSGVO article 4 no. 7, Swiss DSG article 5
    verantwortliche[rn]?(?: stelle)?
    verantwortlich im sinne
    datenverantwortliche[rn]?

    # French and Spanish: RGPD article 4
    responsable (?:du|de|del) (?:traitement|tratamiento)(?: de(?:s|\slos)? (?:données|datos)(?: personnelles| personales)?)?
    responsable de (?:los|sus|tus) datos(?: personales)?

    # Italian: GDPR article 4, d.lgs. 196/2003
    titolare(?: del trattamento)(?: dei dati)?(?: personali)?

    # Dutch: AVG article 4
    verwerkingsverantwoordelijke
    verantwoordelijke voor de (?:gegevens)?verwerking

    # Portuguese: RGPD article 4, LGPD (Lei 13.709/2018, Brazil) article 5
    (?:responsável|controlador)a?(?: pelo tratamento| dos dados| de dados)?(?: de dados| dos dados)?(?: pessoais)?

    # Polish: RODO article 4
    administrator(?:em)? (?:pani\/pana |twoich |państwa )?danych(?: osobowych)?

    # Czech and Slovak: GDPR article 4, zákon 18/2018 section 5
    správce(?: (?:vašich )?osobních údajů)?
    prevádzkovateľ (?:vašich )?osobných údajov

    # Swedish, Danish, Norwegian, Finnish: GDPR article 4
    personuppgiftsansvarig(?:e|a)?
    dataansvarlige?
    den dataansvarlige
    behandlingsansvarlige?
    rekisterinpitäjä

    # Hungarian: GDPR article 4, 2011. évi CXII. törvény section 3
    (?:az )?adatkezelő(?: (?:neve|adatai|megnevezése))?

    # Romanian: GDPR article 4
    operator de date

    # Russian: 152-ФЗ article 3
    оператор(?:ом)? (?:обработки )?персональных данных
    оператор(?=\s{0,3}(?:[:：(]|$))
    контрол[её]р (?:персональных )?данных

    # Ukrainian: закон 2297-VI «Про захист персональних даних» article 2
    володілець (?:персональних даних|бази персональних даних)
    контролер (?:персональних )?даних

    # Arabic: Saudi Personal Data Protection Law (M/19) article 1, UAE Federal Decree-Law 45/2021 article 1, Egypt Law 151/2020
    (?:ال)?متحكم (?:في|ب)(?: )?البيانات(?: الشخصية)?
    (?:مراقب|مسؤول معالجة) البيانات(?: الشخصية)?
    جهة التحكم(?: (?:في|ب)(?: )?البيانات)?
    المسؤول عن (?:المعالجة|معالجة البيانات)

    # Hebrew: חוק הגנת הפרטיות, amendment 13
    בעל(?:ת)? (?:ה)?(?:שליטה במאגר|מאגר)(?: (?:ה)?מידע)?

    # Hindi: Digital Personal Data Protection Act 2023 section 2
    (?:डेटा|डाटा) (?:न्यासी|वैश्वासिक|नियंत्रक)

    # Indonesian: UU 27/2022 article 1
    pengendali data(?: pribadi)?
  `),
  ...inGreek(`
    # Greek: ΓΚΠΔ article 4, law 4624/2019
    υπεύθυνος (?:της )?επεξεργασίας(?: (?:των )?(?:προσωπικών )?δεδομένων)?
    υπεύθυνη επεξεργασίας
  `),
  ...listed(`
    # Turkish: 6698 sayılı Kanun (KVKK) articles 3 and 10
    veri sorumlusu(?:nun (?:kimliği|unvanı|adı))?
  `),
]

/** Labels for a name that do not say whose name it is. */
export const NAME_WORDS: readonly string[] = listed(String.raw`
  # Germanic languages
  (?:full |legal )?name
  first and last name
  (?:vollständiger )?name
  vor- und (?:nach|zu)name
  naam
  voor- en achternaam
  (?:fullständigt |fuldt )?namn
  (?:fulde )?navn

  # Romance languages
  nom(?: et prénoms?)?
  prénom et nom
  nombre(?: y apellidos| completo)?
  nome(?: e cognome| completo)?
  nume(?: și prenume| si prenume| complet)?
  nom i cognoms

  # Slavic languages
  jméno(?: a příjmení)?
  meno(?: a priezvisko)?
  imię i nazwisko
  nazwa
  имя(?: и фамилия)?
  фамилия,? имя(?:,? отчество)?
  ф\.?\s?и\.?\s?о\.?
  п\.?\s?і\.?\s?б\.?
  ім[’'ʼ]я(?: та прізвище)?
  име(?: и фамилия)?
  ime(?: in priimek| i prezime)?

  # Finnish, Hungarian, Estonian, Latvian, Lithuanian, Greek, Turkish
  nimi
  (?:teljes )?név
  (?:ees- ja perekonna)?nimi
  vārds(?:,? uzvārds| un uzvārds)?
  vardas(?:,? pavardė| ir pavardė)?
  ονοματεπώνυμο
  όνομα
  ad(?:ı)?,? soyad(?:ı)?
  isim

  # Japanese, Chinese, Korean, Vietnamese
  氏名
  姓名
  성명
  họ (?:và )?tên
`)

/**
 * Labels for the party of a contract that does the work. They name the operator only with a
 * register number, because a customer's form and a credit have them too.
 */
export const CONTRACTOR_WORDS: readonly string[] = listed(`
  # Czech, Slovak, Polish
  zhotovitel|zhotoviteľ
  dodavatel|dodávateľ
  poskytovatel(?: služeb)?|poskytovateľ(?: služieb)?
  wykonawca

  # Romanian, Hungarian, Bulgarian, Russian, Ukrainian, Croatian, Slovenian
  prestator(?:ul)?|furnizor(?:ul)?
  vállalkozó|szolgáltató
  доставчик|изпълнител
  исполнитель|виконавець
  pružatelj(?: usluga)?|ponudnik

  # German, French, Spanish, Italian, Portuguese, Dutch, Scandinavian languages, Finnish, English
  auftragnehmer(?:in)?|dienstleister(?:in)?
  (?:le )?prestataire|(?:le )?vendeur
  prestador|vendedor
  fornitore|prestatore|venditore
  fornecedor|vendedora?
  opdrachtnemer|leverancier|verkoper
  leverandør|leverantör|säljare|sælger|selger
  toimittaja|myyjä|palveluntarjoaja
  seller|vendor|supplier|contractor
`)

/** Japanese, Chinese and Korean labels for the operator. Often no colon follows these labels. */
export const UNSPACED_OPERATOR_WORDS: readonly string[] = listed(String.raw`
  # Japanese: 特定商取引法 (Act on Specified Commercial Transactions) article 11
  会社名
  商号
  社名
  法人名
  法人名称
  企業名
  団体名
  正式名称
  運営会社(?:名)?
  運営元
  運営者(?:名)?
  運営団体
  運営法人
  運営主体
  運営事業者
  サイト運営者
  サイト運営会社
  販売業者(?:名)?
  販売会社
  販売者
  販売元
  事業者(?:名|の名称)?
  販売事業者(?:名)?
  名称
  屋号
  店舗運営会社
  発行元
  発行者
  学校法人名
  医療法人名

  # Chinese in simplified script: 互联网信息服务管理办法 with the ICP filing (备案), 电子商务法 article 15
  公司名称
  公司全称
  企业名称
  单位名称
  机构名称
  主办单位(?:名称)?
  主管主办单位
  运营单位
  运营主体
  运营公司
  经营者(?:名称)?
  网站(?:主办者|所有者|运营者|运营方|经营者)
  商家名称
  备案主体

  # Chinese in traditional script: 消費者保護法 article 18 (Taiwan), 公司條例 (Hong Kong)
  公司名稱
  公司全名
  企業名稱
  商業名稱
  商號名稱
  營業人名稱
  商家名稱
  單位名稱
  機構名稱
  主辦單位
  營運單位
  營運公司
  經營者
  網站(?:擁有者|經營者|營運者|所有人)
  運營商

  # Korean: 전자상거래법 (E-Commerce Act) articles 10 and 13
  상호(?:명)?(?: 및 (?:호스팅 서비스 제공|대표자?|대표이사))?(?:\s?\(법인명\))?(?![\p{Script=Hangul}]|\s및)
  상호\s?[/·]\s?대표자?(?:명)?
  사업자\s?(?:명|상호)
  업체\s?명
  기관\s?명
  기업\s?명
  단체\s?명
  법인\s?명(?:칭)?
  회사\s?명
  회사\s?이름
  운영사
  운영자(?:명)?
  운영\s?(?:주체|기관|법인)
  사이트\s?운영자
  판매자
  판매자\s?상호
  통신판매업자
  발행처
`)

export const UNSPACED_CONTROLLER_WORDS: readonly string[] = listed(String.raw`
  # Japanese: 個人情報保護法 article 16
  個人情報取扱事業者(?:の名称)?
  個人情報(?:の)?管理者
  個人情報保護管理者

  # Chinese: 个人信息保护法 article 73 (China), 個人資料保護法 article 8 (Taiwan)
  个人信息处理者(?:名称)?
  个人信息控制者
  個人資料控制者
  個人資料蒐集機關
  個資蒐集機關

  # Korean: 개인정보 보호법 article 2
  개인정보\s?처리자
`)

export const IMPRINT_HEADINGS: readonly string[] = [
  ...listed(String.raw`
    # English: Electronic Commerce Regulations 2002 (UK) regulation 6
    imprint
    site notice
    legal (?:notice|disclosure|information|details|entity)
    company (?:information|details|data|profile)
    business (?:information|details)
    registered (?:office|address|details|company)
    responsible (?:for|für) (?:den |the )?(?:inhalt|content|website|diese)
    identification
    who we are

    # German: DDG section 5, MStV section 18, MedienG section 25 (Austria)
    impressum
    angaben gem(?:äß|ä[sß]|aess)
    angaben nach §
    pflichtangaben
    offenlegung gem
    anbieterkennzeichnung
    (?:dienste)?anbieter
    (?:seiten)?betreiber
    medieninhaber
    herausgeber
    firmendaten
    unternehmensangaben
    verantwortlich (?:for|für) (?:den |the )?(?:inhalt|content|website|diese)
    redaktion
    über uns
    wer wir sind

    # French: LCEN article 6 III
    mentions l[ée]gales
    [ée]diteur
    éditorial
    édition du site
    identité (?:de l[’']éditeur|de la société|de l[’']entreprise)
    propriété du site
    informations? l[ée]gales?
    informations? (?:sur l[’']éditeur|sur la société|société)
    qui sommes-nous

    # Spanish: LSSI article 10
    aviso legal
    datos identificativos
    datos (?:del|de la) (?:titular|empresa|sociedad|prestador)
    datos (?:fiscales|legales|registrales|de identificaci[óo]n)
    informaci[óo]n (?:legal|general|de la empresa|sobre el titular)
    titular(?:idad)?
    identificaci[óo]n
    identidad del (?:titular|responsable)
    qui[ée]n(?:es)? somos

    # Italian: d.lgs. 70/2003 article 7
    note legali
    informazioni (?:legali|societarie)
    dati (?:societari|aziendali|legali|fiscali)
    chi siamo

    # Dutch: Burgerlijk Wetboek article 3:15d
    colofon
    identiteit
    bedrijfsgegevens
    bedrijfsinformatie
    onze gegevens
    wettelijke vermeldingen
    juridische informatie
    wie (?:zijn wij|we zijn|wij zijn)

    # Portuguese: Decreto-Lei 7/2004 article 10, Decreto 7.962/2013 article 2
    identifica(?:ção|ção da empresa)
    informações (?:legais|da empresa|institucionais)
    dados (?:da empresa|legais|cadastrais|societários)
    ficha técnica
    menções legais
    quem somos

    # Polish: ustawa o świadczeniu usług drogą elektroniczną article 5
    nota prawna
    informacje prawne
    dane (?:firmy|spółki|firmowe|rejestrowe|przedsiębiorcy|sprzedawcy|usługodawcy)
    dane do faktury
    informacje o (?:firmie|spółce|sprzedawcy|przedsiębiorcy)
    stopka redakcyjna
    kim jesteśmy
    o nas(?!\p{L})

    # Czech and Slovak: občanský zákoník section 435, zákon 22/2004 section 4
    tiráž
    (?:identifikační|fakturační|firemní|kontaktní a fakturační) údaje
    (?:identifikačné|fakturačné|firemné) údaje
    údaje o (?:společnosti|spoločnosti|provozovateli|prevádzkovateľovi|predávajúcom|prodávajícím)
    informace o (?:společnosti|provozovateli|prodávajícím)
    informácie o (?:spoločnosti|prevádzkovateľovi|predávajúcom)
    právní (?:informace|ujednání)
    právne informácie
    provozovatel
    prevádzkovateľ
    kdo jsme
    kto sme

    # Danish, Swedish, Norwegian: the e-commerce acts, sections 7 and 8
    kolofon
    om (?:oss|os)
    virksomheds(?:oplysninger|information)
    firmaoplysninger
    juridiske oplysninger
    juridisk informasjon
    juridisk information
    företags(?:uppgifter|information|fakta)
    firma(?:informasjon|opplysninger)
    selskaps(?:informasjon|opplysninger)
    bedriftsinformasjon
    hvem er vi
    vilka är vi

    # Finnish: laki sähköisen viestinnän palveluista section 176
    tiedot
    yritystiedot
    yrityksen tiedot
    julkaisutiedot
    oikeudelliset tiedot
    tietoa meistä
    keitä me olemme

    # Hungarian: 2001. évi CVIII. törvény section 4
    impresszum
    (?:cég|céges|szolgáltatói|üzemeltetői|vállalkozás) ?adatok
    (?:a )?(?:szolgáltató|üzemeltető|eladó|vállalkozás|kereskedő|webáruház) adatai
    jogi (?:nyilatkozat|információk)
    rólunk
    kik vagyunk

    # Russian: закон «О защите прав потребителей» article 9, закон «О СМИ» article 27
    реквизиты
    выходные данные
    карточка (?:предприятия|организации|компании)
    (?:правовая|юридическая) информация
    сведения о(?:б организации|б образовательной организации| компании| продавце| владельце| юридическом лице)
    информация о(?:б организации| компании| продавце| владельце| юридическом лице)
    о (?:компании|нас)(?!\p{L})
    кто мы

    # Ukrainian: закон 675-VIII article 7
    реквізити
    вихідні дані
    (?:правова|юридична) інформація
    (?:відомості|інформація) про (?:компанію|організацію|продавця|власника|підприємство)
    про (?:нас|компанію)(?!\p{L})
    хто ми

    # Arabic: Saudi E-Commerce Law article 6
    من نحن
    (?:عن|نبذة عن) الشركة
    (?:بيانات|معلومات) (?:الشركة|المنش[أا]ة|المتجر|التاجر|الناشر|قانونية)
    البيانات القانونية
    المعلومات القانونية
    [إا]شعار قانوني

    # Hebrew: חוק הגנת הצרכן section 14ג
    פרטי (?:ה)?(?:חברה|עסק|בעל האתר|מפעיל|מוכר|עמותה)
    מידע משפטי
    הודעה משפטית
    אודות(?: החברה)?
    מי אנחנו

    # Hindi: Consumer Protection (E-Commerce) Rules 2020 rule 4
    कंपनी (?:की |का )?(?:जानकारी|विवरण|परिचय)
    कानूनी (?:सूचना|जानकारी)
    हमारे बारे में
    हम कौन हैं

    # Indonesian: PP 80/2019, UU 40/1999 article 12 (press)
    informasi (?:perusahaan|hukum|legal|pelaku usaha)
    (?:identitas|profil|data) perusahaan
    susunan redaksi
    redaksi
    tentang (?:kami|perusahaan)
    siapa kami

    # Japanese: 特定商取引法 article 11
    会社概要
    会社案内
    会社情報
    企業情報
    企業概要
    運営会社
    運営者情報
    運営元情報
    事業者情報
    法人概要
    団体概要
    特定商取引
    発行元
    サイト運営者

    # Chinese: 电子商务法 article 15; 消費者保護法 article 18
    公司(?:信息|资料|简介|概况|资讯)
    企业(?:信息|概况|简介)
    营业执照
    经营者信息
    网站(?:信息|声明)
    法律声明
    关于我们
    公司(?:資訊|資料|簡介)
    企業(?:資訊|簡介)
    網站資訊
    法律聲明
    關於我們

    # Korean: 전자상거래법 article 10
    회사\s?(?:소개|정보|개요)
    기업\s?(?:소개|정보|개요)
    사업자\s?(?:등록\s?)?정보
    판매자\s?정보
    운영자\s?정보
  `),
  ...inGreek(`
    # Greek: ΠΔ 131/2003 article 4, law 5005/2022 (media identity)
    ταυτότητα
    εταιρικά στοιχεία
    στοιχεία (?:της )?(?:εταιρείας|εταιρίας|επιχείρησης)
    νομικές πληροφορίες
    νομική σημείωση
    ποιοι είμαστε
    σχετικά με εμάς
    η εταιρεία
  `),
  ...listed(`
    # Turkish: 5651 sayılı Kanun article 3, Basın Kanunu article 4
    künye
    hakkımızda
    (?:şirket|firma|işletme|satıcı|kurum) bilgileri
    tanıtıcı bilgiler
    yasal (?:uyarı|bilgiler|bilgilendirme|bildirim)
    biz kimiz
  `),
]

/**
 * Words before the controller of personal data in a heading, for example "Name und Anschrift des"
 * in "Name und Anschrift des Verantwortlichen".
 */
export const CONTROLLER_HEADING_STARTS: readonly string[] = listed(`
  # English
  the
  your
  our
  who is (?:the|your)
  (?:name|identity)(?: and (?:address|contact details))? of(?: the)?

  # German
  name und (?:anschrift|kontaktdaten) (?:des|der)
  wer ist(?: der)?

  # French
  qui est(?: le)?
  identité du

  # Spanish
  quién es(?: el)?
  identidad del

  # Italian
  chi è(?: il)?
  il
  identità del

  # Dutch
  wie is de

  # Portuguese
  quem é o
  o

  # Polish
  kto jest

  # Czech, Slovak
  kdo je
  kto je

  # Swedish, Danish, Norwegian
  vem är
  hvem er

  # Finnish
  kuka on

  # Russian, Ukrainian
  кто является
  хто є

  # Greek
  ποιος είναι(?: ο)?
  ο
`)

export const CONTACT_HEADINGS: readonly string[] = [
  ...listed(String.raw`
    # English
    (?:how to )?contact(?: us| details| information)?
    postal address
    our address
    address

    # German
    kontakt(?:daten|informationen)?
    anschrift
    postanschrift
    adresse

    # French
    nous contacter
    contact(?:o|ez-nous)
    nos coordonnées
    coordonnées
    adresse postale

    # Spanish
    datos de contacto
    contáctanos
    direcci[óo]n(?: postal)?
    domicilio social

    # Italian
    contatti
    contattaci
    indirizzo
    recapiti

    # Dutch
    contactgegevens
    postadres
    adresgegevens

    # Portuguese
    contato
    contactos
    contatos
    fale conosco
    morada
    endereço

    # Polish
    dane kontaktowe
    adres(?: korespondencyjny| siedziby)?

    # Czech and Slovak
    kontakty
    kontaktní údaje
    kontaktné údaje
    napište nám
    napíšte nám
    adresa

    # Danish, Swedish, Norwegian
    kontaktoplysninger
    kontakt os
    kontakta oss
    kontaktuppgifter
    kontakt oss
    kontaktinformasjon
    kontaktinformation
    (?:post|besøks|besöks)adress?e?

    # Finnish
    yhteystiedot
    ota yhteyttä
    postiosoite
    osoite

    # Hungarian
    kapcsolat
    elérhetőség(?:ek|eink)?
    kapcsolatfelvétel
    postacím

    # Russian
    контакты
    контактная информация
    контактные данные
    свяжитесь с нами
    связаться с нами
    наши контакты
    (?:наш |почтовый |юридический )?адрес

    # Ukrainian
    контакти
    контактна інформація
    контактні дані
    зв[’'ʼ]яжіться з нами
    наші контакти
    (?:наша |поштова |юридична )?адреса

    # Arabic
    [اإ]تصل بنا
    تواصل معنا
    للتواصل(?: معنا)?
    (?:معلومات|بيانات) (?:الاتصال|التواصل)
    العنوان
    عنواننا

    # Hebrew
    צור(?:ו)? קשר
    צרו קשר
    יצירת קשר
    פרטי (?:התקשרות|קשר)
    (?:ה)?כתובת(?:נו)?

    # Hindi
    (?:हमसे )?(?:संपर्क|सम्पर्क)(?: करें| विवरण| सूत्र)?
    (?:हमारा )?पता

    # Indonesian
    hubungi kami
    kontak(?: kami)?
    informasi kontak
    alamat(?: kami| kantor| surat)?

    # Japanese
    お問い?合わ?せ(?:先|窓口)?
    連絡先
    ご連絡先

    # Chinese
    联系(?:我们|方式)
    聯絡(?:我們|方式|資訊)
    聯繫我們

    # Korean
    연락처
    고객\s?센터
    문의(?:처|하기)?
  `),
  ...inGreek(`
    # Greek
    επικοινωνία
    επικοινωνήστε μαζί μας
    στοιχεία επικοινωνίας
    (?:ταχυδρομική )?διεύθυνση
  `),
  ...listed(`
    # Turkish
    iletişim(?: bilgileri| bilgilerimiz)?
    bize ulaşın
    adres(?:imiz)?
  `),
]

/**
 * Words for the company that hosts a site, or for hosting. A whole label or heading has them, with
 * words such as "of the site".
 */
export const HOST_WORDS: readonly string[] = [
  ...listed(String.raw`
    # English, also as loan words
    (?:web ?|site |website |server ?)?host(?:ing|er)?(?:[ -]?(?:provider|company|services?|partner|details|information))?
    (?:web ?|site )?hosted by

    # German, French, Spanish, Italian, Dutch, Portuguese, Catalan
    (?:web-?)?hosting-?(?:anbieter|dienstleister|partner|unternehmen|firma)
    (?:web-?)?(?:hoster|server|provider)(?:[ -]?betreiber|operator)?
    (?:hébergeur|exploitant) du serveur
    hébergeurs?|hebergeur
    hébergement|hebergement
    (?:prestataire|fournisseur) d[’']hébergement
    (?:proveedor|prestador|empresa|servicio) de (?:hosting|alojamiento)
    (?:alojamiento|hospedaje)(?: web)?
    fornitore (?:di |del servizio di )?hosting
    servizio di hosting
    hosting(?:bedrijf|partij|provider)
    hospedagem|alojamento(?: web| do site)?
    (?:empresa|fornecedor|serviço) de (?:hospedagem|alojamento)
    allotjament(?: web)?

    # Polish, Czech, Slovak, Hungarian, Romanian
    (?:dostawca|operator) hostingu|hostingodawca
    poskyt?ovate[lľ] (?:web)?hostingu
    (?:web)?tárhely[ -]?(?:szolgáltatás|szolgáltató)?(?:ja|nk)?(?: (?:adatai|neve|megnevezése))?
    (?:szerver|kiszolgáló|tárhely)[ -]?(?:üzemeltető(?:je)?|szolgáltató(?:ja)?)?
    (?:provozovatel|správce) serveru?
    (?:furnizor(?:ul)? de )?g[ăa]zduire(?: web)?
    furnizor(?:ul)? de (?:hosting|g[ăa]zduire)(?: web)?

    # Bulgarian, Russian, Ukrainian, Croatian, Slovenian
    хостинг(?:[ -](?:провайдер|доставчик|компания|услуги))?
    (?:оператор |владелец )?сервера?
    (?:провайдер|доставчик на|постачальник|поставщик) хостинг\p{L}{0,2}
    (?:pružatelj|ponudnik) (?:usluga )?(?:hostinga|gostovanja)
    gostovanje

    # Swedish, Danish, Norwegian, Finnish, Estonian, Lithuanian, Latvian
    webbhotell|webhotel|webhotell
    webhotelli(?:palvelu)?|palvelintila
    (?:veebi)?majutus(?:teenus)?
    (?:svetainės )?(?:talpinimas|priegloba|prieglobos paslaugos)
    (?:mājaslapas )?(?:mitināšana|hostings)

    # Turkish, Arabic, Hebrew, Persian, Vietnamese
    yer sağlayıcı(?:sı)?|barındırma(?: hizmeti)?
    (?:ال)?استضافة
    אחסון(?: (?:ה)?אתר)?
    میزبانی(?: وب)?|هاستینگ
    (?:nhà cung cấp )?(?:hosting|lưu trữ web)

    # Japanese, Chinese, Korean
    (?:レンタル)?サーバー?(?:会社|事業者|提供)?
    ホスティング(?:会社|事業者|サービス)?
    (?:服务器|伺服器|主机|主機|虚拟主机)(?:托管|託管|服务|服務)?(?:商|提供商)?
    호스팅\s?(?:제공자|서비스|업체|사업자)?
  `),
  ...inGreek(`
    # Greek
    (?:πάροχος )?φιλοξενία(?:ς)?(?: ιστοσελίδας)?
  `),
]

/**
 * Words in headings about a company or person that is not the operator: web host, web designer,
 * data processor, authority, court, bank or customer.
 */
export const OTHER_PARTY_WORDS: readonly string[] = [
  ...listed(String.raw`
    # English
    host(?:ing|er|ed)?\b
    provider
    processor
    recipients
    third part
    data protection officer
    \bdpo\b
    supervisory authority
    ombudsman
    dispute
    represented by
    director
    web ?design
    design
    photo
    image
    credits?
    cookies?
    analytics
    tools
    payment
    newsletter
    partner
    clients?\b
    customers
    bank
    shipping
    grievance officer

    # German
    auftragsverarbeit
    empfänger
    dienstleister
    datenschutzbeauftragt
    aufsichtsbehörde
    streitschlichtung
    streitbeilegung
    schlichtung
    vertreten durch
    vertretungsberechtigt
    geschäftsführ
    registergericht
    registereintrag
    konzept
    umsetzung
    gestaltung
    programmierung
    realisierung
    foto
    bild
    quelle
    haftung
    urheberrecht
    analyse
    analytik
    zahlung
    kunden
    versand

    # French: LCEN article 6 III requires the name of the host besides the publisher
    hébergeu?r
    hébergement
    sous-traitant
    délégué à la protection
    cnil
    directeur
    directrice
    réalisation
    realisation
    création
    créateur
    conception
    crédits?
    propriété intellectuelle
    médiat(?:eur|ion)
    destinataires
    paiement
    livraison

    # Spanish
    alojamiento
    encargad
    delegad[oa] de protecci
    representante
    registro mercantil
    desarroll
    diseño
    pago
    envíos
    destinatarios
    terceros
    autoridad de control

    # Italian
    responsabili? (?:esterni|del trattamento)
    responsabile della protezione
    garante
    destinatari
    realizzazione
    progettazione
    pagament
    spedizion
    legale rappresentante
    amministratore unico
    direttore

    # Dutch
    verwerkers
    functionaris
    geschillen
    realisatie
    analytiek
    betaling
    verzending
    derden
    bestuurder
    vertegenwoordig
    ontvangers
    toezichthouder

    # Portuguese
    hospedagem
    alojamento
    encarregado
    terceiros
    resolução de litígios
    livro de reclamações
    diretor
    desenvolvi
    pagamento
    envio

    # Polish
    inspektor(?:em)? ochrony danych
    podmiot\p{L}{0,3} przetwarzając
    odbiorc
    organ nadzorcz
    reprezentowan
    prezes zarządu
    projekt (?:i |graficzny|strony)
    wykonanie
    realizacja
    płatno
    dostaw
    klien[ct]i

    # Czech and Slovak
    pověřen
    zodpovedná osoba
    zpracovatel
    sprostredkovateľ
    příjemc
    príjemc
    dozorový (?:úřad|orgán)
    jednatel
    konateľ
    zastoupen
    zastúpen
    registrový soud
    tvorba (?:webu|webových|www|stránok|e-?shopu)
    třetí stran
    tretie stran
    platb
    doprava

    # Danish, Swedish, Norwegian
    databeskyttelsesrådgiver
    dataskyddsombud
    personvernombud
    databehandler
    personuppgiftsbiträde
    datatilsynet
    integritetsskyddsmyndigheten
    tredjepart
    tredjemand
    modtagere
    mottagare
    mottakere
    leverandør
    leverantör
    betaling
    betalning
    bestyrelse
    klagenævn
    webbyrå

    # Finnish
    tietosuojavastaava
    henkilötietojen käsittelijä
    kolma(?:nnet|nsien) osapuol
    vastaanottaj
    valvontaviranomai
    toimitusjohtaja
    toteutus
    palveluntarjoaja
    maksu
    toimitusehdot

    # Hungarian: 2001. évi CVIII. törvény section 4 requires the name of the host besides the operator
    tárhely
    adatfeldolgozó
    adatvédelmi tisztviselő
    felügyeleti hatóság
    békéltető
    harmadik (?:fél|szem)
    képviselő
    ügyvezető
    készítette
    fizetés
    szállítás

    # Russian
    хостинг
    треть(?:и|им|их|ими) лиц
    обработчик
    уполномоченн
    ответственный за
    роскомнадзор
    разработ(?:ка|чик)
    создание сайта
    дизайн
    директор
    руководител
    редактор
    партн[её]р
    наши(?:м|х)? клиент
    (?:банк получателя|наименование банка)
    оплат
    доставк

    # Ukrainian
    трет(?:і|іх|ім) (?:особи|осіб|особам|сторон)
    розпорядник
    уповноважен
    розроб(?:ка|ник)
    створення сайту
    директор
    керівник
    партнер
    наші клієнти
    оплат

    # Arabic
    استضافة
    معالج البيانات
    مسؤول حماية البيانات
    طرف ثالث
    [أا]طراف ثالثة
    ال[أا]طراف الثالثة
    تصميم (?:الموقع|وتطوير|وبرمجة)
    تطوير الموقع
    الممثل القانوني
    المدير
    رئيس التحرير
    شركا(?:ء|ؤنا)
    عملاؤنا
    الدفع
    الشحن
    ملفات تعريف الارتباط

    # Hebrew
    אחסון
    ממונה
    צד שלישי
    צדדים שלישיים
    הרשות להגנת
    (?:עיצוב|בניית|פיתוח) (?:ה)?אתר
    עיצוב ו
    מנכ
    מנהל
    נגישות
    סליקה
    תשלו[םמ]
    משלוח
    שותפים
    (?:הלקוחות שלנו|לקוחותינו)
    קרדיט
    עוגיות

    # Hindi
    होस्टिंग
    तृतीय पक्ष
    तीसरे पक्ष
    शिकायत
    डेटा (?:संरक्षण|सुरक्षा) अधिकारी
    निदेशक
    डिजाइन
    डिज़ाइन
    विकसित
    भुगतान
    बैंक (?:खाता|विवरण)
    कुकी

    # Indonesian
    pihak ketiga
    penyedia
    pejabat pe(?:lindungan|rlindungan) data
    prosesor
    \bmitra\b
    pelanggan kami
    pembayaran
    pengiriman
    desain
    direktur
    pemimpin redaksi
    rekening

    # Japanese
    取引先
    取引銀行
    主要
    配送
    支払
    決済
    委託先
    第三者
    監督官庁
    (?:サイト|ホームページ|web)制作
    制作会社
    提携

    # Chinese
    第三方
    合作(?:伙伴|夥伴)
    (?:合作|主要)客[户戶]
    客[户戶]案例
    技术支持
    技術支援
    法定代表人
    网站(?:建设|制作)
    網[站頁](?:設計|製作)
    支付方式
    付款方式
    开户
    受托
    委托处理

    # Korean
    호스팅
    제3자
    위탁
    수탁
    보호\s?책임자
    대표이사
    (?:홈페이지|사이트)\s?제작
    제작사
    웹\s?디자인
    결제
    배송
    입금\s?은행
    고객사
    파트너
    협력사
  `),
  ...inGreek(`
    # Greek
    φιλοξενία
    πάροχ
    εκτελ(?:ών|ούντες|ούσα) την επεξεργασία
    υπεύθυνος προστασίας
    αρχή προστασίας
    τρίτ(?:οι|ων|ους|α μέρη)
    αποδέκτες
    νόμιμος εκπρόσωπος
    διευθυντ
    σχεδιασμ
    κατασκευή ιστοσελίδ
    συνεργάτ
    πελάτες μας
    πληρωμ
    αποστολ
  `),
  ...listed(`
    # Turkish: 5651 sayılı Kanun article 5 (yer sağlayıcı means host)
    yer sağlayıcı
    barındırma
    veri işleyen
    üçüncü (?:kişi|taraf)
    temsilci
    müdür
    tasarım
    yazılım
    banka
    ödeme
    kargo
    teslimat
    çözüm ortak
    müşterilerimiz
    iş ortak
  `),
]
