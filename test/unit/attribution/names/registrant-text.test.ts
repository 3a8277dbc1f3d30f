import { describe, expect, test } from 'vitest'
import { cleanName } from '../../../../shared/attribution/names/entity-names.ts'
import { isGarbled } from '../../../../shared/attribution/names/fold.ts'
import {
  isPrivacyName,
  judgeRegistrantText,
} from '../../../../shared/attribution/names/registrant-text.ts'

const hidden = [
  'Disclosed upon request',
  'No longer available',
  'Keine Auskunft',
  '公開しない',
  'Nedefinit',
  'Auf Anfrage verfügbar',
  'Скрыто по запросу',
  'Dostępne na żądanie',
  'Disponible sur demande',
  'Nezjištěno',
  'Unavailable',
  'Owner hidden',
  'HIDDEN OWNER',
  'Name unavailable',
  'Registrant name unavailable',
  'Restricted',
  'Locked',
  'Reserved',
  'Blocked by registrar',
  'Domain Hidden',
  'Data withheld',
  'Contact details withheld',
  'Information suppressed',
  'Organisation undisclosed',
  'Unlisted',
  'Unpublished',
  'Confidential information',
  'No information available',
  'No details provided',
  'Not publicly listed',
  'Registrant data is not given',
  'This information is private',
  'YinSi BaoHu Yi KaiQi',
  'yinsibaohu',
  'Xinxi Wei Gongkai Yinsi',
  'Inhaber verborgen',
  'Nicht verfügbar',
  'Keine Angabe',
  'Daten nicht öffentlich',
  'Anonymisiert',
  'Unbekannt',
  'Niet beschikbaar',
  'Geen gegevens',
  'Naam afgeschermd',
  'Niet opgegeven',
  'Non disponible',
  'Non communiqué',
  'Titulaire masqué',
  'Données confidentielles',
  'Nom caché',
  'Aucune information',
  'No disponible',
  'Titular oculto',
  'Datos protegidos',
  'Sin datos',
  'Não disponível',
  'Titular não informado',
  'Dados ocultos',
  'Sem informação',
  'Non disponibile',
  'Titolare nascosto',
  'Dati riservati',
  'Nessuna informazione',
  'Ej tillgänglig',
  'Ej angiven',
  'Uppgift saknas inte offentlig',
  'Skyddade uppgifter',
  'Ikke tilgængelig',
  'Ikke oplyst',
  'Ejer skjult',
  'Ikke oppgitt',
  'Ikke tilgjengelig',
  'Navn skjult',
  'Ei saatavilla',
  'Tiedot salattu',
  'Ei julkinen',
  'Ekki tiltækt, falið',
  'Andmed varjatud',
  'Ei ole avalik',
  'Nav pieejams',
  'Dati slēpti',
  'Nėra duomenų',
  'Duomenys neskelbiami',
  'Data niejawne',
  'Dane niedostępne',
  'Brak danych',
  'Nie podano',
  'Niedostępne',
  'Není k dispozici',
  'Údaje skryty',
  'Neuvedeno',
  'Nezverejnené',
  'Údaje nie sú dostupné',
  'Podaci nisu dostupni',
  'Podatki niso na voljo',
  'Nije navedeno',
  'Nem elérhető',
  'Nem nyilvános adat',
  'Nincs adat',
  'Titkosított adatok',
  'Indisponibil',
  'Nu este disponibil',
  'Date ascunse',
  'Nume ascuns',
  'Mevcut değil',
  'Kişisel veri gizli',
  'Belirtilmemiş',
  'Veri yok',
  'Μη διαθέσιμο',
  'Απόρρητο',
  'Κρυφά στοιχεία',
  'Скрыто',
  'не указано',
  'Нет данных',
  'Данные скрыты',
  'Частное лицо',
  'Информация отсутствует',
  'Приховано',
  'Немає даних',
  'Не вказано',
  'Дані недоступні',
  'Няма данни',
  'Скрити данни',
  'לא זמין',
  'מידע חסוי',
  'פרטים מוסתרים',
  'غير متاح',
  'لا توجد بيانات',
  'الاسم محجوب',
  'اطلاعات محرمانه',
  'در دسترس نیست',
  'उपलब्ध नहीं',
  'Không công khai',
  'Thông tin được bảo mật',
  'Không có thông tin',
  'Chưa cập nhật',
  'tidak tersedia',
  'Data dirahasiakan',
  'Tidak diketahui',
  'Pemilik disembunyikan',
  '未公開',
  '匿名',
  '登録者名 非公開',
  '該当なし',
  '情報は公開されていません',
  '未公开',
  '隐私保护',
  '信息不公开',
  '无',
  '暂无信息',
  '비공개',
  '정보 없음',
  '소유자 정보 비공개',
  '미공개',
  'ไม่เปิดเผย',
  'ไม่ระบุชื่อ',
  'ข้อมูลส่วนบุคคล ปกปิด',
]

