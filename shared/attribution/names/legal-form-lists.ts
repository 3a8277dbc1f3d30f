/**
 * Legal forms such as "Ltd", one per line, in lower case without accents and punctuation. Sources:
 * the laws in the lines that start with "#", and GLEIF's list of the legal forms in ISO 20275.
 * Legal forms that are mainly used as ordinary words or codes are excluded.
 */
const ENDING = `
# European Union: Regulations 2157/2001 (SE), 1435/2003 (SCE), 2137/85 (EEIG), with the names of each language
se
sce
societas europaea
societas cooperativa europaea
europaische gesellschaft
europaische genossenschaft
evropska spolecnost
europabolag
societe europeenne
eeig
ewiv
geie
eesv
eksv

# United Kingdom and Ireland: Companies Act 2006, LLP Act 2000, Co-operative and Community Benefit Societies Act 2014; Companies Act 2014
ltd
limited
co
company
co ltd
co limited
company ltd
company limited
coltd
ltd co
limited company
private limited company
llp
limited liability partnership
lp
limited partnership
plc
public limited company
unlimited
unlimited company
ultd
cic
c i c
community interest company
cio
scio
charitable incorporated organisation
clg
company limited by guarantee
private company limited by shares
dac
designated activity company
icav
teoranta
cyf
cyfyngedig
co op
co operative
co op society
community benefit society
cooperative ltd
cooperative limited
co operative ltd
co operative limited
asia pacific ltd
holding ltd

# United States and Canada: Delaware General Corporation Law, state LLC and professional corporation acts; Canada Business Corporations Act
inc
incorporated
corp
corporation
co inc
llc
l l c
ltd liability co
limited liability co
limited liability company
l3c
lllp
pllc
p l l c
professional limited liability company
pc
professional corporation
pa
pbc
public benefit corporation
na
n a
national association
ltee
limitee
inc ltee
ulc
unlimited liability company
senc
s e n c
sencrl
s e n c r l
societe en commandite

# Australia, New Zealand, South Africa: Corporations Act 2001 (Cth), Companies Act 1993, Companies Act 71 of 2008
pty
pty ltd
pty limited
proprietary limited
cc
soc
soc ltd
npc
npc rf
rf
npo
ngo

# India: Companies Act 2013, LLP Act 2008, cooperative societies acts
private limited
pvt ltd
pvt limited
pvt
p ltd
p limited
opc private limited
opc pvt ltd
one person company
प्राइवेट लिमिटेड
प्राइवेट लि
प्रा लिमिटेड
प्रा लि
पब्लिक लिमिटेड
पब्लिक लिमिटेड कंपनी
लिमिटेड
लिमिटेड कंपनी
कंपनी लि
एलएलपी
सीमित देयता भागीदारी
मर्यादित
सहकारी समिति
सहकारी समिति मर्यादित
सहकारी समिति लिमिटेड
सहकारी संस्था मर्यादित

# Singapore, Malaysia, Thailand: Companies Act 1967, Companies Act 2016, Civil and Commercial Code
pte
pte ltd
pte limited
co pte
co pte ltd
sdn bhd
sendirian berhad
bhd
berhad
plt
public company limited
pcl

# Germany: BGB, HGB, GmbHG, AktG, GenG, PartGG, VAG
gmbh
g m b h
ggmbh
mbh
m b h
gesellschaft mbh
gesellschaft m b h
gesellschaft mit beschrankter haftung
gemeinnutzige gmbh
gemeinnutzige gesellschaft mbh
gemeinnutzige gesellschaft mit beschrankter haftung
gmbh il
gmbh i l
gmbh in liquidation
ag
ag in liquidation
aktiengesellschaft
kgaa
kommanditgesellschaft auf aktien
kg
kommanditgesellschaft
ohg
o h g
offene handelsgesellschaft
gbr
g b r
egbr
e gbr
gesellschaft burgerlichen rechts
eingetragene gesellschaft burgerlichen rechts
ug
ug haftungsbeschrankt
gug
gug haftungsbeschrankt
unternehmergesellschaft
unternehmergesellschaft haftungsbeschrankt
gemeinnutzige unternehmergesellschaft haftungsbeschrankt
eg
e g
eingetragene genossenschaft
genossenschaft
ek
e k
ek inh
e kfm
ekfm
e kfr
ekfr
eingetragener kaufmann
eingetragene kauffrau
ev
e v
eingetragener verein
verein
partg
partg mbb
partgmbb
part mbb
partmbb
mbb
partnerschaft mbb
partnerschaftsgesellschaft
partnerschaftsgesellschaft mbb
partnerschaftsgesellschaft mit beschrankter berufshaftung
aor
a o r
anstalt des offentlichen rechts
kdor
k d o r
korperschaft des offentlichen rechts
vvag
v v a g
versicherungsverein auf gegenseitigkeit
stiftung
stiftung burgerlichen rechts
stiftung des burgerlichen rechts
stiftung des offentlichen rechts
eingetragene stiftung
gmbh co kg
gmbh co kgaa
gmbh co ohg
gmbh cie kg
gmbh u co kg
gmbh und co kg
gmbh co kommanditgesellschaft
gesellschaft mit beschrankter haftung co kg
ag co kg
ag co kgaa
ag co ohg
se co kg
se co kgaa
ug co kg
ug haftungsbeschrankt co kg
stiftung co kg
ltd co kg
bv co kg
co kg
co kgaa
co ohg
cie kg

# Austria, Switzerland, Liechtenstein: UGB, GmbHG, FlexKapGG, GenG; Obligationenrecht; Personen- und Gesellschaftsrecht
gesmbh
ges mbh
ges m b h
og
offene gesellschaft
oeg
e u
eingetragener unternehmer
eingetragene unternehmerin
flexco
flexkapg
flexible kapitalgesellschaft
egen
genmbh
gen m b h
registrierte genossenschaft
registrierte genossenschaft mit beschrankter haftung
gesbr
gesnbr
ges n b r
privatstiftung
kollektivgesellschaft
einzelunternehmen
sagl
s a g l
anstalt
treuunternehmen
trust reg

# France, with Luxembourg, Monaco, French-speaking Switzerland and Africa (OHADA): Code de commerce, Code civil, loi du 1er juillet 1901
sa
s a
societe anonyme
sas
s a s
societe par actions simplifiee
societe par actions simplifiee unipersonnelle
societe par actions simplifiee a associe unique
sasu
s a s u
sarl
sa rl
s a rl
s a r l
sarlu
s a r l u
sarls
sarl s
s a r l s
societe a responsabilite limitee
societe a responsabilite limitee simplifiee
suarl
eurl
e u r l
entreprise unipersonnelle a responsabilite limitee
ei
entreprise individuelle
eirl
e i r l
entreprise individuelle a responsabilite limitee
micro entreprise
auto entrepreneur
sci
s c i
societe civile
societe civile immobiliere
scm
s c m
societe civile de moyens
scp
s c p
societe civile professionnelle
sccv
scpi
scea
s c e a
gaec
g a e c
scop
s c o p
scic
s c i c
societe cooperative
societe cooperative dinteret collectif
societe cooperative d interet collectif
sca
societe en commandite par actions
snc
s n c
societe en nom collectif
sc
scs
s c s
scsp
secs
societe en commandite simple
gie
g i e
groupement dinteret economique
groupement d interet economique
gip
g i p
groupement dinteret public
groupement d interet public
selarl
s e l a r l
selarlu
selas
s e l a s
selasu
selafa
spfpl
saem
saeml
sicav
epci
etablissement public
etablissement public industriel et commercial
association loi 1901
association loi 1908
fonds de dotation

# Belgium: Code des sociétés et des associations, Wetboek van vennootschappen en verenigingen
sprl
s p r l
sprlu
srl
s r l
scrl
s c r l
asbl
a s b l
aisbl
a i s b l
bvba
b v b a
cvba
cvoa
commv
comm v
gcv
vzw
v z w
ivzw
i v z w
vereniging zonder winstoogmerk
association sans but lucratif

# Netherlands, with Suriname and the Caribbean: Burgerlijk Wetboek book 2, Wetboek van Koophandel
bv
b v
besloten vennootschap
besloten vennootschap met beperkte aansprakelijkheid
bvio
b v i o
bv io
bv i o
b v io
nv
n v
naamloze vennootschap
cv
c v
commanditaire vennootschap
vof
v o f
vennootschap onder firma
maatschap
eenmanszaak
stichting
vereniging
cooperatie
cooperatie ua
cooperatie u a
cooperatieve vereniging
coop ua
coop u a
ua
onderlinge waarborgmaatschappij

# Italy and Ticino: Codice civile, d.lgs. 117/2017 (third sector), d.lgs. 36/2021 (sport), legge 183/2011 (professionals)
spa
s p a
societa per azioni
spa a socio unico
spa in liquidazione
spa societa benefit
srl a socio unico
s r l a socio unico
srl unipersonale
s r l unipersonale
srl in liquidazione
srl societa benefit
srl sb
srlu
s r l u
srls
s r l s
srl semplificata
societa a responsabilita limitata
societa a responsabilita limitata semplificata
societa benefit
societa anonima
societa a garanzia limitata
sapa
s a p a
societa in accomandita per azioni
sas di
societa in accomandita semplice
snc di
societa in nome collettivo
societa semplice
societa semplice agricola
ss agricola
s s agricola
scarl
s c a r l
scpa
s c p a
societa consortile
societa consortile a r l
societa consortile a rl
societa consortile a responsabilita limitata
soc cons a r l
soc cons a rl
soc cons arl
soc coop
soc coop arl
soc coop a r l
soc coop a rl
soc coop sociale
soc coop agricola
coop sociale
cooperativa sociale
societa cooperativa
societa cooperativa arl
societa cooperativa a r l
societa cooperativa a rl
societa cooperativa agricola
societa cooperativa sociale
societa cooperativa sociale onlus
s t p
srl stp
societa tra professionisti
onlus
o n l u s
ets
e t s
ente del terzo settore
aps
odv
o d v
organizzazione di volontariato
associazione di promozione sociale
impresa sociale
asd
a s d
asd aps
s s d
ssd arl
ssd a r l
ssd a rl
ssdrl
associazione sportiva dilettantistica
societa sportiva dilettantistica
ditta individuale
impresa individuale

# Spain: Ley de Sociedades de Capital, Código de Comercio, Ley 27/1999 (cooperatives), Ley 44/2015 (employee-owned)
sl
s l
sociedad limitada
slu
s l u
sociedad limitada unipersonal
slp
s l p
sociedad limitada profesional
slpu
s l p u
slne
s l n e
sociedad limitada nueva empresa
sll
s l l
sociedad limitada laboral
sociedad de responsabilidad limitada
sociedad anonima
sau
s a u
sociedad anonima unipersonal
s a l
sociedad anonima laboral
s a d
sociedad anonima deportiva
scl
s c l
s c a
sccl
s c c l
scoop
s coop
s coop and
s coop c
s coop cl
s coop galega
s coop ltda
s coop mad
s coop p
s coop v
s coop c l
sdad coop
sdad coop and
sociedad cooperativa
sociedad cooperativa andaluza
sociedad cooperativa limitada
cooperativa limitada
cooperativa ltda
coop ltda
cb
c b
comunidad de bienes
sociedad civil
sociedad civil particular
sociedad colectiva
sociedad comanditaria
sociedad comanditaria por acciones
s com
s com p a
s a t
sociedad agraria de transformacion
aie
a i e
agrupacion de interes economico
u t e
union temporal de empresas
sgr
s g r
sociedad de garantia reciproca
entidad publica empresarial
societat limitada
societat anonima

# Spanish America: Ley General de Sociedades Mercantiles (Mexico), Ley 19.550 (Argentina), Ley 1258 (Colombia), Ley 26887 (Peru), Código de Comercio
sa de cv
sa de c v
s a de cv
s a de c v
sab de cv
s a b de c v
sapi de cv
s a p i de c v
sas de cv
s a s de c v
s de rl
s de r l
s de rl de cv
s de r l de cv
s de r l de c v
s de rl mi
s de r l m i
s c de r l de c v
sc de rl de cv
spr de rl
s p r de r l
srl de cv
s r l de c v
ltda de cv
ltda de c v
sofom enr
sofom e n r
sociedad anonima de capital variable
sociedad anonima promotora de inversion de capital variable
sociedad de responsabilidad limitada de capital variable
asociacion civil
s en c
s en c por a
s en n c
sociedad en comandita
sociedad en comandita simple
sociedad en nombre colectivo
sociedad por acciones
sociedad por acciones simplificada
spa cl
cia ltda
c ltda
y cia ltda
y compania limitada
compania limitada
c a
ca
compania anonima
c por a
sac
s a c
sociedad anonima cerrada
saa
s a a
sociedad anonima abierta
s r ltda
srltda
sacif
s a c i f
sacifi
s a c i f i
sacifia
s a c i f i a
saic
s a i c
saci
s a c i
sas esp
s a s e s p
sa esp
s a e s p
s a s bic
sas bic
eas
e a s
empresa unipersonal
empresa individual de responsabilidad limitada
empresa por acciones simplificadas
asociacion cooperativa
asociacion mutual

# Portugal and Brazil: Código das Sociedades Comerciais, Código Cooperativo; Código Civil (Lei 10.406/2002), Lei 6.404/1976
lda
limitada
unipessoal
unipessoal lda
unipessoal limitada
sociedade unipessoal lda
soc unipessoal lda
sociedade unipessoal por quotas
sociedade por quotas
sgps
s g p s
sgps sa
sgps s a
sociedade anonima
sociedade anonima desportiva
sociedade em nome coletivo
sociedade em comandita
sociedade em comandita por acoes
crl
c r l
cooperativa de responsabilidade limitada
a c e
agrupamento complementar de empresas
e p e
entidade publica empresarial
empresario em nome individual
ltda
ltda me
ltda epp
epp
eireli
eireli me
eireli epp
empresario individual
empresa individual de responsabilidade limitada
microempreendedor individual
sociedade limitada
sociedade limitada unipessoal
sociedade simples
sociedade simples limitada
ss ltda
s s ltda
sc ltda
s c ltda
em recuperacao judicial

# Poland: Kodeks spółek handlowych, Prawo spółdzielcze, Kodeks cywilny
sp z oo
sp z o o
sp zoo
spzoo
spolka z oo
spolka z o o
spolka zoo
spolka z ograniczona odpowiedzialnoscia
sp z oo w likwidacji
sp z o o w likwidacji
sp k
sp kom
spolka komandytowa
sp z oo sp k
sp z o o sp k
sp z oo spolka komandytowa
sp z o o spolka komandytowa
spolka z ograniczona odpowiedzialnoscia sp k
spolka z ograniczona odpowiedzialnoscia spolka komandytowa
s k a
sp z oo ska
sp z oo s k a
sp z o o s k a
spolka komandytowo akcyjna
sp j
sp jawna
spolka jawna
sp p
sp partnerska
spolka partnerska
spolka akcyjna
psa
p s a
prosta spolka akcyjna
s c
spolka cywilna
spoldzielnia
przedsiebiorstwo panstwowe
jednoosobowa dzialalnosc gospodarcza
sp zoz
spzoz
samodzielny publiczny zaklad opieki zdrowotnej
towarzystwo ubezpieczen wzajemnych
w likwidacji

# Czech Republic: zákon 90/2012 (obchodní korporace), zákon 89/2012 (občanský zákoník)
sro
s r o
spol sro
spol s ro
spol s r o
spolecnost s rucenim omezenym
as cz
akciova spolecnost
vos
v o s
verejna obchodni spolecnost
ks
k s
kom spol
komanditni spolecnost
druzstvo
zs
z s
zapsany spolek
z u
zapsany ustav
ops
o p s
obecne prospesna spolecnost
obcanske sdruzeni
s p
statni podnik
prispevkova organizace
nadace
nadacni fond
odstepny zavod
organizacni slozka

# Slovakia: Obchodný zákonník (513/1991), zákon 83/1990 (associations), zákon 213/1997 (non-profit organisations)
spolocnost s rucenim obmedzenym
akciova spolocnost
jsa
j s a
jednoducha spolocnost na akcie
verejna obchodna spolocnost
komanditna spolocnost
o z
obcianske zdruzenie
n o
neziskova organizacia
neinvesticny fond
nadacia
statny podnik
prispevkova organizacia
rozpoctova organizacia
rsp
r s p

# Hungary: Polgári Törvénykönyv (2013. évi V. törvény) book 3, 2009. évi CXV. törvény (sole traders)
kft
korlatolt felelossegu tarsasag
zrt
zartkoruen mukodo reszvenytarsasag
nyrt
nyilvanosan mukodo reszvenytarsasag
rt
reszvenytarsasag
bt
beteti tarsasag
kkt
kozkereseti tarsasag
kht
nonprofit kft
nonprofit zrt
kozhasznu nonprofit kft
nonprofit korlatolt felelossegu tarsasag
kozhasznu nonprofit korlatolt felelossegu tarsasag
szovetkezet
alapitvany
kozalapitvany
egyesulet
ev hu
egyeni vallalkozo
egyeni ceg
ugyvedi iroda

# Denmark and the Faroes: selskabsloven, lov om visse erhvervsdrivende virksomheder, lov om erhvervsdrivende fonde
as
a s
aktieselskab
a p s
anpartsselskab
i s
interessentskab
kommanditselskab
p s
partnerselskab
ivs
ivaerksaetterselskab
amba
a m b a
andelsselskab
andelsselskab med begraenset ansvar
fmba
f m b a
forening med begraenset ansvar
smba
s m b a
selskab med begraenset ansvar
enkeltmandsvirksomhed
personligt ejet mindre virksomhed
erhvervsdrivende fond
selvejende institution
sp f

# Sweden: aktiebolagslagen (2005:551), lagen (1980:1102) om handelsbolag, lagen (2018:672) om ekonomiska föreningar, stiftelselagen
ab
a b
ab publ
publ
aktiebolag
aktiebolag publ
publikt aktiebolag
bankaktiebolag
forsakringsaktiebolag
hb
handelsbolag
kb
kommanditbolag
ek for
ekonomisk forening
ideell forening
bostadsrattsforening
samfallighetsforening
brf
enskild firma
stiftelse
forening

# Norway: aksjeloven, allmennaksjeloven, selskapsloven, samvirkelova, stiftelsesloven, foretaksnavneloven
asa
aksjeselskap
allmennaksjeselskap
ans
ansvarlig selskap
da
selskap med delt ansvar
ba
sa no
samvirkeforetak
kommandittselskap
enk
enkeltpersonforetak
nuf
norskregistrert utenlandsk foretak
iks
interkommunalt selskap
rhf
fkf
kommunalt foretak
fylkeskommunalt foretak
statsforetak
borettslag
eierseksjonssameie
sameie

# Iceland: lög um einkahlutafélög, lög um hlutafélög
ehf
hf
slhf
ohf

# Finland: osakeyhtiölaki, osuuskuntalaki, yhdistyslaki, säätiölaki, kaupparekisterilaki; Swedish forms beside the Finnish
oy
oyj
abp
oy ab
ab oy
oy ltd
oyj abp
osakeyhtio
julkinen osakeyhtio
ky
kommandiittiyhtio
ay
avoin yhtio
tmi
toiminimi
osk
osuuskunta
ry
r y
rekisteroity yhdistys
r f
registrerad forening
saatio
saatio sr
kuntayhtyma

# Estonia, Latvia, Lithuania: Äriseadustik, Komerclikums, Civilinis kodeksas
ou
mtu
tu
aktsiaselts
as ee
sia
ik
uab
ab lt
vsi
mb

# Slovenia, Croatia, Serbia, Bosnia, North Macedonia, Bulgaria, Romania, Albania: company laws
doo
d o o
dooel
дооел
jdoo
j d o o
dno
dd
d d
ad
a d
доо
ад
ood
eood
ead
оод
еоод
еад
srl d
s r l d
pfa
ii
sh p k
shpk
sh a
sha

# Greece and Cyprus: laws 4548/2018 (Α.Ε.), 3190/1955 (Ε.Π.Ε.), 4072/2012 (Ι.Κ.Ε., Ο.Ε., Ε.Ε.), 4430/2016 (Κοιν.Σ.Επ.); Companies Law cap. 113
αε
α ε
ανώνυμη εταιρεία
ανώνυμη εταιρία
ανώνυμος εταιρεία
ανώνυμος εταιρία
μονοπρόσωπη αε
μονοπρόσωπη α ε
μονοπρόσωπη ανώνυμη εταιρεία
μαε
αβεε
α β ε ε
αεβε
α ε β ε
αεε
αεπευ
επε
ε π ε
εταιρεία περιορισμένης ευθύνης
εταιρία περιορισμένης ευθύνης
μεπε
μ ε π ε
μονοπρόσωπη επε
μονοπρόσωπη ε π ε
ικε
ι κ ε
μικε
μ ι κ ε
μονοπρόσωπη ικε
μονοπρόσωπη ι κ ε
ιδιωτική κεφαλαιουχική εταιρεία
μονοπρόσωπη ιδιωτική κεφαλαιουχική εταιρεία
οε
ο ε
σια οε
σια ο ε
ομόρρυθμη εταιρεία
ομόρρυθμη εταιρία
εε
ε ε
σια εε
σια ε ε
ετερόρρυθμη εταιρεία
ετερόρρυθμη εταιρία
αμκε
α μ κ ε
αστική μη κερδοσκοπική εταιρεία
αστική μη κερδοσκοπική εταιρία
κοινσεπ
κοιν σ επ
κοινωνική συνεταιριστική επιχείρηση
συν πε
νπδδ
ν π δ δ
νπιδ
ν π ι δ
λτδ
λίμιτεδ
ae
a e
single member sa
single member s a
single member pc
epe
mepe
ike
i k e
oe
ee
abee
aebe
amke

# Turkey: Türk Ticaret Kanunu (6102), Kooperatifler Kanunu (1163), Dernekler Kanunu (5253), Türk Medeni Kanunu
as tr
a o
t a s
t a o
anonim sirketi
turk anonim sirketi
anonim ortakligi
turk anonim ortakligi
ltd sti
ltd sirketi
limited sti
limited sirketi
tic as
tic a s
tic anonim sirketi
tic ltd sti
tic limited sirketi
ticaret as
ticaret a s
ticaret anonim sirketi
ticaret ltd sti
ticaret limited sirketi
ve tic as
ve tic a s
ve tic anonim sirketi
ve tic ltd sti
ve tic limited sirketi
ve ticaret as
ve ticaret a s
ve ticaret anonim sirketi
ve ticaret ltd sti
ve ticaret limited sirketi
san tic as
san tic a s
san tic anonim sirketi
san tic ltd sti
san tic limited sirketi
san ve tic as
san ve tic a s
san ve tic anonim sirketi
san ve tic ltd sti
san ve tic limited sirketi
sanayi ticaret as
sanayi ticaret a s
sanayi ticaret anonim sirketi
sanayi ticaret ltd sti
sanayi ticaret limited sirketi
sanayi ve ticaret as
sanayi ve ticaret a s
sanayi ve ticaret anonim sirketi
sanayi ve ticaret ltd sti
sanayi ve ticaret limited sirketi
dis tic as
dis tic a s
dis tic anonim sirketi
dis tic ltd sti
dis tic limited sirketi
ve dis tic as
ve dis tic a s
ve dis tic anonim sirketi
ve dis tic ltd sti
ve dis tic limited sirketi
san ve dis tic as
san ve dis tic a s
san ve dis tic anonim sirketi
san ve dis tic ltd sti
san ve dis tic limited sirketi
sanayi ve dis ticaret as
sanayi ve dis ticaret a s
sanayi ve dis ticaret anonim sirketi
sanayi ve dis ticaret ltd sti
sanayi ve dis ticaret limited sirketi
ith ihr as
ith ihr a s
ith ihr anonim sirketi
ith ihr ltd sti
ith ihr limited sirketi
ithalat ihracat as
ithalat ihracat a s
ithalat ihracat anonim sirketi
ithalat ihracat ltd sti
ithalat ihracat limited sirketi
san ve tic ltd
sanayi ve ticaret limited
koll sti
kollektif sirketi
kom sti
komandit sirketi
kooperatifi
vakfi
dernegi
iktisadi isletmesi

# Russia: Гражданский кодекс chapter 4, Федеральные законы 14-ФЗ, 208-ФЗ, 7-ФЗ, 161-ФЗ
ооо
оао
зао
пао
нао
ао
ип
нко
ано
ано дпо
ано во
фгуп
фгбу
фгау
фгку
фгбоу
фгбоу во
фгаоу
фгаоу во
гуп
муп
гбу
гау
гку
мбу
мау
мку
гбоу
мбоу
маоу
мбдоу
мадоу
гбуз
тсж
тсн
снт
жск
спк
кфх
общество с ограниченной ответственностью
акционерное общество
публичное акционерное общество
непубличное акционерное общество
открытое акционерное общество
закрытое акционерное общество
индивидуальный предприниматель
некоммерческая организация
автономная некоммерческая организация
некоммерческое партнёрство
ooo
oao
zao
pao
ao

# Belarus, Kazakhstan, Kyrgyzstan, Uzbekistan, Azerbaijan, Georgia, Armenia: civil codes
одо
чуп
чтуп
тоо
too
жшс
ақ
осоо
оссоо
товарищество с ограниченной ответственностью
общество с дополнительной ответственностью
mchj
mmc
შპს
სს
սպը
փբը

# Ukraine: Цивільний кодекс, закони 2275-VIII (ТОВ), 2465-IX (АТ), 755-IV (registration)
тов
тзов
тдв
ат
пат
прат
фоп
осбб
кнп
товариство з обмеженою відповідальністю
товариство з додатковою відповідальністю
акціонерне товариство
приватне акціонерне товариство
публічне акціонерне товариство
фізична особа підприємець
приватне підприємство
tov
pat
prat
fop

# Russian and Ukrainian forms in English
jsc
pjsc
cjsc
ojsc
joint stock company
public joint stock company
private joint stock company
open joint stock company
closed joint stock company

# Arab countries: company laws, as Saudi Arabia M/132 (2022), UAE 32/2021, Egypt 159/1981, Kuwait 1/2016, Qatar 11/2015, Oman 18/2019, Lebanon 304/1942
المحدودة
محدودة
ليمتد
ذات مسؤولية محدودة
ذات مسئولية محدودة
ذات المسؤولية المحدودة
شركة ذات مسؤولية محدودة
شركة ذات مسئولية محدودة
ذ م م
ذمم
ش م م
شمم
ش ذ م م
شذمم
ش م ع
ش م خ
شمخ
ش م ك
شمك
ش م ك ع
شمكع
ش م ك م
شمكم
ش م ب
شمب
ش م ب م
شمبم
ش م ق
شمق
ش م ع ق
شمعق
ش م ع ع
شمعع
ش م ع م
شمعم
ش م ل
ش م ح
م م ح
ش ش و
شركة مساهمة
شركة مساهمة عامة
شركة مساهمة خاصة
شركة مساهمة مقفلة
شركة مساهمة سعودية
شركة مساهمة مصرية
شركة مساهمة كويتية
شركة الشخص الواحد
شركة شخص واحد
مساهمة عامة
المساهمة العامة
المساهمة المقفلة
المساهمة
wll
w l l
fze
fzc
fz llc
fzllc
fz co
fzco
llc fz
l l c fz
dmcc
qsc
qpsc
qpjsc
psc
saog
saoc
spc
sae
s a e
kscp
kscc
ksc
k s c
k s c p
k s c c
ksc closed
bsc c
bsc closed
b s c
b s c c
sal offshore
sal holding
est

# Israel: חוק החברות 1999, פקודת השותפויות, חוק העמותות 1980, פקודת האגודות השיתופיות
בע מ
בעמ
בערבון מוגבל
ש מ
שמ
שותפות מוגבלת
שותפות רשומה
שותפות כללית
חל צ
חלצ
חברה לתועלת הציבור
ע ר
עמותה רשומה
אגודה שיתופית
אגודה שיתופית בע מ
אגו ש

# Indonesia: UU 40/2007 (perseroan terbatas), KUHD (CV, firma), UU 25/1992 (koperasi), UU 16/2001 (yayasan), UU 19/2003 (BUMN)
tbk
persero
persero tbk
perseroda
perumda
pt
cv id
perseroan terbatas
perseroan perorangan
persekutuan komanditer

# Japan: 会社法, in Latin letters
kk
k k
gk
g k
yk
y k
kabushiki kaisha
kabushiki gaisha
kabushikigaisha
kabushikikaisha
godo kaisha
goudou kaisha
yugen kaisha
yugen gaisha
goshi kaisha
gomei kaisha
`
const STARTING = `
# France, Belgium, Luxembourg: Code de commerce, loi du 1er juillet 1901
sarl
sas
sasu
eurl
scop
scic
selarl
selas
snc
scea
gaec
gie
ets
asbl
association
fondation
fonds de dotation
societe anonyme

# Germany, Austria, Switzerland: BGB, VerG, Zivilgesetzbuch
verein
stiftung
genossenschaft

# Netherlands, Belgium: Burgerlijk Wetboek book 2
stichting
stichting administratiekantoor
vereniging
cooperatie
vzw
vof
maatschap

# Spain and Spanish America: Ley 50/2002 (foundations), Ley Orgánica 1/2002 (associations)
fundacion
fundacion privada
asociacion
asociacion civil
asociacion cultural
sociedad cooperativa

# Portugal and Brazil: Código Civil
fundacao
associacao

# Italy: Codice civile, d.lgs. 117/2017, d.lgs. 36/2021
fondazione
associazione
associazione culturale
associazione di promozione sociale
associazione sportiva dilettantistica
asd
societa cooperativa
societa cooperativa sociale
cooperativa sociale

# Poland: Ustawa o fundacjach, Prawo o stowarzyszeniach, Kodeks spółek handlowych
spolka akcyjna
spolka z ograniczona odpowiedzialnoscia
fundacja
stowarzyszenie
spoldzielnia
przedsiebiorstwo panstwowe
pp

# Czech Republic, Slovakia: občanský zákoník, zákon 34/2002 (foundations)
zs
nadace
nadacni fond
nadacia
druzstvo
zapsany spolek
obcianske zdruzenie
spolecenstvi vlastniku

# Denmark, Sweden, Norway: selskabsloven, aktiebolagslagen, stiftelseslagen
ab
as
aktieselskabet
aktiebolaget
handelsbolaget
kommanditbolaget
bostadsrattsforeningen
brf
stiftelsen
foreningen
fonden
den selvejende institution
samvirkeforetaket
borettslaget

# Finland: osuuskuntalaki, toiminimilaki
oy
tmi
toiminimi
osuuskunta

# Estonia, Latvia, Lithuania, Serbia, Croatia, Bulgaria
uab
sia
ou
mtu
vsi
doo
ad

# Russia, Belarus, Kazakhstan, Kyrgyzstan: civil codes, federal laws on each form
ооо
оао
зао
пао
нао
ао
ип
нко
ано
ано дпо
ано во
чоу
чоу дпо
ноу
роо
фгуп
фгбу
фгау
фгку
фгбоу
фгбоу во
фгаоу
фгаоу во
гуп
муп
гбу
гау
гку
мбу
мау
мку
гбоу
мбоу
маоу
мбдоу
мадоу
гбуз
тсж
тсн
снт
жск
спк
кфх
одо
чуп
чтуп
чп
тоо
осоо
жшс
ақ
общество с ограниченной ответственностью
общество с дополнительной ответственностью
товарищество с ограниченной ответственностью
акционерное общество
публичное акционерное общество
непубличное акционерное общество
открытое акционерное общество
закрытое акционерное общество
индивидуальный предприниматель
самозанятый
самозанятая
глава кфх
крестьянское фермерское хозяйство
полное товарищество
товарищество на вере
коммандитное товарищество
хозяйственное партнёрство
производственный кооператив
потребительский кооператив
сельскохозяйственный производственный кооператив
садоводческое некоммерческое товарищество
товарищество собственников жилья
товарищество собственников недвижимости
некоммерческая организация
некоммерческое партнёрство
автономная некоммерческая организация
автономная некоммерческая организация дополнительного профессионального образования
региональная общественная организация
межрегиональная общественная организация
общероссийская общественная организация
благотворительный фонд
унитарное предприятие
частное предприятие
частное унитарное предприятие
частное торговое унитарное предприятие
государственное унитарное предприятие
муниципальное унитарное предприятие
федеральное государственное унитарное предприятие
государственное учреждение
государственное бюджетное учреждение
государственное казённое учреждение
муниципальное бюджетное учреждение
муниципальное казённое учреждение
муниципальное бюджетное общеобразовательное учреждение
федеральное государственное бюджетное учреждение
федеральное государственное бюджетное учреждение науки
федеральное государственное бюджетное образовательное учреждение высшего образования
федеральное государственное автономное образовательное учреждение высшего образования
ooo
oao
zao
pao
ao

# Ukraine: Цивільний кодекс, Господарський кодекс, Закон 4572-VI (associations)
тов
тзов
тдв
ат
пат
прат
фоп
пп
дп
кп
кнп
сфг
осбб
товариство з обмеженою відповідальністю
товариство з додатковою відповідальністю
повне товариство
командитне товариство
акціонерне товариство
приватне акціонерне товариство
публічне акціонерне товариство
фізична особа підприємець
приватне підприємство
державне підприємство
комунальне підприємство
комунальне некомерційне підприємство
дочірнє підприємство
фермерське господарство
споживчий кооператив
виробничий кооператив
громадська організація
благодійна організація
благодійний фонд
обєднання співвласників багатоквартирного будинку
об єднання співвласників багатоквартирного будинку
tov
tzov

# Russian and Ukrainian forms in English
llc
jsc
pjsc
cjsc
ojsc
limited liability company
joint stock company
public joint stock company
private joint stock company
open joint stock company
closed joint stock company
individual entrepreneur

# Georgia, Armenia: company laws
შპს
სს
სსიპ
ააიპ
սպը
փբը

# Greece: laws 4072/2012 and 4430/2016
αμκε
κοινσεπ
αστική μη κερδοσκοπική εταιρεία

# Arab countries: company laws, and laws on associations
شركة
مؤسسة
جمعية
تعاونية
شركة مساهمة
شركة ذات مسؤولية محدودة

# Israel: חוק העמותות 1980
עמותת

# Indonesia, Malaysia: UU 40/2007, UU 19/2003, UU 25/1992, UU 16/2001, UU 17/2013
pt
cv
sdn
perum
perumda
perseroan terbatas
perusahaan perseroan
perusahaan umum
perusahaan umum daerah
koperasi
yayasan
perkumpulan
usaha dagang
badan usaha milik desa

# Viet Nam: Luật Doanh nghiệp
cong ty tnhh
cong ty co phan
cong ty tnhh mtv
cong ty tnhh mot thanh vien

# Japan: 会社法, in Latin letters
kabushiki kaisha
kabushiki gaisha
godo kaisha
yugen kaisha
`

