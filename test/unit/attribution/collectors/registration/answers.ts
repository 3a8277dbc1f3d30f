/** This file has one response for each layout that registries use. All domains are invented. */
export const ICANN_ANSWER = `Domain Name: TEALHARBOUR.COM
Registry Domain ID: 1000000001_DOMAIN_COM-VRSN
Registrar WHOIS Server: whois.ledgerstone-names.com
Registrar URL: http://www.ledgerstone-names.com
Updated Date: 2025-03-02T10:11:12Z
Creation Date: 2011-06-07T19:23:48Z
Registry Expiry Date: 2031-06-07T19:23:48Z
Registrar: Ledgerstone Names, LLC
Registrar IANA ID: 9991
Registrar Abuse Contact Email: abuse@ledgerstone-names.com
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
Registrant Name: REDACTED FOR PRIVACY
Registrant Organization: Teal Harbour Outfitters, Inc.
Registrant Street: 1 Pier Road
Registrant Country: US
Registrant Email: hostmaster@tealharbour.com
Admin Name: Somebody Else
Name Server: NS1.TEALHARBOUR.COM
Name Server: NS2.TEALHARBOUR.COM
Name Server: 
DNSSEC: signedDelegation
>>> Last update of WHOIS database: 2026-01-01T00:00:00Z <<<
`

export const HANDLE_ANSWER = `domain:         birkenhof.at
registrant:     BH123456-NICAT
tech-c:         TC999999-NICAT
nserver:        ns1.birkenhof.at
remarks:        192.0.2.10
nserver:        ns2.birkenhof.at
changed:        20200315 14:41:55
source:         AT-DOM

personname:     Anna Muster
organization:   Birkenhof Gartenbau GmbH
street address: Hauptplatz 1
country:        Austria
e-mail:         buero@birkenhof.at
nic-hdl:        BH123456-NICAT
changed:        20240301 10:00:00
source:         AT-DOM

personname:     Technik
organization:   Rechenzentrum Nord AG
nic-hdl:        TC999999-NICAT
source:         AT-DOM
`

export const CONTACT_OBJECT_ANSWER = `domain:       modryvrch.cz
registrant:   MV-77
nsset:        NSS-77
registrar:    REG-SVETLO
registered:   21.07.2010 15:21:00
changed:      18.05.2021 23:28:45
expire:       22.07.2030

contact:      MV-77
org:          Modrý vrch s.r.o.
name:         Jan Novák
e-mail:       info@modryvrch.cz
registrar:    REG-SVETLO
created:      18.05.2011 23:28:26

nsset:        NSS-77
nserver:      ns1.modryvrch.cz (192.0.2.1)
nserver:      ns2.modryvrch.cz
tech-c:       OTHER-1
registrar:    REG-SVETLO
created:      18.05.2012 23:27:16
`

export const AFNIC_ANSWER = `%%
%% complete date format: YYYY-MM-DDThh:mm:ssZ
%%
domain:                        lamaisonbleue.fr
status:                        ACTIVE
holder-c:                      LMB1-FRNIC
admin-c:                       AD2-FRNIC
registrar:                     CLOCHER DOMAINES
Expiry Date:                   2030-05-05T08:07:09Z
created:                       2009-12-22T23:00:00Z
last-update:                   2024-05-05T08:38:28Z
source:                        FRNIC

nserver:                       ns1.clocher.net [192.0.2.4 2001:db8::1]
nserver:                       ns2.clocher.net
source:                        FRNIC

registrar:                     CLOCHER DOMAINES
address:                       2 rue du Clocher
country:                       FR
e-mail:                        support@clocher.net
anonymous:                     NO
registered:                    1999-10-21T12:00:00Z
source:                        FRNIC

nic-hdl:                       LMB1-FRNIC
type:                          ORGANIZATION
contact:                       La Maison Bleue SARL
country:                       FR
e-mail:                        contact@lamaisonbleue.fr
changed:                       2018-12-26T12:48:55Z nic@nic.fr
anonymous:                     NO
source:                        FRNIC
`