test.each(hidden)('"%s" hides the registrant', (text) => {
  expect(judgeRegistrantText(text).is).toBe('redaction')
})

const labels = [
  'Owner of brookmere.com',
  'brookmere.com owner',
  'Domain holder',
  'Registrant of the domain',
  'Inhaber der Domain',
  'Propriétaire du domaine',
  'Владелец домена',
  'Domain admin for brookmere.co.uk',
]

test.each(labels)('"%s" states a role and no name', (text) => {
  expect(isPrivacyName(text)).toBe(true)
})

const proxies = [
  'BrookmerePrivacy.com',
  'brookmereprivacy.net LLC',
  'BROOKMEREPRIVACY.ORG',
  'Brookmere Privacy LLC',
  'Brookmere Privacy Services, Inc.',
  'Brookmere Proxy Ltd',
  'MaskMyDomain Inc',
  'HideMyName GmbH',
  'Protect Your Domain Ltd',
  'DomainHider Ltd',
  'DomainCloak.io',
  'NameCloak LLC',
  'WhoisMask',
  'SafeWhoisBrookmere Ltd',
  'BrookmereWhoisVault Inc',
  'PrivateNameDesk Inc',
  'Private Registrations Ltd',
  'Anonymous Domain Holder LLC',
  'Domain Shield AG',
  'Registrant Guard Pty Ltd',
  'Whois Secure SARL',
  'Identity Guard',
  'Brookmere Identity Protection Service Ltd',
  'Domain ID Guard LLC',
  'Contact Privacy Inc. Customer 0199887766',
  'Privacy service provided by Brookmere Registrations ehf',
  'Privacy Brookmere Ltd',
  'DomainVeil Technologies',
  'HiddenDomains Media LLC',
  'Brookmere Trustee Service',
  'CloakedDomains LLC',
  'VeiledNames Inc',
  'AnonDomains.com',
]

test.each(proxies)('"%s" is a privacy service', (text) => {
  expect(judgeRegistrantText(text).is).toBe('proxy')
})

const firms = [
  'Brand Name Guard Ltd',
  'Masked Heron Technologies Ltd',
  'Domain Hill Media Ltd',
  'Family Name Protection Ltd',
  'Privacy Company BV',
  'Brookmere Trustee Savings Bank plc',
  'Privacy Beauty Salon Ltd',
  'Anonymouse Toys Ltd',
  'Brookmere Privacy Consulting Ltd',
  'Brookmere Privacy Lawyers LLP',
  'Brookmere Datenschutz Beratung GmbH',
  'Brookmere GDPR Solutions Ltd',
  'Masked Heron Productions Ltd',
  'Suffolk Data Protection Commission',
  'Brookmere Data Protection Ltd',
  'Brookmere Identity Guard LLC',
  'Protected by Nature Ltd',
  'Brookmere Whois Tools Ltd',
  'Brookmere Anonymous Coffee Ltd',
  'Redacted Records Ltd',
  'Withheld Pictures Inc',
  'Confidential Shredding Ltd',
  'Hidden Brook Orchards',
  'Private Label Foods Ltd',
  'Secret Garden Hotel',
  'Unknown Pleasures Records Ltd',
  'Unavailable Ltd',
  'Damask Name Labels Ltd',
  'Domaine de la Combe SARL',
  'Proxy Medical Devices Inc',
  'Brookmere Domain Estates Ltd',
  'Guardian Insurance Ltd',
  'Shield Roofing LLC',
  'Private Customer Bank AG',
  'Contact Networks Inc.',
  'Hidden Valley Kilns Ltd',
  'Brookmere Private Limited',
  'Name Brand Clothing Ltd',
  'Safe Harbour Boats Ltd',
  'La Réserve',
  'The Hidden Table',
  'Cache Restaurant',
]

