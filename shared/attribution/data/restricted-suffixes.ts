/** Domain suffixes, such as .gov, under which only verified institutions can register a domain. */
const CHECKED = new Set(
  `
gov
mil
edu
int
ac.uk
gov.uk
nhs.uk
police.uk
mod.uk
parliament.uk
gov.au
edu.au
gov.nz
govt.nz
ac.nz
mil.nz
gov.br
edu.br
jus.br
leg.br
mp.br
gouv.fr
gob.es
gob.mx
edu.mx
gob.ar
edu.ar
gob.cl
gov.it
edu.it
gov.pl
edu.pl
gov.pt
edu.pt
gov.gr
edu.gr
gov.tr
edu.tr
gov.il
ac.il
muni.il
gov.in
nic.in
ac.in
edu.in
res.in
go.jp
ac.jp
lg.jp
ed.jp
go.kr
ac.kr
gov.cn
edu.cn
gov.tw
edu.tw
gov.hk
edu.hk
gov.sg
edu.sg
gov.za
ac.za
gov.ie
gov.ua
gov.ru
gov.ro
gov.hu
gov.bg
gov.cz
gv.at
ac.at
admin.ch
gc.ca
gov.on.ca
gov.bc.ca
gov.my
edu.my
go.th
ac.th
go.id
ac.id
gov.ph
edu.ph
gov.vn
edu.vn
gov.sa
edu.sa
gov.ae
ac.ae
gov.eg
edu.eg
go.ke
ac.ke
gov.ng
edu.ng
gov.gh
edu.co
gov.co
gob.pe
edu.pe
gov.pk
edu.pk
gov.bd
ac.bd
gov.lk
ac.lk
gov.np
bank
insurance
pharmacy
museum
aero
post
coop
eu.int
`
    .split('\n')
    .filter((suffix) => suffix !== ''),
)

export const isRestrictedSuffix = (suffix: string): boolean => CHECKED.has(suffix)

/**
 * Top-level domains that only one company uses, such as .google, each with the name of the company.
 * Source: IANA root zone database.
 */