export const BLOCK_ANSWER = `
    Domain name:
        fernmoss.co.uk

    Registrant:
        Fernmoss Ceramics Ltd

    Registrant type:
        UK Limited Company, (Company number: 1234567)

    Registrant's address:
        1 Kiln Lane
        Leeds
        United Kingdom

    Registrar:
        Oxbow Hosting Ltd t/a Oxbow [Tag = OXBOW]
        URL: http://www.oxbow.example.net

    Relevant dates:
        Registered on: before Aug-1996
        Expiry date:  05-Dec-2030
        Last updated:  23-Oct-2023

    Registration status:
        Registered until expiry date.

    Name servers:
        ns1.oxbow.net
        ns2.oxbow.net      192.0.2.1  2001:db8:4:17::1

    WHOIS lookup made at 11:55:41 18-Apr-2025

--
This WHOIS information is provided for free by the registry
`

export const SECTION_ANSWER = `Domain:             officinaverde.it
Status:             ok
Signed:             no
Created:            2008-08-28 09:00:00
Last Update:        2024-09-13 00:43:43
Expire Date:        2030-08-28

Registrant
  Organization:     Officina Verde S.r.l.
  Address:          Via Roma 1
                    Torino
                    IT
  Created:          2017-02-13 19:31:25
  Last Update:      2019-05-10 15:23:21

Admin Contact
  Name:             Mario Rossi
  Organization:     Studio Rossi

Registrar
  Organization:     Registro Alpino S.p.a.
  Name:             ALPINO-REG
  Web:              http://www.alpino.example.net
  DNSSEC:           no

Nameservers
  ns1.officinaverde.it
  ns2.officinaverde.it
`

export const FLAT_SECTION_ANSWER = `Domain:
name:       kuldleht.ee
status:     ok (paid and in zone)
registered: 2010-08-10 16:43:38 +03:00
changed:    2023-11-29 13:32:16 +02:00
expire:     2030-02-04

Registrant:
name:    Kuldleht OÜ
org id:  10000001
country: EE
email:   Not Disclosed - Visit www.internet.ee for webbased WHOIS
changed: 2010-11-29 13:32:16 +02:00

Administrative contact
name:       Keegi Teine
email:      Not Disclosed

Registrar:
name:       Põhja Domeenid AS
url:        http://www.pohja.ee
changed:    2015-11-30 23:29:03 +02:00

Name servers:
nserver:   ns1.kuldleht.ee
nserver:   ns2.kuldleht.ee
changed:   2013-09-19 15:57:50 +03:00

Estonia .ee Top Level Domain WHOIS server
More information at http://internet.ee
`

export const DOTTED_ANSWER = `domain.............: koivuranta.fi
status.............: Registered
created............: 15.12.2015 09:48:01
expires............: 15.12.2030 09:37:54
modified...........: 19.2.2024

Nameservers

nserver............: ns1.koivuranta.fi [OK]
nserver............: ns2.koivuranta.fi [Technical Error]

Holder

name...............: Koivuranta Oy
register number....: 2639098-3
country............: Finland

Registrar

registrar..........: Pohjoinen Verkko Oy
www................: www.pohjoinen.fi

Copyright (c) The registry
`

export const BRACKET_ANSWER = `[ JPRS database provides information on network administration. Its use is    ]
Domain Information:
a. [Domain Name]                AOBA-KIKAI.CO.JP
g. [Organization]               Aoba Kikai Co.,Ltd.
l. [Organization Type]          Corporation
m. [Administrative Contact]     AK1JP
p. [Name Server]                ns1.aoba-kikai.co.jp
p. [Name Server]                ns2.aoba-kikai.co.jp
s. [Signing Key]
[State]                         Connected (2030/03/31)
[Registered Date]               2001/03/22
[Connected Date]                2001/03/22
[Last Update]                   2025/04/01 01:05:57 (JST)
`

export const BRACKET_JAPANESE_ANSWER = `Domain Information: [ドメイン情報]
a. [ドメイン名]                 AOBA-KIKAI.CO.JP
f. [組織名]                     株式会社青葉機械
k. [組織種別]                   株式会社
p. [ネームサーバ]               ns1.aoba-kikai.co.jp
[状態]                          Connected (2030/03/31)
[登録年月日]                    2001/03/22
[最終更新]                      2025/04/01 01:05:57 (JST)
`

