/**
 * Registrable domains and network names of those who serve other people's names: DNS hosts, mail hosts, hosting and delivery
 * networks, report processors, shared platforms, domain markets. A host under one of these says nothing about the operator.
 */
const list = (text: string): ReadonlySet<string> => new Set(text.split(/[\s|]+/u).filter((entry) => entry !== ''))

/** Registrable domains of name servers that many unrelated domains use. */
export const NAME_SERVER_PROVIDERS = list(`
domaincontrol.com registrar-servers.com namecheaphosting.com dns-parking.com ui-dns.com ui-dns.org ui-dns.de ui-dns.biz worldnic.com register.com name-services.com
gandi.net gandi-ns.fr dynadot.com porkbun.com dnsowl.com name.com hover.com systemdns.com ovh.net ovh.ca anycast.me dreamhost.com bluehost.com hostgator.com wixdns.net
squarespacedns.com squarespace-dns.com googledomains.com google.com wordpress.com shopify.com cloudflare.com cloudflare.net nsone.net dnsmadeeasy.com constellix.com
ultradns.com ultradns.net ultradns.org ultradns.biz ultradns.info ultradns.co.uk akam.net dynect.net dnsimple.com dnsimple-edge.com dnsimple-edge.net dnsimple-edge.org dnsimple-edge.io
easydns.com easydns.net easydns.org easydns.info cloudns.net he.net digitalocean.com linode.com hetzner.com hetzner.de your-server.de first-ns.de second-ns.com second-ns.de
reg.ru beget.com beget.ru timeweb.ru timeweb.org dnspod.net dnsv1.com hichina.com alidns.com xserver.jp gmoserver.jp onamae.com transip.net transip.nl transip.eu one.com loopia.se aruba.it technorail.com
vercel-dns.com netlify.com p01.nsone.net wpengine.com markmonitor.com cscdns.net cscdns.uk comlaude-dns.com comlaude-dns.net comlaude-dns.eu comlaude-dns.co.uk
azure-dns.com azure-dns.net azure-dns.org azure-dns.info hyp.net domeneshop.no turbify.com yahoo.com pairnic.com pair.com donweb.com dattaweb.com ferozo.com ja.net dfn.de switch.ch surfnet.nl renater.fr
mailclub.fr mailclub.com mailclub.eu nameshield.net nameshield.com rzone.de kasserver.com schlundtech.com inwx.de inwx.eu internetx.de ns14.net autodns.com rrpproxy.net key-systems.net
plusline.de pop-hannover.net share-dns.com share-dns.net gname-dns.com suspended-domain.com infomaniak.ch infomaniak.com hostpoint.ch metanet.ch world4you.at easyname.com
dinaserver.com arsys.es servidoresdns.net nominalia.com piensasolutions.com entorno.es home.pl nazwa.pl az.pl active24.cz forpsi.net wedos.net wedos.com wedos.eu websupport.sk
sakura.ne.jp dns.ne.jp xdomain.ne.jp value-domain.com lolipop.jp muumuu-domain.com netowl.jp 2nt.jp kagoya.com conoha.io mydns.jp
oraclecloud.net dnsv2.com dnspod.com dns.com netnames.net ascio.com ascio.net safenames.com p-ns.net siteground.net sgvps.net a2hosting.com inmotionhosting.com liquidweb.com hostinger.com
main-hosting.eu zoho.com zonomi.com rackspace.com stabletransit.com softlayer.com bodis.com sedoparking.com parkingcrew.net dan.com above.com afternic.com undeveloped.com uniregistrymarket.link
namebrightdns.com hostmonster.com justhost.com ipage.com fatcow.com powweb.com web.com netsol.com crazydomains.com netregistry.net ventraip.net.au synergywholesale.com zuver.net.au
webnic.cc nic.ru yandex.net mchost.ru masterhost.ru selectel.org selectel.ru hostiman.ru online.net scaleway.com lws.fr lwsdns.com o2switch.net planethoster.net ovhcloud.com amen.fr
123-reg.co.uk fasthosts.net.uk livedns.co.uk mainnameserver.com heartinternet.uk krystal.uk 20i.com stackdns.com simply.com unoeuro.com gratisdns.dk larsendata.com dandomain.dk
binero.se binero.net glesys.net citynetwork.se isnic.is 1984.is 1984hosting.com nic.uk nominet.org.uk ripe.net nic.fr afnic.fr denic.de nic.at nic.ch icann.org iana-servers.net
bunny.net kinsta.com pressable.com flywheel.com getflywheel.com pantheon.io acquia.com rebel.ca rebel.com canspace.ca webnames.ca sibername.com easydns.ca
awsdns.com nic.io registro.br locaweb.com.br uol.com.br hostgator.com.br umbler.com kinghost.com.br nic.mx akky.mx neubox.net
`)