export const BRAND_SUFFIX_HOLDERS: ReadonlyMap<string, string> = new Map(
  `
google=Google LLC
youtube=Google LLC
gmail=Google LLC
android=Google LLC
chrome=Google LLC
apple=Apple Inc.
microsoft=Microsoft Corporation
azure=Microsoft Corporation
xbox=Microsoft Corporation
bing=Microsoft Corporation
windows=Microsoft Corporation
office=Microsoft Corporation
amazon=Amazon Registry Services, Inc.
aws=Amazon Web Services, Inc.
audible=Amazon Registry Services, Inc.
kindle=Amazon Registry Services, Inc.
netflix=Netflix, Inc.
bmw=Bayerische Motoren Werke Aktiengesellschaft
mini=Bayerische Motoren Werke Aktiengesellschaft
audi=AUDI Aktiengesellschaft
volkswagen=Volkswagen Group of America Inc.
seat=SEAT, S.A.
toyota=Toyota Motor Corporation
lexus=Toyota Motor Corporation
suzuki=Suzuki Motor Corporation
honda=Honda Motor Co., Ltd.
yamaha=Yamaha Motor Co., Ltd.
ford=Ford Motor Company
jaguar=Jaguar Land Rover Ltd
ferrari=Fiat Chrysler Automobiles N.V.
citic=CITIC Group Corporation
bnpparibas=BNP Paribas
barclays=Barclays Bank PLC
hsbc=HSBC Global Services (UK) Limited
sbi=State Bank of India
abbott=Abbott Laboratories, Inc.
abb=ABB Ltd
aeg=Aktiebolaget Electrolux
airbus=Airbus S.A.S.
allianz=Allianz SE
axa=AXA Group Operations SAS
basf=BASF SE
bosch=Robert Bosch GmbH
bridgestone=Bridgestone Corporation
canon=Canon Inc.
cern=European Organization for Nuclear Research ("CERN")
chanel=Chanel International B.V.
cisco=Cisco Technology, Inc.
citi=Citigroup Inc.
dell=Dell Inc.
deloitte=Deloitte Touche Tohmatsu
dhl=Deutsche Post AG
dvag=Deutsche Vermögensberatung Aktiengesellschaft DVAG
edeka=EDEKA Verband kaufmännischer Genossenschaften e.V.
emerck=Merck KGaA
merck=Merck Registry Holdings, Inc.
epson=Seiko Epson Corporation
ericsson=Telefonaktiebolaget L M Ericsson
fage=Fage International S.A.
fedex=Federal Express Corporation
fujitsu=Fujitsu Limited
gallup=Gallup, Inc.
george=Wal-Mart Stores, Inc.
walmart=Wal-Mart Stores, Inc.
goodyear=The Goodyear Tire & Rubber Company
gucci=Guccio Gucci S.p.a.
hitachi=Hitachi, Ltd.
hyatt=Hyatt GTLD, L.L.C.
hyundai=Hyundai Motor Company
kia=KIA MOTORS CORPORATION
ibm=International Business Machines Corporation
itau=Itau Unibanco Holding S.A.
itv=ITV Services Limited
java=Oracle Corporation
oracle=Oracle Corporation
jcb=JCB Co., Ltd.
jll=Jones Lang LaSalle Incorporated
jpmorgan=JPMorgan Chase Bank, National Association
chase=JPMorgan Chase Bank, National Association
kpmg=KPMG International Cooperative (KPMG International Genossenschaft)
kpn=Koninklijke KPN N.V.
lancome=L'Oréal
leclerc=A.C.D. LEC Association des Centres Distributeurs Edouard Leclerc
lego=LEGO Juris A/S
lidl=Schwarz Domains und Services GmbH & Co. KG
schwarz=Schwarz Domains und Services GmbH & Co. KG
lilly=Eli Lilly and Company
linde=Linde Aktiengesellschaft
lipsy=Lipsy Ltd
man=MAN SE
mattel=Mattel Sites, Inc.
mckinsey=McKinsey Holdings, Inc.
mit=Massachusetts Institute of Technology
mls=The Canadian Real Estate Association
neustar=NeuStar, Inc.
next=Next plc
nhk=Japan Broadcasting Corporation (NHK)
nike=NIKE, Inc.
nikon=Nikon Corporation
nissan=NISSAN MOTOR CO., LTD.
nokia=Nokia Corporation
ollo=Dish DBS Corporation
orange=Orange Brand Services Limited
otsuka=Otsuka Holdings Co., Ltd.
panasonic=Panasonic Holdings Corporation
philips=Koninklijke Philips N.V.
pioneer=Pioneer Corporation
playstation=Sony Interactive Entertainment Inc.
sony=Sony Corporation
praxi=Praxi S.p.A.
pwc=PricewaterhouseCoopers LLP
realtor=National Association of REALTORS
ricoh=Ricoh Company, Ltd.
sandvik=Sandvik AB
sap=SAP AG
sca=Svenska Cellulosa Aktiebolaget SCA (publ)
schaeffler=Schaeffler Technologies AG & Co. KG
sener=Sener Ingeniería y Sistemas, S.A.
shell=Shell Information Technology International Inc
sncf=Société Nationale SNCF
softbank=SoftBank Group Corp.
statefarm=State Farm Mutual Automobile Insurance Company
swatch=The Swatch Group Ltd
omega=The Swatch Group Ltd
tatamotors=Tata Motors Ltd
teva=Teva Pharmaceutical Industries Limited
toray=Toray Industries, Inc.
toshiba=TOSHIBA Corporation
ubs=UBS AG
visa=Visa Worldwide Pte. Limited
volvo=Volvo Holding Sverige Aktiebolag
weir=Weir Group IP Limited
yandex=Yandex Europe B.V.
zappos=Amazon Registry Services, Inc.
zara=Industria de Diseño Textil, S.A. (INDITEX, S.A.)
bbva=Banco Bilbao Vizcaya Argentaria, S.A.
lacaixa=Fundación Bancaria Caixa d’Estalvis i Pensions de Barcelona, “la Caixa”
seven=Seven West Media Ltd
abc=American Broadcasting Companies, Inc.
bbc=British Broadcasting Corporation
bloomberg=Bloomberg IP Holdings LLC
guardian=Guardian Media Group
`
    .trim()
    .split('\n')
    .map((line) => {
      const [suffix = '', holder = ''] = line.split('=')
      return [suffix, holder] as const
    }),
)