export const STARRED_ANSWER = `** Domain Name: denizyildizi.com.tr

** Registrant:
   Deniz Yıldızı Turizm A.Ş.
   Hidden upon user request
   bilgi@denizyildizi.com.tr

** Registrar:
NIC Handle		: kyt1
Organization Name	: Kuzey Alan Adları Ltd
Address			: Ankara

** Domain Servers:
ns1.denizyildizi.com.tr
ns2.denizyildizi.com.tr 192.0.2.4

** Additional Info:
Created on..............: 2001-Aug-23.
Expires on..............: 2030-Aug-22.

** Whois Server:
Last Update Time: 2025-11-20T15:02:46+03:00
`

export const AUSTRALIAN_ANSWER = `Domain Name:                     wattlecreek.com.au
Last Modified:                   03-Apr-2024 10:14:52 UTC
Registrar Name:                  Billabong Domains Pty Ltd
Status:                          clientDeleteProhibited

Registrant:                      Wattle Creek Vineyards Pty Ltd
Registrant ID:                   ACN 000 000 019
Eligibility Type:                Company

Registrant Contact ID:           WCV-1
Registrant Contact Name:         Domain Admin
Registrant Contact Email:        Visit whois.auda.org.au for Web based WhoIs

Name Server:                     ns1.wattlecreek.com.au
Name Server:                     ns2.wattlecreek.com.au
`

export const BILINGUAL_ANSWER = `query : haneulsoft.kr

도메인이름                  : haneulsoft.kr
등록인                      : 하늘소프트 주식회사
책임자                      : 홍길동
등록일                      : 2007. 03. 02.
사용 종료일                 : 2030. 03. 02.
등록대행자                  : (주)바다도메인(http://bada.example.net)

Domain Name                 : haneulsoft.kr
Registrant                  : Haneul Soft Inc.
Administrative Contact(AC)  : Hong Gildong
Registered Date             : 2007. 03. 02.
Last Updated Date           : 2020. 10. 04.
Expiration Date             : 2030. 03. 02.
Authorized Agency           : Bada Domain Corp.(http://bada.example.net)

Primary Name Server
   Host Name                : ns1.haneulsoft.kr

Secondary Name Server
   Host Name                : ns2.haneulsoft.kr
`

export const BRAZILIAN_ANSWER = `domain:      ipeverde.com.br
owner:       Ipê Verde Comércio Ltda
ownerid:     00.000.000/0001-00
responsible: Fulano de Tal
country:     BR
owner-c:     IPV17
nserver:     ns1.ipeverde.com.br
nsstat:      20250512 AA
nserver:     ns2.ipeverde.com.br
created:     20090518 #162310
expires:     20300518
changed:     20240829
status:      published

nic-hdl-br:  IPV17
person:      Fulano de Tal
e-mail:      fulano@ipeverde.com.br
created:     20100520
changed:     20250324
`

export const RUSSIAN_ANSWER = `domain:        KEDR-TORG.RU
nserver:       ns1.kedr-torg.ru. 192.0.2.1, 2001:db8::8
nserver:       ns2.kedr-torg.ru.
state:         REGISTERED, DELEGATED, VERIFIED
org:           OOO Kedr Torg
registrar:     SEVER-RU
admin-contact: https://www.sever.example.net/whois
created:       2007-09-23T09:45:07Z
paid-till:     2030-09-30T21:00:00Z
free-date:     2030-11-01
source:        TCI

Last updated on 2025-08-23T03:56:30Z
`

export const SLOVAK_ANSWER = `Domain:                       zelenyhaj.sk
Created:                      2004-05-21
Valid Until:                  2030-04-24
Updated:                      2024-03-21
Domain Status:                ok
Nameserver:                   ns1.zelenyhaj.sk

Domain registrant:            ZH-154952
Name:                         Zelený háj, s.r.o.
Organization:                 Zelený háj, s.r.o.
Country Code:                 SK
Authorised Registrar:         TATR-0024
Created:                      2021-06-28
Updated:                      2025-09-15

Registrar:                    TATR-0024
Name:                         Tatranské domény, s.r.o.
Organization:                 Tatranské domény, s.r.o.
Created:                      2017-09-14
`