/** Registrable domains under which mail hosts take mail for anybody. */
export const MAIL_PROVIDERS = list(`
google.com googlemail.com outlook.com office365.us microsoft.com pphosted.com ppe-hosted.com mimecast.com mimecast-offshore.com messagelabs.com barracudanetworks.com
iphmx.com trendmicro.com trendmicro.eu sophos.com hornetsecurity.com antispameurope.com expurgate.net retarus.com spamexperts.com mxlogic.net fireeyecloud.com
zoho.com zoho.eu zohomail.com fastmail.com messagingengine.com protonmail.ch proton.me tutanota.de mailbox.org posteo.de icloud.com yahoodns.net yandex.net yandex.ru mail.ru qq.com 163.com aliyun.com
secureserver.net emailsrvr.com registrar-servers.com privateemail.com titan.email hostinger.com ionos.com ionos.de kundenserver.de 1and1.com strato.de rzone.de kasserver.com gandi.net ovh.net ovh.com
improvmx.com forwardemail.net cloudflare.net mailgun.org sendgrid.net amazonaws.com amazonses.com mxrecord.mx mxrecord.io domeneshop.no hyp.net transip.email one.com infomaniak.ch
migadu.com mxroute.com mailhostbox.com dreamhost.com bluehost.com unifiedlayer.com siteground.net antispamcloud.com mailspamprotection.com aruba.it register.it home.pl nazwa.pl
loopia.se simply.com mx-hub.cz wedos.net sakura.ne.jp xserver.jp lolipop.jp muumuu-mail.com turbify.com bizmail.yahoo.com locaweb.com.br uol.com.br kasserver.de mailjet.com migadu.com
`)

/** Registrable domains that process DMARC and TLS reports for others. */
export const REPORT_PROCESSORS = list(`
cloudflare.net easydmarc.com easydmarc.eu easydmarc.us vali.email valimail.com agari.com dmarcian.com dmarcian.eu dmarcanalyzer.com postmarkapp.com uriports.com mxtoolbox.com proofpoint.com
dmarc-report.com dmarcadvisor.com redsift.cloud ondmarc.com powerdmarc.com sendmarc.com mimecast.org mimecast.com barracudanetworks.com emaildefense.proofpoint.com dmarcly.com fraudmarc.com
kdmarc.com sendgrid.com sendgrid.net mailhardener.com report-uri.com google.com amazonses.com returnpath.net validity.com 250ok.com everest.email progist.net emailanalyst.de dmarc25.jp
dmarc.io rua.agari.com cisco.com barracuda.com hornetdmarc.com sophos.com merox.io palisade.email ohdear.app smtptlsreporting.com mailinblack.com
`)

/** Substrings of AS names (upper case, as Team Cymru writes them) of networks that host or deliver for others. */
export const HOSTING_NETWORK_WORDS =
  `AMAZON GOOGLE MICROSOFT CLOUDFLARE FASTLY AKAMAI EDGECAST STACKPATH INCAPSULA IMPERVA SUCURI DIGITALOCEAN LINODE HETZNER OVH CONTABO NETCUP VULTR CHOOPA LEASEWEB
RACKSPACE SOFTLAYER EQUINIX ORACLE-BMC NAMECHEAP GODADDY IONOS STRATO UNIFIEDLAYER BLUEHOST HOSTGATOR DREAMHOST SITEGROUND LIQUIDWEB INMOTION A2HOSTING HOSTINGER HOSTEUROPE DATACAMP CDN77 BUNNY
AUTOMATTIC SQUARESPACE WIX WEEBLY SHOPIFY GITHUB VERCEL NETLIFY HEROKU TRANSIP ARUBA REGISTER SAKURA XSERVER GMO KAGOYA ALIBABA TENCENT HUAWEI YANDEX SELECTEL TIMEWEB BEGET AEZA GCS M247 STARK
BODIS SEDO CONFLUENCE TUCOWS ENOM WORLDSTREAM NFORCE SERVERIUS COGENT LEVEL3 LUMEN ZAYO TELIA TELEFONICA ORANGE COMCAST VERIZON ATT-INTERNET DTAG VODAFONE NTT KDDI HURRICANE JANET SWITCH DFN GARR
RENATER SURF REDIRIS INTERNET2 GEANT PLUSLINE LINK11 MITTWALD PAIR-NETWORKS HOST HOSTING SERVER DATACENTER CLOUD VPS COLO TELECOM TELEKOM CABLE BROADBAND SIGNET INFOMANIAK HOSTPOINT GANDI ONLINE SCALEWAY ILIAD`
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Registrable domains under which every subdomain, or every customer's alias, belongs to somebody else. */
export const SHARED_PLATFORM_DOMAINS = list(`
github.io gitlab.io pages.dev workers.dev netlify.app vercel.app now.sh herokuapp.com fly.dev onrender.com railway.app surge.sh web.app firebaseapp.com appspot.com run.app
azurewebsites.net azurestaticapps.net cloudapp.net cloudfront.net amazonaws.com elasticbeanstalk.com myshopify.com wixsite.com wixstudio.io squarespace.com weebly.com weeblysite.com
webflow.io framer.website framer.app wordpress.com wpengine.com wpcomstaging.com blogspot.com blogger.com tumblr.com medium.com substack.com ghost.io jimdosite.com jimdofree.com
strikingly.com carrd.co bigcartel.com mybigcommerce.com tilda.ws webnode.page webnode.com typepad.com livejournal.com over-blog.com canalblog.com hatenablog.com ameblo.jp fc2.com
notion.site gitbook.io readthedocs.io repl.co replit.app glitch.me codesandbox.io hf.space streamlit.app deno.dev zendesk.com freshdesk.com atlassian.net statuspage.io
`)