/**
 * Legal forms that are written without a space before or after the name, such as 株式会社. The list
 * contains ASCII brackets, because Unicode normalisation (NFKC) turns full-width brackets into
 * ASCII brackets.
 */
const ATTACHED = `
# Japan: 会社法, 一般社団・財団法人法, 特定非営利活動促進法, 私立学校法, 医療法, 社会福祉法, 各種協同組合法, 士業の法律
株式会社
有限会社
特例有限会社
合同会社
合資会社
合名会社
相互会社
特定目的会社
有限責任事業組合
投資事業有限責任組合
一般社団法人
公益社団法人
社団法人
一般財団法人
公益財団法人
財団法人
特定非営利活動法人
認定特定非営利活動法人
npo法人
国立大学法人
公立大学法人
大学共同利用機関法人
独立行政法人
地方独立行政法人
国立研究開発法人
社会福祉法人
更生保護法人
医療法人
医療法人社団
医療法人財団
社会医療法人
学校法人
準学校法人
宗教法人
職業訓練法人
管理組合法人
農事組合法人
農業協同組合
漁業協同組合
生活協同組合
事業協同組合
労働者協同組合
協同組合
企業組合
監査法人
有限責任監査法人
弁護士法人
税理士法人
司法書士法人
行政書士法人
社会保険労務士法人
土地家屋調査士法人
弁理士法人
特許業務法人
(株)
(有)
(同)
(資)
(名)
(一社)
(公社)
(社)
(一財)
(公財)
(財)
(特非)
(独)
(学)
(医)
(福)
(宗)

# China, Hong Kong, Macau, Taiwan, Singapore: 公司法, 合伙企业法, 个人独资企业法, 农民专业合作社法, 民法
股份有限公司
有限责任公司
有限責任公司
有限公司
私人有限公司
集团
集團
无限公司
無限公司
两合公司
兩合公司
(有限合伙)
(有限合夥)
(普通合伙)
(特殊普通合伙)
有限合伙企业
普通合伙企业
合伙企业
有限合夥
合夥企業
个人独资企业
个体工商户
農民專業合作社
农民专业合作社
专业合作社
財團法人
财团法人
社團法人
社团法人
民办非企业单位

# Korea: 상법, 민법, 협동조합 기본법, 사립학교법, 의료법, 변호사법
주식회사
유한회사
유한책임회사
합자회사
합명회사
사단법인
재단법인
학교법인
의료법인
사회복지법인
비영리법인
농업회사법인
어업회사법인
영농조합법인
영어조합법인
농업협동조합
수산업협동조합
신용협동조합
소비자생활협동조합
사회적협동조합
협동조합
법무법인
회계법인
세무법인
특허법인
노무법인
관세법인
(주)
(유)
(합)
(사)
(재)
(학)
(유한)

# Thailand: ประมวลกฎหมายแพ่งและพาณิชย์
บริษัท
ห้างหุ้นส่วนจำกัด
ห้างหุ้นส่วน
จำกัด
(มหาชน)
`

