/**
 * Kind of company that serves the domains of other companies, for example a registrar, a web host
 * or a site builder. The lists of companies below contain one normalised name per line, without a
 * legal form such as "Ltd". Sources: the companies' own web pages and public lists under permissive
 * licences.
 */
export type InfrastructureRole =
  | 'registrar'
  | 'corporate_registrar'
  | 'privacy'
  | 'host'
  | 'builder'
  | 'parking'
  | 'platform'
  | 'vendor'
  | 'registry'

const OPERATORS: Readonly<Record<InfrastructureRole, string>> = {
  registrar: `
godaddy
godaddy com
godaddy operating
go daddy operating
wild west domains
namecheap
tucows
tucows domains
enom
hover
porkbun
name com
namesilo
dynadot
gandi
ovh
ovhcloud
ionos
1 1 internet
united domains
united internet
key systems
rrpproxy
cronon
strato
network solutions
register com
web com
newfold digital
pdr
publicdomainregistry com
public domain registry
bigrock
resellerclub
endurance international
gname com
gname
alibaba cloud
hichina
xin net
west cn
chengdu west dimension
bizcn
22net
reg ru
regru
registrar of domain names reg ru
rucenter
ru center
nic ru
beget
timeweb
hostinger
hostinger operations
hosting ukraine
ukrnames
internet domain service bs
internet bs
eurodns
inwx
internetx
psi usa
joker com
csl computer service langenbach
hostpoint
infomaniak
metanet
switch
transip
mijndomein
one com
loopia
domeneshop
simply com
registro br
nic ar
nominet
afnic
denic
japan registry services
jprs
gmo internet
gmo internet group
onamae com
gmo internet group d b a onamae com
gmo internet group dba onamae com
sakura internet
xserver
squarespace domains
squarespace domains ii
google domains
amazon registrar
cloudflare
automattic
wix com
shopify
dreamhost
new dream network
rebel ca
webnames ca
canspace
synergy wholesale
crazy domains
dreamscape networks
ventraip
instra
webcentral
melbourne it
netregistry
arsys
arsys internet
dinahosting
nominalia
acens
entorno digital
aruba
register it
netsons
home pl
nazwa pl
az pl
dhosting
active 24
forpsi
webglobe
wedos
subreg
gransy
regtons
isimtescil
natro
turhost
sav com
spaceship
epik
moniker
fabulous com
fastdomain
bluehost
hostgator
launchpad com
sibername
easydns
dnsimple
nic mx
akky
educause
jisc
jisc services
registrar of record
donweb
dattatec
nics telekomunikasyon
cizgi telekomunikasyon
gabia
가비아
cafe24
카페24
whois co kr
рег ру
регистратор доменных имен рег ру
руцентр
таймвеб
бегет
хостинг украина
imena ua
internet invest
お名前 com
gmoインターネット
gmoインターネットグループ
さくらインターネット
エックスサーバー
ムームードメイン
バリュードメイン
value domain
阿里云
阿里云计算
万网
腾讯云
西部数码
易名中国
中国万网
blacknight
blacknight solutions
register365
combell
versio
antagonist
vimexx
hostnet
mijn host
easyname
websupport
webhouse
tarhely eu
rackhost
romarg
hostico
superhosting bg
papaki
cyberfolks
cyber folks
linuxpl
seohost
lh pl
zenbox
dandomain
gigahost
unoeuro
zitcom
louhi net
shellit
domainhotelli
veebimajutus
zone media
serveriai
niagahoster
rumahweb
exabytes
webnic
web commerce communications
mat bao
pa vietnam
nhan hoa
webempresa
raiola networks
cdmon
dondominio
don dominio
soluciones corporativas ip
ptisp
locaweb
uol host
kinghost
umbler
domain the net technologies
livedns
hostarmada
truehost
afrihost
xneelo
domains co za
discount domains
openprovider
hosting concepts
hosting concepts d b a registrar eu
registrar eu
101domain
marcaria
netim
lws
ligne web services
amen
online sas
scaleway
domain robot
cps datensysteme
vautron
mesh digital
123 reg
heart internet
fasthosts
lcn com
krystal hosting
20i
tagadab
`,
  corporate_registrar: `
markmonitor
csc corporate domains
corporation service company
csc
com laude
nom iq
nom iq ltd dba com laude
safenames
nameshield
netnames
ascio
brandsight
ip twins
iptwins
safebrands
ebrand
ebrand services
lexsynergy
brandshelter
encirca
gandi corporate
authentic web
dnstination
mailclub
domaincontext
thomsen trampedach
valideus
cscglobal
key systems gmbh corporate
appdetex
hogan lovells domain
`,
  privacy: `
domains by proxy
privacy service provided by withheld for privacy
withheld for privacy
whoisguard
contact privacy
privacy protect
privacyprotect org
perfect privacy
private by design
identity protection service
domain protection services
super privacy service
super privacy service ltd c o dynadot
see privacyguardian org
privacyguardian org
domain id shield service
myprivacy ca
data protected
redacted for privacy
data redacted
statutory masking enabled
registration private
whois privacy
whois privacy protection service
whois privacy corp
moniker privacy services
global domain privacy services
dynadot privacy service
privacy protection
protection of private person
private person
anonymize
njalla
1337 services
whois agent
c o whoistrustee com
whoisproxy com
knock knock whois not there
ano nymous
domain admin
domain administrator
hostmaster
dns admin
dns administrator
domain privacy service fbo registrant
proxy protection
oneandone private registration
1 1 internet private registration
identity protect
privacy hero
digital privacy
domain trustee
not disclosed
personal data
gdpr masked
gdpr redacted
hidden
n a
none
not applicable
individual
private
unknown
whois privacy service
domain name proxy service
direct privacy
easyspace privacy
privacy administrator
registrant
owner
domain owner
on behalf of owner
hosting team
it department
domain management
domain manager
legal department
`,
  host: `
amazon
amazon com
amazon web services
amazon technologies
google cloud
google cloud platform
microsoft azure
digitalocean
linode
akamai
akamai technologies
akamai international
akamai connected cloud
fastly
cloudfront
stackpath
edgecast
edgio
limelight networks
incapsula
imperva
sucuri
bunnyway
bunny net
keycdn
cdn77
datacamp
leaseweb
hetzner
hetzner online
contabo
netcup
vultr
the constant company
constant company
choopa
rackspace
softlayer
ibm cloud
equinix
oracle cloud
ovh hosting
online net
iliad
hostwinds
liquid web
a2 hosting
inmotion hosting
siteground
unified layer
websitewelcome
wp engine
kinsta
pantheon
pantheon systems
acquia
netlify
vercel
render
heroku
fly io
railway
github
gitlab
pair networks
pairnic
turbify
yahoo small business
aabaco
world4you
all inkl com
all inkl com neue medien munnich
all inkl com neue medien muennich
neue medien munnich
neue medien muennich
mittwald
mittwald cm service
df eu
domainfactory
host europe
hosteurope
manitu
uberspace
raidboxes
timme hosting
plus line
plusline
link11
signet
aeza
aeza international
global connectivity solutions
stark industries
m247
hostinger international
combahton
velia net
myloc
worldstream
serverius
nforce
alexhost
flokinet
shinjiru
selectel
yandex cloud
tencent cloud
alibaba cloud computing
huawei cloud
xserver com
kagoya
conoha
gmo pepabo
lolipop
hyp net
one com hosting
o2switch
planethoster
gandi hosting
jelastic
level 3
cogent
lumen
zayo
hurricane electric
ntt
comcast
verizon
at t
deutsche telekom
telefonica
orange business
british telecommunications
janet
geant
dfn
surf
renater
garr
rediris
internet2
switch hosting
team cymru
`,
  builder: `
wix
squarespace
weebly
webflow
wordpress
wordpress com
jimdo
strikingly
duda
godaddy website builder
ghost
tilda
carrd
framer
bigcartel
big cartel
bigcommerce
prestashop
magento
woocommerce
drupal
joomla
typo3
contao
hugo
jekyll
gatsby
astra
elementor
divi
elegant themes
themeforest
envato
brainstorm force
kadence
generatepress
blox digital
blox content management
townnews com
townnews
newspack
blogger
medium
substack
tumblr themes
notion
gitbook
read the docs
hubspot cms
webnode
one com website builder
ionos mywebsite
cargo
format
smugmug
zenfolio
pixieset
showit
kajabi
thinkific
teachable
podia
clickfunnels
leadpages
unbounce
athenahealth
officite
prosites
dentalmark media
toast
bentobox
hibu
thryv
scorpion design
justia
findlaw
lawlytics
dealer spike
ari network services
dealeron
dealer inspire
civicplus
granicus
municode
finalsite
edlio
schoolwires
e4education
ticimax
ideasoft
ikas
shoper
idosell
хорошоп
horoshop
insales
тильда
1c битрикс
1с битрикс
umi cms
nethouse
haravan
bizweb
imweb
아임웹
sixshop
고도몰
godomall
merchantpro
gomag
shoprenter
indiamart
indiamart intermesh
tradeindia
infocom network
mycashflow
abicart
quickbutik
24nettbutikk
mijnwebwinkel
jouwweb
wizishop
e monsite
loja integrada
jumpseller
empretienda
mindbody
booksy
fresha
lightspeed
ecwid
square online
volusion
shoptet
shopware
jtl software
gambio
oxid esales
tiendanube
nuvemshop
vtex
base
stores jp
goope
ocnk
colorme shop
automattic com
parallels
plesk
cpanel
apache
apache software foundation
nginx
ubuntu
debian
litespeed
`,
  parking: `
sedo
sedoparking
bodis
parkingcrew
above com
afternic
dan com
undeveloped
hugedomains
namebright
turncommerce
uniregistry
domainmarket
brandbucket
squadhelp
atom com
parklogic
skenzo
voodoo
cashparking
smartname
domainsponsor
buydomains
efty
sav
perfectdomain
team internet
tonic
rook media
domain holdings
mediaoptions
grit brokerage
saw com
brandpa
namerific
`,
  platform: `
facebook
meta
meta platforms
instagram
whatsapp
twitter
x corp
youtube
linkedin
pinterest
tiktok
bytedance
snap
snapchat
reddit
telegram
discord
twitch
vimeo
spotify
soundcloud
bandcamp
etsy
ebay
amazon marketplace
tripadvisor
booking com
yelp
opentable
doordash
ubereats
uber eats
deliveroo
just eat
airbnb
linktree
github pages
google play
app store
apple app store
patreon
kickstarter
gofundme
eventbrite
meetup
calendly
trustpilot
trusted shops
webwinkelkeur
thuiswinkel
houzz
bark com
zillow
rightmove
indeed
`,
  vendor: `
google
google llc
alphabet
google analytics
adobe stock
adobe fonts
microsoft
apple
cookiebot
usercentrics
onetrust
complianz
iubenda
termly
termsfeed
erecht24
e recht24
wbs law
wilde beuger solmecke
datenschutz generator
dr schwenke
matomo
hotjar
mouseflow
fullstory
mixpanel
amplitude
segment
new relic
datadog
sentry
cloudinary
imgix
typekit
font awesome
fonticons
monotype
monotype imaging
fonts com
unsplash
pexels
shutterstock
istock
getty images
adobe systems
mapbox
openstreetmap
here maps
leaflet
recaptcha
hcaptcha
mailchimp
intuit mailchimp
sendinblue
brevo
klaviyo
mailjet
sendgrid
twilio
hubspot
salesforce
zendesk
intercom
freshworks
freshdesk
drift
crisp
tawk to
livechat
olark
stripe
paypal
paypal europe
klarna
adyen
mollie
square
afterpay
clearpay
worldpay
sumup
shopify payments
typeform
surveymonkey
jotform
zapier
xero
quickbooks
freestar
mediavine
adthrive
raptive
ezoic
criteo advertising
taboola
outbrain
doubleclick
xandr
magnite
pubmatic
openx
rubicon project
index exchange
triplelift
sovrn
let s encrypt
lets encrypt
digicert
sectigo
comodo ca
globalsign
godaddy secure
geotrust
thawte
entrust
zerossl
google trust services
identrust
ssl com
buypass
internet security research group
associated press
ap
reuters
afp
dpa
agence france presse
the associated press
getty
agentur nordlicht
brightpixel studio
webtoffee
yoast
wpbakery
slider revolution
jquery
bootstrap
webpack
react
`,
  registry: `
icann
iana
verisign
public interest registry
identity digital
donuts
afilias
centralnic
radix
xyz com
registry services
google registry
charleston road registry
dot asia
neustar registry
amazon registry services
pir
cira
sidn
auda
icann org
nic at
eurid
dns belgium
iis
internetstiftelsen
norid
punktum dk
nask
cz nic
red es
nic it
registro it
jprs co jp
kisa
twnic
cnnic
`,
}

