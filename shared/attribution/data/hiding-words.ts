/**
 * Words of texts that stand in a registrant field instead of a name, such as "owner hidden" or
 * "data not available". All languages of one class are one list, because a text may mix them.
 * A final * marks a stem, _ joins the words of a fixed phrase. The words are compared without case,
 * accents and other marks.
 */
export type HidingClass =
  | 'party'
  | 'subject'
  | 'state'
  | 'weak state'
  | 'negation'
  | 'available'
  | 'request'
  | 'filler'

export const HIDING_WORDS: Readonly<Record<HidingClass, string>> = {
  /** Roles of a person or company towards a domain. */
  party: `owner owners holder registrant registrants proprietor admin admins administrator
    hostmaster webmaster
    inhaber* domaininhaber* besitzer* eigentümer* halter domeineigenaar eigenaar* houder
    domeinhouder
    propriétaire* titulaire* propietari* titular* proprietári* proprietari* intestatari*
    titolare
    ägare* innehavare* domänägare ejer ejeren eier eieren indehaver* innehaver* domeneier omistaja*
    haltija*
    eigandi rétthafi omanik* registreerija īpašniek* savinink* właściciel* abonent* posiadacz*
    vlastník* držitel*
    vlasnik* lastnik* imatelj* nositelj* tulajdonos* igénylő* deținător* sahib* ιδιοκτήτ* κάτοχ*
    καταχωρ*
    владел* собственник* регистрант* власник* реєстрант* собственик* притежател*
    בעל בעלים הבעלים רשום المالك مالك صاحب المسجل مالکیت دارنده ثبت‌کننده स्वामी मालिक
    chủ_sở_hữu chủ_thể pemilik pendaftar
    proprietar* مالک sahip registrante*`,
  /** Things that a registry hides. */
  subject: `domain domains name names data information info detail details identity person persons
    personal contact contacts
    customer client user individual record address email organisation organization company value
    field whois rdds
    account entity registration party reason text
    daten angabe* information* persönlich* personenbezogen* kontakt* kunde* domainname kontaktdaten
    naam gegevens
    persoonsgegevens persoonlijke persoon personen klant domeinnaam informatie nom donnée* personne* personnel*
    domaine coordonnées identité
    informations nombre dato datos persona personas dominio cliente contacto identidad información
    información* nome dado dados
    informaç* pessoa* pessoal pessoais contato dati informazion* persone dominio contatto identità
    namn uppgift* personuppgift* kund kontaktuppgift* navn navnet oplysning* opplysning*
    personopplysning* personoplysning*
    nimi nimeä tiedot tieto tietoja henkilö* verkkotunnu* nafn upplýsingar andmed andmeid
    isikuandmed isiku teave vārd* informācij*
    personas dati vardas pavadinim* duomen* informacij* asmens nazwa nazwy nazwisko dane danych
    osob* oseb* osobowe informacj*
    jméno meno název názov údaj* osob* informac* podaci podataka podatki podatkov podatk* ime naziv
    név* adat adatok adatai adatot személy*
    nume* datele date informați* persoan* alan_adı ad adı isim ismi bilgi* veri* veriler* kişi*
    kişisel
    όνομα στοιχεί* δεδομέν* πληροφορί* προσωπικ* имя имени название данн* дані даних информац*
    інформац* сведени* відомост*
    лиц* личн* персональн* домен* контакт* клиент* ім'я назва особ* името име данните лични
    організац* организац*
    שם השם פרטי פרטים מידע נתונים אישי אישיים דומיין المعلومات معلومات بيانات البيانات اسم الاسم
    شخصية الشخصية النطاق نطاق
    نام اطلاعات داده داده‌ها شخصی دامنه नाम जानकारी विवरण डेटा
    tên thông_tin dữ_liệu cá_nhân tên_miền nama informasi maklumat peribadi kontak
    登録者 登録名 登録情報 所有者 組織 組織名 名前 お名前 氏名 名称 名義 個人 個人情報 情報 ドメイン ドメイン名 契約者 連絡先 データ 会社名
    注册人 註冊人 注册者 所有人 持有人 名稱 姓名 信息 資訊 资讯 资料 資料 数据 數據 个人 个人信息 域名 网域 網域 用户 用戶 联系人 聯絡人 组织 身份
    등록자 등록인 소유자 소유주 이름 성명 명칭 정보 개인 개인정보 도메인 조직 데이터 회사 고객 사용자
    ผู้จดทะเบียน เจ้าของ ชื่อ ข้อมูล ส่วนบุคคล โดเมน ผู้ถือ บุคคล
    access bilgisi bilgiler* website site identidad* identiteit identitet* identität* identit* tożsamoś* الهوية هوية 名 personales personali`,
  state: `hidden redacted withheld masked private privately privacy protected protection
    confidential confidentiality undisclosed
    unavailable anonymous anonymized anonymised anonymity restricted locked reserved suppressed
    removed blocked obscured
    concealed unlisted unpublished unspecified unknown undefined withdrawn omitted obfuscated
    unidentified unnamed undisclosable
    nondisclosed nonpublic classified missing inaccessible secret gdpr rgpd dsgvo lgpd avg kvkk rodo
    ano_nymous
    verborgen versteckt* geheim* unbekannt* vertraulich* geschützt* gesperrt* anonym* anonymisiert*
    geschwärzt* datenschutz*
    privat* nichtöffentlich* unveröffentlicht* afgeschermd* vertrouwelijk* beschermd* privé
    privégegevens anoniem onbekend*
    geblokkeerd* gereserveerd* verhuld* caché cachés cachées masqué masqués masquées privée privées
    protégé* confidentiel*
    anonyme* inconnu* réservé* restreint* restreinte indisponible* bloqué* dissimulé* occult*
    verrouillé*
    oculto* oculta* ocultad* privado* privada* protegid* confidencia* anónim* anonimiz* reservad*
    restringid* restrit*
    desconocid* desconhecid* indisponíve* bloquead* sigilos* nascost* privati protett* riservat*
    anonim* sconosciut* oscurat*
    mascherat* confidenzial* indisponibil* dold dolda dolt skyddad* hemlig* okänd* spärrad*
    konfidentiel* sekretess*
    skjult* beskytt* hemmelig* ukendt* ukjent* fortrolig* utilgjengelig* utilgængelig* sperret
    spærret adressebeskyt* navnebeskyt*
    salattu* salainen piilotettu* suojattu* yksityi* anonyymi* tuntematon luottamuksellinen
    estetty* falið falinn leynt leyni*
    peidetud varjatud salajane privaatne anonüümne kaitstud avaldamata teadmata slēpt* slept*
    konfidencial* aizsargāt* nezinām* tiltækt* saknas mangler puuttuu puudu puudub
    nepieejam* paslėpt* apsaugot* nežinom* neprieinam* neskelbiam* privat*
    ukryt* poufn* zastrzeżon* chronion* niejawn* anonimow* prywatn* nieznan* niedostępn*
    nieujawnion* zablokowan* utajnion*
    niepubliczn* nieokreślon* skryt* chráněn* chránen* neveřejn* neverejn* důvěrn* dôvern* anonymn*
    soukrom* súkrom* neznám*
    nedostupn* neuveden* nezjištěn* nezisten* neurčen* nustatyta nenustatyt* неустановлен*
    не_установлен* nieustalon* neutvrđen* ikke_fastslået nezveřejn* nezverejn* utajen* utajovan*
    skriven* zaštićen* zaščiten* zasebn* nepoznat* neznan* povjerljiv*
    poverljiv* tajno rejtett* rejtve titkos* védett bizalmas* névtelen ismeretlen zárolt elrejtett
    ascuns* protejat* confidenț*
    necunoscut* nedefinit* restricționat* nepublic* gizli* saklı korunmuş* korumalı* bilinmiyor
    belirtilmemiş* özel_kişi kısıtlı erişilemez
    κρυφ* αποκρύ* απόρρητ* προστατευ* ιδιωτικ* ανώνυμ* άγνωστ* εμπιστευτικ*
    скры* конфиденциальн* защищен* анонимн* закрыт* частн* неизвестн* недоступн* засекречен*
    приватн* неуказан* отсутств*
    прихован* конфіденційн* захищен* анонімн* закрит* невідом* відсутн* поверителн* недостъпн*
    скрит* chastnoe chastnoye skryto
    חסוי חסויה חסויים מוסתר מוסתרת מוסתרים נסתר מוגן אנונימי סודי פרטיות
    محجوب محجوبة مخفي مخفية خاص خاصة سري سرية محمي محمية مجهول پنهان مخفی محرمانه خصوصی ناشناس
    محفوظ نامشخص गुप्त गोपनीय अज्ञात निजी
    ẩn_danh bảo_mật riêng_tư bí_mật được_bảo_vệ bị_ẩn tersembunyi dirahasiakan rahasia
    disembunyikan pribadi terlindungi
    dilindungi disamarkan
    非公開 非公开 未公開 未公开 不公開 不公开 匿名 秘密 秘匿 機密 机密 保密 隐私 隱私 隐藏 隱藏 保护 保護 プライバシー 非表示 非開示 未開示 不開示
    不明 未知 未登録 未設定 未入力 未記入 未提供 未填写 無 无 なし 該当なし 私密 屏蔽 遮蔽 限制 制限 不详 不詳 不可用 利用不可 暂无 暫無 没有 沒有
    비공개 미공개 익명 숨김 숨겨짐 비밀 보호 없음 미상 미등록 미제공 제한 차단 기밀 알수없음 확인불가 이용불가 해당없음
    ปกปิด ปิดบัง ซ่อน ความลับ ลับ นิรนาม ไม่ระบุ ไม่เปิดเผย ไม่มี ไม่ทราบ สงวน ป้องกัน คุ้มครอง
    ส่วนตัว จำกัด
    closed blank deleted unregistered particulier particuliers particular óþekkt* leynd nepublisk*
    nepateikt* skrito skrit
    adatvédel* nedivulgat* nespecificat* gizlen* belirtilme* açıklanma* ulaşıla* неизвест* аноним*
    невизначен* פרטי privasi đã_ẩn không_rõ
    opt_out refused declined disabled denied redaction untersagt* személyes_adat нет
    nimettöm* anonymit* on_file held_by kept_by opted_out ausgeblendet* ausblend* omitid* omess* adressebeskyttelse
    eraisik* magánszemély* fizinis_asmuo ιδιώτ* физлиц* φυσικό_πρόσωπο شخص_حقیقی บุคคลธรรมดา छिपा privātperson*
    gizlid* ẩn 非掲載
    personal_data personal_information kişisel_veri kişisel_veriler ไม่สามารถเปิดเผย 匿名希望`,
  /**
   * States that are also ordinary names, such as the French word for a store of goods. They need a
   * subject.
   */
  'weak state': `gelöscht* entfernt* supprimé* retiré* effacé* retirad* eliminad* suprimid* removid*
    rimoss* eliminat* verwijderd* borttag* raderad* fjernet slettet poistettu usunięt* wymazan*
    odstraněn* odstránen* smazan* vymazan* uklonjen* izbrisan* törölt* törölve șters* kaldırıl*
    silinmiş* διαγραμμέν* удален* видален* премахнат* изтрит* נמחק נמחקו הוסר הוסרו محذوف محذوفة
    حذف_شده đã_xóa dihapus 削除 삭제 删除 刪除 ลบ
    cache cached cachee cachees masque masques masquee masquees prive privee close
    empty filtered
    sealed secreto secreta segreto särskilt tajn* titok приват individual natural physical
    natürlich* natuurlijk* fysisk*
    physique física* fisica singular fyzick* fizyczn* fizičk* fizičn* fizic* fizisk* fizin* luonnolli* физическ*
    физичн* фізичн* gerçek`,
  negation: `not no non none without n_a não nao nicht kein keine keiner ohne niet geen zonder pas
    aucun* sans sin ningun* ningún* sem nenhum*
    senza nessun* ej inte icke ingen inga inget ikke uden uten ei ekki engin engar mitte puudub nav
    nėra nie bez brak ne není
    neni nejsou nem nincs* nu fără yok değil yoktur δεν μη χωρίς не нет без немає нема няма
    відсутні אין לא ללא غير لا ليس بدون
    لم توجد لا_توجد لا_يوجد نیست ندارد नहीं không không_có không_được chưa tidak tiada belum bukan
    tanpa nije nisu ni niso nema ekkert
    不 未 非 ない ません ていません されていません おりません されておりません しない しません しておりません 않음 않 않습니다 없습니다 ไม่
    pole nenhuma ninguno ninguna nessuna keinerlei 无法 無法`,
  available: `available disclosed shown displayed published public publicly visible provided known
    specified set given stated
    listed defined supplied disclosure found verfügbar* öffentlich* angegeben* sichtbar*
    veröffentlicht* bekannt* vorhanden* angezeigt
    beschikbaar* openbaar* zichtbaar* bekend* getoond* opgegeven* vermeld* ingevuld* gepubliceerd*
    disponible* disponibl*
    disponív* public publics publique* publié* communiqué* divulgué* renseigné* visible* diffusé*
    précisé* connu* fourni* affiché*
    público* publica* mostrad* divulgad* especificad* indicad* conocid* facilitad* informad*
    fornecid* preenchid* disponibil*
    pubblic* visibil* divulgat* indicat* specificat* comunicat* fornit* tillgänglig* offentlig*
    publik* angiv* angett* synlig*
    offentliggjort tilgjengelig* tilgængelig* oppgitt* oplyst* angitt* saatavi* julkinen julki*
    näkyv* ilmoitettu aðgengileg* tiltæk*
    birt birtar opinber* skráð* saadaval* avalik* avaldatud määratud pieejam* publisk* norādīt*
    prieinam* vieš* nurodyt* skelbiam*
    dostępn* publiczn* podan* ujawnion* jawn* określon* dostupn* veřejn* verejn* uveden* zveřejn*
    zverejn* dispozici dispozícii k
    na_voljo javn* naveden* objavljen* elérhető* nyilvános* megadva megadott ismert közzétett
    publicat* precizat* există
    mevcut* açık* belirtil* paylaşıl* gösteril* yayın* διαθέσιμ* δημόσι* δημοσιευ* ορισ*
    είναι_διαθέσιμ*
    указан* доступн* опубликован* раскры* публичн* заполнен* предоставлен* вказан* зазначен*
    опублікован* надан* посочен* наличн*
    достъпн* неоповестен* זמין זמינה זמינים ידוע צוין צוינו פורסם גלוי ציבורי متاح متاحة متوفر
    متوفرة معلن منشور معروف محدد موجود مشخص
    در_دسترس उपलब्ध công_khai có_sẵn cung_cấp cập_nhật xác_định tersedia diketahui ditampilkan
    dipublikasikan umum ada diungkapkan
    ditentukan diisi terbuka
    公開 公开 開示 表示 显示 顯示 提供 可用 利用可能 設定 登録 記載 填写 공개 표시 제공 입력 เปิดเผย ระบุ พร้อมใช้งาน แสดง เผยแพร่
    auskunft inlichtingen recorded entered registered use tiedossa boði zinām* publikus* διατίθε*
    permitted allowed consent authorized authorised veröffentlichung* publicación publicação pubblicazione
    publicatie publikacj* offentliggørelse offentliggjøring publikation especificar uppge* publication visas vises näytetä publikuj* публику* публіку* δημοσιεύ* einsehbar* công_bố láthat*
    sẵn didedahkan pateikt* διατιθ*`,
  /** Who asks for them may see the data: "disclosed upon request". */
  request: `request requests demand anfrage nachfrage wunsch antrag demande requête petición
    solicitud pedido solicitação richiesta verzoek aanvraag
    begäran anmodning forespørsel pyynnöstä pyydettäessä beiðni taotlusel pieprasījuma prašymu
    żądanie prośbę życzenie vyžádání žádost žiadosť
    zahtjev zahtev zahtevo kérésre kérelemre cerere solicitare talep istek isteğe αιτήματος αίτησης
    запросу запрос требованию запитом запиту
    заявка поискване בקשה طلب الطلب درخواست अनुरोध yêu_cầu permintaan 请求 要求 申请 ご請求 請求 요청`,
  filler: `na sur longer the a an is are was were be been has have had to for by due of at in on
    upon from under this that and or with per as will via
    it its only currently publicly here please request requests law policy registry registrar user
    users eu reasons service services
    enabled status der die das den dem des ist sind wird werden wurde aus gründen grund von durch
    im auf wegen nach und zu het van
    op om wegens zijn wordt worden est sont été le la les l d de du par pour au aux en et
    pas_de raisons el los las es está están
    ha han sido por del para al y e o os as do da dos das são foi estão não i il lo gli di dei
    della dell per è sono stato stati
    är av för att och er af og on ole ovat ir yra jest są przez w dla z je jsou sú jsou_k
    pro az egy van este sunt ale pentru bir ve
    için olarak edilmiştir το του των η ο είναι και на по для от в из и або та для за з של את הוא
    في من هو هي على است شده در به है का की
    của và đã được bị untuk dari yang karena oleh
    の は です で されています されて しています いる います いません を が に より ため する した ております おり 的 已 为 為 是 中 开启 開啟 启用 啟用
    设置 服务 服務 サービス 代行 代理 情報公開 이 의 은 는 가 을 를 되지 되어 있습니다 합니다 입니다 처리 됨 서비스 로 ที่ เป็น ถูก การ ของ โดย
    นี้ เพื่อ ความ และ ได้ ข้อมูลนี้ ไว้
    top е là ได้ครับ ไม่ได้
    current applied c_o s zgodnie legge lei ley τα ご 本人 希望`,
}

/** Mandarin in Latin letters without tones, as Chinese registrars print it. */
export const HIDING_PINYIN: Readonly<Partial<Record<HidingClass, string>>> = {
  state: 'yinsi baohu baomi yincang niming pingbi weigongkai bugongkai weizhi',
  subject:
    'xinxi geren ziliao shuju yuming zhuceren zhucezhe zhuce lianxiren suoyouzhe chiyouren mingcheng xingming',
  filler: 'yi kaiqi qiyong jihuo shezhi fuwu zhong de bei yijing zhe bu wei gongkai keyong tigong',
}
