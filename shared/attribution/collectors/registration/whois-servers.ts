/**
 * WHOIS servers (port 43) from IANA's root zone database. Each line contains the host name of a
 * server and then the domain suffixes (as A-labels, xn--...) that the server is responsible for.
 */
const SERVERS = `
whois.verisign-grs.com com net
ccwhois.verisign-grs.com cc
whois.nic.tv tv
whois.publicinterestregistry.org org ngo ong
whois.educause.edu edu
whois.nic.gov gov fed.us
whois.iana.org int arpa
whois.aero aero
whois.nic.biz biz
whois.nic.info info
whois.nic.museum museum
whois.centralnic.com ae.org africa.com ar.com br.com cn.com com.de com.se de.com eu.com gb.com gb.net gr.com hu.com hu.net in.net jp.net jpn.com kr.com no.com qc.com ru.com sa.com se.net uk.com uk.net us.com us.org uy.com za.bz za.com
whois.aeda.net.ae ae xn--mgbaam7a8h
whois.amnic.net am xn--y9a3aq
whois.auda.org.au au
whois.ax ax
whois.cctld.by by xn--90ais
whois.dns.be be
whois.registre.bf bf
whois.register.bg bg
whois1.nic.bi bi
whois.bnnic.bn bn
whois.registro.br br
whois.cira.ca ca
whois.nic.ch ch li
whois.cnnic.cn cn
cwhois.cnnic.cn xn--fiqs8s xn--fiqz9s
whois.registry.co co
whois.nic.cz cz
whois.denic.de de
whois.punktum.dk dk
whois.tld.ee ee
whois.nic.es es
whois.eu eu xn--qxa6a xn--e1a4c
whois.fi fi
whois.nic.fr fr re pm wf tf yt
whois.gg gg
whois.je je
whois.mediaserv.net gf mq
whois.identitydigital.services gi vc
whois.ande.gov.gn gn
whois.dominio.gq gq
whois.registry.gy gy
whois.hkirc.hk hk xn--j6w193g
whois.dns.hr hr
whois.nic.hu hu
whois.id id
whois.weare.ie ie
whois.isoc.org.il il xn--4dbrk0ce
whois.nixiregistry.in in xn--h2brj9c
whois.nic.io io
whois.nic.ir ir xn--mgba3a4f16a
whois.isnic.is is
whois.nic.it it
whois.jprs.jp jp
whois.kenic.or.ke ke
whois.domain.kg kg
whois.kr kr xn--3e0b707e
whois.kyregistry.ky ky
whois.nic.kz kz xn--80ao21a
whois.lbdr.org.lb lb
whois.domreg.lt lt
whois.dns.lu lu
whois.nic.lv lv
whois.registre.ma ma
whois.nic.me me
whois.marnet.mk mk xn--d1alf
whois.registry.gov.mm mm
whois.monic.mo mo
whois.nic.mr mr
whois.tld.mu mu
whois.nic.mx mx
whois.mynic.my my xn--mgbx4cd0ab
whois.na-nic.com.na na
whois.nc nc
whois.nic.net.ng ng
whois.domain-registry.nl nl
whois.norid.no no bv
whois.iis.nu nu
whois.irs.net.nz nz
whois.registry.om om xn--mgb9awbf
kero.yachay.pe pe
whois.pknic.net.pk pk
whois.dns.pl pl
whois.dns.pt pt
whois.registry.qa qa xn--wgbl6a
whois.rotld.ro ro
whois.rnids.rs rs xn--90a3ac
whois.tcinet.ru ru su xn--p1ai
whois.ricta.org.rw rw
whois.nic.net.sa sa xn--mgberp4a5d4ar
whois.iis.se se
whois.sgnic.sg sg
whois.register.si si
whois.sk-nic.sk sk
whois.sx sx
whois.thnic.co.th th xn--o3cw4h
whois.ati.tn tn
whois.tonicregistry.to to
whois.trabis.gov.tr tr
whois.twnic.net.tw tw xn--kpry57d xn--kprw13d
whois.tznic.or.tz tz
whois.ua ua
whois.net.ua net.ua
whois.pp.ua pp.ua
whois.co.ug ug
whois.nic.uk uk
whois.ja.net ac.uk gov.uk
whois.nic.org.uy uy
whois.cctld.uz uz
whois.dnrs.vu vu
whois.website.ws ws
whois.y.net.ye ye
whois.nic.priv.at priv.at
coza-whois.registry.net.za co.za
net-whois.registry.net.za net.za
org-whois.registry.net.za org.za
web-whois.registry.net.za web.za
whois.gov.za gov.za
whois.teleinfo.cn xihuan yun anquan shouji
whois.tucowsregistry.net click diy hiv living
`

/**
 * Country codes whose WHOIS server is whois.nic.<code>. A country code that is neither here nor in
 * the table above has no WHOIS server.
 */
const NIC_COUNTRY_CODES = `
ac
ad
af
ag
ai
as
at
aw
bh
bj
ci
cl
cr
cx
dm
do
dz
ec
fm
fo
gd
ge
gl
gs
ht
im
ki
la
ls
ly
md
mg
ms
nf
pg
pw
sc
sl
sn
so
ss
st
tc
td
tl
tm
us
ve
vg
`

export const WHOIS_SERVERS: ReadonlyMap<string, string> = new Map([
  ...SERVERS.trim()
    .split('\n')
    .flatMap((line) => {
      const [server, ...suffixes] = line.split(' ')
      return suffixes.map((suffix) => [suffix, server ?? ''] as const)
    }),
  ...NIC_COUNTRY_CODES.trim()
    .split('\n')
    .map((code) => [code, `whois.nic.${code}`] as const),
])

/**
 * WHOIS server of IANA, which names the WHOIS server of each top-level domain. It is asked when the
 * table has no server for a domain or when the server in the table does not respond.
 */
export const ROOT_WHOIS_SERVER = 'whois.iana.org'
