/**
 * Labels under which domains keep names, most frequent first: bitquark/dnspop's popularity count (2016), names of today's tools after
 * the first 300, then the most frequent of SecLists' top million that are not among them. Both lists are under the MIT licence.
 */
const LABELS = `
www mail remote blog webmail server ns1 ns2 smtp secure vpn m shop ftp mail2 test portal ns ww1 host support dev web
bbs ww42 mx email cloud 1 mail1 2 forum owa www2 gw admin store mx1 cdn api exchange app gov 2tty vps govyty hgfgdf
news 1rer lkjkui hfgfgf yty lkljk server1 zcvbnnn dsasa my demo tgrrre home wxsxc static tgtggb staging oilkjm wqwqw
mkuu iuyuy rerew iuyuyt khjghg qwqee mx2 qwrer mjurr qwqwq office ssl intranet media sip mobile wiki autodiscover
login en beta gateway ns3 images apps citrix baidu mta o1 mail3 wwww img start info stats dns1 www1 new router dns crm
dns2 web1 git s1 de connect extranet members access help smtp2 stage video a host2 fw files proxy search server2
online smtp1 owncloud moodle us mailhost service fr 3 www3 ns4 51 imap s pop db services 5 forums old host1 ts 4 es
svn backup srv cp srv1 helpdesk gate i mail4 cn 48 correo 7 mx3 relay web2 8 49 data 14 chat mail01 69 qa 6 9 71 85
hosting e 96 70 it 79 13 20 net 10 54 68 84 88 93 99 15 js 19 98 mailserver 11 91 77 site 66 ad 58 95 download 23 62
50 monitor 18 55 42 46 82 live 37 36 33 32 34 204 64 31 92 38 39 cms 27 21 17 mailgate 25 57 mdm 81 73 83 86 76 72 40
29 56 photos 78 59 24 53 16 docs 28 jira 94 ads 44 22 ca 61 89 63 67 30 65 47 go 26 60 43 74 community b
cf-protected-www 52 image sslvpn web01 80 211 87 35 jobs jp 41 hk s2 97 75 152 cpanel mx01 129 alpha lists d clients
143 api2 oauth identity develop development canary developer developers grafana prometheus kibana elastic bitbucket
registry docker k8s kubernetes argocd vault consul nexus sonarqube metrics logs minio graphql socket webhook webhooks
cart press academy legal trust privacy consent mta-sts bot ai ml trial redis postgres mongo asia production build
deploy release customers links click feedback 209 159 122 host3 142 216 107 174 blogs 153 139 212 222 172 c 210 119
library 151 134 da 135 155 assets 146 123 147 220 207 outlook 136 piwik 90 firewall 168 194 100 219 217 201 member 208
gitlab 108 213 157 121 202 128 156 195 gallery 206 141 218 249 45 newsletter 132 199 mx4 tw 177 223 0 248 140 166 186
182 wp post 179 barracuda 180 auth 106 169 165 sharepoint 109 197 118 167 161 250 adfs 154 124 200 221 149 t 148 133
138 sp 187 sh 164 host5 billing 241 193 mail5 253 190 zimbra sv ru sc 101 191 cf-protected 188 117 102 137 115 bj wap
uat 144 fs 131 redmine 247 150 160 sso 175 196 127 host4 215 224 120 prod 230 246 126 244 173 cq www5 231 114 client
234 170 192 229 252 242 gs 176 235 233 main 181 236 238 245 hn 254 out 232 s3 104 184 240 network 113 226 hi origin cs
analytics projects 185 sn ws ci mailer rds 112 239 116 events host6 205 125 uk he 203 host7 voip gd mx5 webserver
training 178 fb mta1 130 archive pop3 237 mail02 227 host11 poczta nas reports gx vpn2 host10 legacy f broadcast gw1
111 edu ah host8 hl 243 ln join 198 vps1 server3 145 panel manage o2 214 158 host9 zj photo tools av 163 host13 social
tj box 183 smtp3 sms dc sd p nagios share host14 tv cc zeus b2b ns0 fj server01 255 www4 mysql partner sx meet content
sts pbx xz db1 189 vip mx6 music lo0 corp hermes v tickets careers sftp master mta2 srv01 survey mars stg spam ms cdn1
status yn vpn1 ha dashboard gz web3 pt irc posta ns5 jx catalog securemail ww2 sandbox staff jl 103 nl 110 radio
host12 intra mail6 em bound core rt oa a1 bc xj account jupiter pc1 register monitoring lab sites view ldap business
games mercury dl game g stream wordpress mx02 pc2 225 nx 162 bcast style 228 srv2 lib atlas x 105 forms r w upload
storage lyncdiscover facebook orion preview marketing m1 partners calendar elearning venus gw2 in cdn2 stat linux book
erp ww english pc3 conference hb qh file pay web02 noc fw1 12 feeds lw c1 list q mc ftp2 customer intern bb job pluto
sync oc ns01 nm sbs code signup ec pc4 eng dns3 apollo css order tech lync mail7 travel fc phoenix nat internal mx10
local hr confluence pro link public resources directory sg s4 a2 id sklep hq gis pl ac preprod b1 ar cas project vdi
server4 work sales ra vm a3 cd sentry d1 v2 ex mailout map db2 pc5 mail10 im design smtp4 dd f1 cf l saturn booking
research idp mta3 speedtest webconf track test2 maps club w3 3g h be auto desktop k int u vm1 titan doc vps2 eu lms c2
m2 lb 251 user play china e1 control time st img1 jenkins app1 testing ds au test1 do transfer portfolio shopping
alumni a4 smtp01 ce free finance zabbix e0 reservations pc6 d2 tr ns6 z learn edge j thor cache a5 downloads student
labs bd b2 mailgw tracker traveler webmail2 ps system n baijiale videos host20 host15 ae servidor mx0 ee sql virtual
team athena web4 dialin se pm cb myaccount c3 aa ns02 host17 kb ag a6 update as payment ir img2 f2 s5 orders galleries
ticket mta4 a7 hub sw1 delta promo pc affiliate users webservices health redirect host18 cgi rdp webapps host19
payments bocaiwang terminal com console mx8 ba co pm04-1 fa aws rss node1 mail8 radius global d4 pm03-1 rd sa ip2
host16 ttyulecheng accounts ab apply mirror d3 mx7 about host22 adm b3 host21 host23 c4 a0 o manager d7 art red cacti
ea mm tracking mail03 taiyangchengyulecheng server5 mailing campus hwmaint f3 v1 jabber meeting webshop csg w1
security host26 is mta5 d5 blue sports school corporate streaming ws1 iris ip1 checkout pages ed br af 3d fe d6 pic
one domains y e3 chef affiliates r1 mon contact dev2 s0 bi sun res localhost webdisk whm autoconfig ipv4 mssql dns4
ntp mrtg mailadmin ssh construtor painel pgsql iphone dbadmin phpmyadmin pgadmin images2 ftp1 panelstats ns7
sitedefender emkt panelstatsmail sitebuilder ns8 images1 devel images3 seo trac xml images4 bugs direct www6 temp ns10
sport event domain ns11 images6 pda images5 images7
`

export const SUBDOMAIN_LABELS: readonly string[] = LABELS.trim().split(/\s+/)