const roles = new Map<string, InfrastructureRole>()
for (const role of Object.keys(OPERATORS) as InfrastructureRole[])
  for (const name of OPERATORS[role].split('\n')) {
    const key = name.trim().replaceAll(' ', '')
    if (key !== '' && !roles.has(key)) roles.set(key, role)
  }

const PROVIDER_SUFFIX = /(?:com|internet|hosting|webhosting|hostingservices|webservices)$/u
const PROVIDER_LENGTH_MIN = 4
/**
 * Kinds of companies that are recognised even when a word such as "Hosting" is added to the known
 * name. Site builders are excluded, because many site builders have an ordinary word as their name.
 */
const SELLING_ROLES: ReadonlySet<InfrastructureRole> = new Set([
  'registrar',
  'host',
  'parking',
  'privacy',
])

/**
 * Returns the kind of service that a company sells for domains, for example "registrar", or null
 * for any other company. `compact` is the company's name in lower case without spaces, such as
 * `amazoncom`.
 */
export function infrastructureRole(compact: string): InfrastructureRole | null {
  const known = roles.get(compact)
  if (known !== undefined) return known
  const bare = compact.replace(PROVIDER_SUFFIX, '')
  const role = bare.length >= PROVIDER_LENGTH_MIN ? roles.get(bare) : undefined
  return role !== undefined && SELLING_ROLES.has(role) ? role : null
}