const listed = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#')),
  )

export const ENDING_LEGAL_FORMS = listed(ENDING)
export const STARTING_LEGAL_FORMS = listed(STARTING)
export const ATTACHED_LEGAL_FORMS = listed(ATTACHED)

/**
 * Legal forms that are also ordinary words, such as "company". Such a word does not always end the
 * name, because the name may continue after it.
 */
export const ORDINARY_WORD_LEGAL_FORMS = listed(`
co
company
se
as
limited
society
association
cooperative
stiftung
verein
genossenschaft
stichting
vereniging
cooperatie
stiftelse
forening
sameie
borettslag
saatio
osuuskunta
spoldzielnia
druzstvo
nadace
nadacia
alapitvany
egyesulet
szovetkezet
vakfi
dernegi
kooperatifi
المساهمة
`)

/**
 * Legal forms that are also recognised in lower case, such as "e. V." and "ekonomisk förening".
 * Other legal forms are recognised only with a capital letter, because in lower case they may be
 * ordinary words.
 */
export const LOWER_CASE_LEGAL_FORMS = listed(`
# English
inc
incorporated
corporation
ltd
limited
llc
llp
plc
pvt
pty
pte

# German
gmbh
ggmbh
mbh
ag
kg
e
eingetragene
eingetragener

# French, Italian, Spanish, Portuguese
sas
sasu
sarl
eurl
srl
srls
spa
ltda
lda
societe
societa
sociedad
sociedade
s

# Dutch
bv
nv
bvba
besloten
naamloze

# Polish, Czech, Slovak, Slovenian, Croatian
sp
spolka
sro
spol
spolecnost
spolocnost
akciova
verejna
zapsany
obcianske
neziskova
doo
a
d
k
n
o
v
z

# Hungarian
kft
zrt
nyrt
korlatolt
zartkoruen
nyilvanosan
nonprofit
egyeni

# Danish, Norwegian, Swedish
ab
aps
a s
i s
k s
p s
aktiebolag
handelsbolag
kommanditbolag
ek
ekonomisk
ideell
aksjeselskap
aktieselskab
anpartsselskab

# Finnish
oy
oyj
ry
rf
osakeyhtio

# Turkish
anonim

# Indonesian
tbk

# Russian, Ukrainian
общество
публичное
акционерное
товариство
`)