/** Registrable domains that a site may redirect to without belonging to them: social networks, link lists, markets, search, sign-in. */
export const REDIRECT_PLATFORMS = list(`
instagram.com facebook.com fb.com fb.me twitter.com x.com linkedin.com youtube.com youtu.be tiktok.com pinterest.com reddit.com t.me telegram.me telegram.org discord.gg discord.com
whatsapp.com wa.me snapchat.com threads.net bsky.app vk.com weibo.com line.me linktr.ee beacons.ai bio.link lnk.bio taplink.cc campsite.bio carrd.co about.me heylink.me linkin.bio solo.to
etsy.com ebay.com amazon.com amazon.de amazon.co.uk amzn.to google.com bing.com duckduckgo.com yahoo.com wikipedia.org github.com gitlab.com medium.com substack.com patreon.com ko-fi.com
buymeacoffee.com gumroad.com kickstarter.com gofundme.com eventbrite.com meetup.com calendly.com bandcamp.com soundcloud.com spotify.com apple.com airbnb.com booking.com tripadvisor.com
yelp.com opentable.com doordash.com ubereats.com justeat.com bit.ly tinyurl.com t.co goo.gl ow.ly rebrand.ly sites.google.com forms.gle docs.google.com shopify.com wix.com squarespace.com
`)

/** Registrable domains of domain markets and parking services, as name servers, redirect targets or page links. */
export const PARKING_DOMAINS = list(`
above.com afternic.com alter.com bodis.com brandbucket.com brainydns.com buydomains.com cashparking.com dan.com domainmarket.com domainparking.ru dsredirection.com efty.com eftydns.com
expirationwarning.net expiereddnsmanager.com fabulous.com fastpark.net godaddy.com hugedomains.com ibspark.com namefind.com parking-page.net parkingcrew.net parkingspa.com parklogic.com
pendingrenewaldeletion.com perfectdomain.com renewyourname.net rookdns.com sav.com searchreinvented.com sedo.com sedoparking.com skenzo.com smartname.com snparking.ru squadhelp.com atom.com
suspended-domain.com undeveloped.com uniregistrymarket.link uniregistry.com voodoo.com ztomy.com parktons.com trafficcontrolrouter.com domainhasexpired.com domain-for-sale.at domain-for-sale.se
`)

/** Mailbox providers: an address there names a person at best, never the operator of the provider. */
export const FREE_MAIL_DOMAINS = list(`
gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr live.com msn.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.fr yahoo.de ymail.com icloud.com me.com mac.com aol.com
gmx.de gmx.net gmx.at gmx.ch gmx.com web.de t-online.de freenet.de arcor.de posteo.de mailbox.org proton.me protonmail.com protonmail.ch pm.me tutanota.com tuta.io fastmail.com hey.com
mail.ru bk.ru list.ru inbox.ru yandex.ru yandex.com ya.ru rambler.ru qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net libero.it virgilio.it alice.it tiscali.it
orange.fr wanadoo.fr free.fr laposte.net sfr.fr bbox.fr wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz email.cz volny.cz abv.bg ukr.net bigpond.com optusnet.com.au btinternet.com
sky.com virginmedia.com comcast.net verizon.net att.net bellsouth.net cox.net sbcglobal.net earthlink.net telenet.be skynet.be ziggo.nl kpnmail.nl planet.nl xs4all.nl home.nl bluewin.ch uol.com.br terra.com.br bol.com.br
`)
