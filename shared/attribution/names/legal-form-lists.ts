/**
 * Legal forms of organisations as they end (or start) a name, written the way `nameTokens` writes names: lower case, without
 * diacritics, dots of initials closed up, words parted by one space. Facts of company law; longest first is not needed.
 */
const ENDING = `
inc
incorporated
corp
corporation
co
company
llc
l l c
ltd
limited
llp
lp
plc
pllc
pc
pa
pbc
pte
pte ltd
pty
pty ltd

private limited
pvt ltd
pvt
public limited company
limited liability company
limited company
co ltd
co inc
coltd
ltd co

cic
cio
na
n a
unlimited
societas europaea
se
co operative
co op
cooperative ltd
cooperative limited
co operative ltd
co operative limited

gmbh
ggmbh
mbh
gesmbh
ges mbh
ag
kg
ohg
kgaa
gbr
ug
ug haftungsbeschrankt
eg
e g
ek
e k
ev
e v
ek inh
partg
partg mbb
partgmbb
mbb
aor
kdor
vvag
stiftung

gmbh co kg
gmbh co kgaa
gmbh co ohg
gmbh und co kg
ag co kg
ag co kgaa
se co kg
se co kgaa
ug co kg
co kg
co kgaa
co ohg
gmbh u co kg
aktiengesellschaft

gesellschaft mit beschrankter haftung
kommanditgesellschaft
og
ges m b h
gesellschaft mbh
genossenschaft
verein

sa
s a
sas
s a s
sasu
sarl
sa rl
s a r l
s a rl
eurl
sci
scop
sca
snc
sc
scs
scp
gie
ei
eirl
association loi 1901
societe anonyme

societe par actions simplifiee
societe a responsabilite limitee
selarl
sprl
srl
bvba
asbl
vzw
nv
bv
b v
n v
cv
cvba
vof
v o f
bvio
maatschap
stichting
cooperatie ua
coop ua
ua

spa
s p a
s r l
srls
s r l s
sapa
sas di
snc di
scarl
soc coop
societa cooperativa
societa a responsabilita limitata
societa per azioni
scpa
onlus
ets
aps

sl
s l
slu
s l u
sau
s a u
slp
sll
scl
s coop
s coop and
s coop mad
s c a
scoop
sociedad anonima
sociedad limitada
sociedad cooperativa
sociedad cooperativa andaluza
cb
c b
aie

sa de cv
s a de c v
s de rl de cv
s de r l de c v
sapi de cv
sab de cv
s en c
srl de cv
spa cl
cia ltda
c a
ca
sac
s a c
saa
sas esp

ltda
ltda me
me
epp
eireli
s a s bic
lda
unipessoal lda
unipessoal
sgps
sgps sa
sociedade anonima
limitada

as
asa
ans
da
ba
enk
nuf
iks
sa no
a s
a p s
i s
k s
p s
ivs
amba
a m b a
fmba
ab
a b
ab publ
publ
hb
kb
ek for
ekonomisk forening
oy
oyj
ky
ay
tmi
osk
ry

ehf
hf
slhf
ohf
ou
mtu
tu
sia
uab
ab lt
vsi
as ee
ik
mb

sp z oo
sp z o o
spzoo
spolka z oo
spolka z ograniczona odpowiedzialnoscia
sp k
sp j
sp p
spolka akcyjna
spolka komandytowa
sp z oo sp k
sp z o o sp k
psa

sro
s r o
spol s ro
spol s r o
as cz
vos
v o s
ks
zs
z s
ops
o p s
kft
zrt
nyrt
rt
bt
kkt
ev hu
doo
d o o
dd
d d
jdoo
j d o o
dno
ad
a d
ood
eood
ead

srl d
scm
pfa
ii
sh p k
shpk
sh a
sha
epe
ike
ae
oe
ee
ltd sti
limited sirketi
anonim sirketi
as tr
a o
san ve tic ltd sti
san tic ltd sti
tic ltd sti
ticaret ltd sti
tic as
san ve tic as
ve tic as
ticaret as
ve ticaret as
ticaret anonim sirketi
ve ticaret anonim sirketi
sanayi ve ticaret as
sanayi ticaret as
sanayi ve ticaret anonim sirketi

san tic as
ticaret limited sirketi
ve ticaret limited sirketi
sanayi ticaret limited sirketi
sanayi ve ticaret limited sirketi
ve tic ltd sti
ve ticaret ltd sti
sanayi ve ticaret ltd sti

ooo
oao
zao
pao
ao
ip
tov
pat
prat
fop
too
тов
ооо
оао
зао
пао
ао
ип
фоп
тоо
ат
пат
прат
оод
еоод
еад
ад
доо

общество с ограниченной ответственностью
акционерное общество
публичное акционерное общество
товариство з обмеженою відповідальністю

sdn bhd
bhd
berhad
tbk
pt
persero
cv id
co pte
pte limited
jsc
pjsc
cjsc
ojsc
company limited
public company limited
pcl
co op society

kk
k k
gk
g k
yk
y k
kabushiki kaisha
godo kaisha
yugen kaisha
kabushikigaisha

fze
fz llc
fzllc
fzco
fz co
dmcc
wll
w l l
qsc
qpsc
saog
saoc
psc
spc
est
cc
soc
npc
rf
npo
ngo

mchj
mmc
dooel
sae
kscp
r f
r y
suarl
sarlu
sarl s

ltee
limitee
inc ltee
ulc
lllp
senc
commv
comm v
gcv
cvoa
pty limited
proprietary limited

тзов
одо
чуп
чтуп
оссоо
осоо
жшс
ақ
შპს
სს
սպը
փբը
α ε
αβεε
αεβε

asia pacific ltd
holding ltd
anstalt
aktsiaselts
akciova spolocnost
akciova spolecnost

εε
αε
οε
επε
ικε
μεπε
בעמ
בע מ
ش م م
ذ م م
المحدودة
محدودة
`
const STARTING = `
cong ty tnhh
cong ty co phan
cong ty tnhh mtv
cong ty tnhh mot thanh vien
شركة
مؤسسة
ooo
oao
zao
pao
ao
ip
ооо
оао
зао
пао
ао
ип
фоп
тов
прат
ат
uab
sia
ab
as
pt
cv
sarl
sas
eurl
ets
association
stichting
spolka akcyjna
doo
ad
oy
ou
mtu
vsi
zs
sdn
pp
осоо
жшс
ақ
тзов
одо
чуп
чтуп
შპს
սպը
общество с ограниченной ответственностью
публичное акционерное общество
акционерное общество
kabushiki kaisha
`