export const COMMENTED_SECTIONS_ANSWER = `% Domain:
domain:           sonyashnyk.com.ua
mnt-by:           ua.lan
nserver:          ns1.sonyashnyk.com.ua
created:          2011-07-21 18:03:50+03
expires:          2030-07-21 18:03:50+03
source:           UAEPP

% Registrar:
% ==========
registrar:        ua.lan
organization:     Lan Domains LLC
url:              http://lan.example.net
country:          UA
source:           UAEPP

% Registrant:
% ===========
person:           n/a
person-loc:       Іван Петренко
organization-loc: ТОВ "Соняшник"
e-mail:           info@sonyashnyk.com.ua
country-loc:      UA
created:          2017-07-21 23:55:01+03
source:           UAEPP
`

export const SPANISH_BLOCK_ANSWER = `Servidor Whois
Titular:
Cacao del Sur C.A.  (cds101-adnic)		correo@cacaodelsur.com.ve
   Cacao del Sur C.A.
   Caracas

   Nombre de Dominio: cacaodelsur.com.ve

   Contacto Administrativo:
      Otra Empresa  (oe26-adnic)		otra@otra.com.ve
      Caracas

   Fecha de Vencimiento: 2030-10-27 12:23:43
   Ultima Actualizacion: 2024-06-08 21:54:41
   Fecha de Creacion: 2010-10-27 12:23:43

   Estatus del dominio: ACTIVO

   Servidor(es) de Nombres de Dominio:

   - ns1.cacaodelsur.com.ve
   - ns2.cacaodelsur.com.ve

NIC
http://www.nic.ve
`

export const TAIWANESE_ANSWER = `Domain Name: qingshan.com.tw
   Domain Status: clientTransferProhibited
   Registrant:
      青山科技股份有限公司
      Qingshan Technology Ltd.
      Lin Mei  lin@qingshan.com.tw
      +886.20000000
      Taipei
      TW

   Administrative Contact:
      Somebody Else  other@qingshan.com.tw

   Record expires on 2030-08-13 00:00:00 (UTC+8)
   Record created on 2010-08-13 23:16:40 (UTC+8)

   Domain servers in listed order:
      ns1.qingshan.com.tw
      ns2.qingshan.com.tw

Registration Service Provider: FORMOSA NAMES
Registration Service URL: http://www.formosa.example.net
`

export const COLUMNS_ANSWER = `Domain-name         starytatry.sk
Admin-id            STAR-0001
Admin-name          Niekto Iny
dns_name            ns1.starytatry.sk
dns_name            ns2.starytatry.sk
Last-update         2010-06-28
Valid-date          2011-07-23
Domain-status       DOM_OK
`

export const YAML_ANSWER = `--- !Domain
name: cabinet-marin.chirurgiens.fr
status: ACTIVE
created: "2011-01-13T15:45:18+01:00"
expired: "2030-01-13T15:45:18+01:00"
name_servers:
- ns1.cabinet-marin.net
- ns2.cabinet-marin.net
registrar: !Registrar
  name: Petit Registre
  web: http://petit.example.net
registrant: !Contact
  nic-handle: CM1-SMALL
  name: Claire Marin
  company: Cabinet Marin SELARL
  updated: "2015-01-13T15:45:18+01:00"
`

export const PREFIX_MATCH_ANSWER = `Domain:                   (Handle lagune)
Name:                     LAGUNE TEXTILES SARL (LT0155)
Domain Name:              lagune.bj
Name Server 1:            ns1.lagune.bj
Created:                  Mar 25 01:57:22 PDT 2009

Domain:                   (Handle grande-lagune)
Name:                     SOMEBODY ELSE SA (SE0152)
Domain Name:              grande-lagune.bj
Name Server 1:            ns1.grande-lagune.bj
Created:                  Mar 25 01:57:22 PDT 2012
`

export const OLD_REGISTRAR_ANSWER = `Registration Service Provided By: SUNFLOWER NAMES
Contact: support@sunflower.example.net

Domain name: lanternbakery.com

Registrant Contact:
   Lantern Bakery Co.
   Jo Miller (jo@lanternbakery.com)
   +1.2025550100
   1 Main Street
   US

Administrative Contact:
   Somebody Else
   other@lanternbakery.com

Status: Locked

Name Servers:
   DNS1.LANTERNBAKERY.COM
   DNS2.LANTERNBAKERY.COM

Creation date: 20 Aug 2005 19:25:00
Expiration date: 20 Aug 2030 19:25:00
`