test.each(firms)('"%s" is the name of a firm', (text) => {
  expect(judgeRegistrantText(text)).toEqual({ is: 'name', name: text })
})

const people = [
  'Jane Miller',
  'Ana Privalova',
  'Gizem Saklı',
  'Danh Nguyen',
  'Ni Ming',
  'Bao Hu',
  '王小明',
  '山田太郎',
  '김민수',
  'สมชาย ใจดี',
  'محمد علي',
  'דוד כהן',
  'Владимир Закрытов',
  'Юлия Скрипка',
  'Titus Ocultini',
  'Mark Noname',
]

test.each(people)('"%s" is the name of a person', (text) => {
  expect(judgeRegistrantText(text).is).toBe('name')
})

describe('texts with lost or wrongly decoded letters', () => {
  const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
  const misread = (text: string, charset: string): string =>
    new TextDecoder(charset).decode(utf8(text))
  const originals = [
    'Töpferei Brookmere GmbH',
    'Österreichische Brotwerke',
    'Société Générale de Pain',
    'Łódzka Piekarnia',
    'Çiçek Fırını',
    'Šišky a Žemle',
    'Хлебный дом',
    'Ελληνικό Ψωμί',
    'לחם טוב',
    'خبز طيب',
    '北浜製パン',
  ]

  test.each(originals)('"%s" read in another charset names nobody', (text) => {
    expect(isGarbled(text)).toBe(false)
    expect(cleanName(text)).toBe(text)
    const garbled = misread(text, 'windows-1252')
    expect(isGarbled(garbled)).toBe(true)
    expect(isGarbled(misread(garbled, 'windows-1252'))).toBe(true)
    expect(cleanName(garbled)).toBe('')
    expect(judgeRegistrantText(garbled).is).toBe('nothing')
  })

  test.each(['Хлебный дом', 'Töpferei Brookmere'])(
    '"%s" read as windows-1251 names nobody',
    (text) => {
      expect(isGarbled(misread(text, 'windows-1251'))).toBe(text.startsWith('Х'))
    },
  )

  test.each(['ÎÎÎ «Êëåé Ïå÷è»', 'Brookâ€™s Kilns Ltd', 'Pâte â€“ CrÃ¨me'])(
    '"%s" is garbled text',
    (text) => {
      expect(isGarbled(text)).toBe(true)
    },
  )

  test('a replacement character marks a name as lost', () => {
    expect(cleanName('T\ufffdpferei Brookmere GmbH')).toBe('')
  })

  test.each([
    'BRØ® A/S',
    'CAFÉ® GmbH',
    'Nestlé™ S.A.',
    '„CITÉ“ SARL',
    'IRMÃ – Panificadora',
    'São Ângelo Pães',
    'Ñandú S.A.',
    'AMANHÃ® Ltda',
    'РІВНЕ ХЛІБ',
    'Åse Ärlig AB',
    'Kö-Bogen',
    'Þórður Ægir ehf',
    'Crème Brûlée à la Façon SARL',
  ])('"%s" is no garbled text', (text) => {
    expect(isGarbled(text)).toBe(false)
  })
})

test('any text is judged without an error', () => {
  for (const text of [
    '',
    ' ',
    '...',
    '\u0000',
    '\ud800',
    'x'.repeat(10_000),
    'whois'.repeat(500),
    '無'.repeat(500),
  ])
    expect(judgeRegistrantText(text).is).toBeTypeOf('string')
})