/** Forms written without a space before or after the name. */
export const ATTACHED_LEGAL_FORMS: readonly string[] = [
  '特定非営利活動法人',
  '一般社団法人',
  '公益社団法人',
  '一般財団法人',
  '公益財団法人',
  '国立大学法人',
  '独立行政法人',
  '地方独立行政法人',
  '社会福祉法人',
  '医療法人社団',
  '医療法人',
  '学校法人',
  '宗教法人',
  '株式会社',
  '有限会社',
  '合同会社',
  '合資会社',
  '合名会社',
  '(株)',
  '(有)',
  '(同)',
  'บริษัท',
  '(มหาชน)',
  'จำกัด',
  '股份有限公司',
  '有限责任公司',
  '有限責任公司',
  '有限公司',
  '集团',
  '集團',
  '주식회사',
  '유한회사',
  '유한책임회사',
  '사단법인',
  '재단법인',
  '(주)',
  '(유)',
]

const listed = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split('\n')
      .map((form) => form.trim())
      .filter((form) => form !== ''),
  )

export const ENDING_LEGAL_FORMS = listed(ENDING)
export const STARTING_LEGAL_FORMS = listed(STARTING)

/** Forms that are also ordinary words of a name, so that a name may go on behind them. */
export const ORDINARY_WORD_LEGAL_FORMS = listed(`
co
company
stiftung
verein
stichting
association
limited
se
as
society
cooperative
`)

/** Forms that are forms in lower case too. */
export const LOWER_CASE_LEGAL_FORMS = listed(`
inc
ltd
llc
llp
plc
gmbh
ag
kg
sas
sarl
srl
spa
bv
nv
bvba
oy
ab
aps
limited
incorporated
corporation
`)
