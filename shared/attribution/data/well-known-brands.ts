/**
 * Brands that others like to imitate, for the guard against look-alikes: `name(s) = own domains`. A domain listed here, or whose
 * whole label is the brand, is not a look-alike by its name. Compiled from the brands' own sites; short and dictionary words
 * are safe here because a page must also claim the brand.
 */
const BRANDS = `
netflix=netflix.com,nflxext.com,nflxvideo.net|spotify=spotify.com|disney,disneyplus=disney.com,disneyplus.com|hulu=hulu.com|hbo=hbo.com,hbomax.com|primevideo,amazon,amazonprime=amazon.com,primevideo.com,amazon.de,amazon.co.uk
apple,icloud,appleid,itunes=apple.com,icloud.com|microsoft,office365,outlook,onedrive,sharepoint,windows,xbox=microsoft.com,live.com,office.com,outlook.com,xbox.com,windows.com
google,gmail,googledocs,youtube=google.com,gmail.com,youtube.com|facebook,meta=facebook.com,meta.com|instagram=instagram.com|whatsapp=whatsapp.com|twitter=twitter.com,x.com|linkedin=linkedin.com|tiktok=tiktok.com
snapchat=snapchat.com|telegram=telegram.org|discord=discord.com|reddit=reddit.com|pinterest=pinterest.com|twitch=twitch.tv|zoom=zoom.us|slack=slack.com|dropbox=dropbox.com|docusign=docusign.com|adobe=adobe.com
paypal=paypal.com|venmo=venmo.com|stripe=stripe.com|cashapp=cash.app|zelle=zellepay.com|wise,transferwise=wise.com|revolut=revolut.com|klarna=klarna.com|n26=n26.com|monzo=monzo.com|westernunion=westernunion.com|moneygram=moneygram.com
visa=visa.com|mastercard=mastercard.com|americanexpress,amex=americanexpress.com|chase,jpmorgan,jpmorganchase=chase.com,jpmorgan.com|bankofamerica=bankofamerica.com,bofa.com|wellsfargo=wellsfargo.com|citibank,citi=citi.com,citibank.com
capitalone=capitalone.com|usbank=usbank.com|pnc=pnc.com|tdbank=td.com|rbc=rbc.com|scotiabank=scotiabank.com|hsbc=hsbc.com,hsbc.co.uk|barclays=barclays.co.uk,barclays.com|lloyds,lloydsbank=lloydsbank.com|natwest=natwest.com|santander=santander.com,santander.es,santander.co.uk
halifax=halifax.co.uk|nationwide=nationwide.co.uk|deutschebank=deutsche-bank.de,db.com|commerzbank=commerzbank.de|sparkasse=sparkasse.de|postbank=postbank.de|volksbank,raiffeisenbank,vrbank=vr.de|ing,ingdiba=ing.de,ing.com,ing.nl|comdirect=comdirect.de|dkb=dkb.de
rabobank=rabobank.nl|abnamro=abnamro.nl|kbc=kbc.be|belfius=belfius.be|bnpparibas,bnp=bnpparibas.com,mabanque.bnpparibas|creditagricole=credit-agricole.fr|societegenerale=societegenerale.fr|caissedepargne=caisse-epargne.fr|banquepostale,labanquepostale=labanquepostale.fr|boursorama,boursobank=boursorama.com
bbva=bbva.es,bbva.com|caixabank,lacaixa=caixabank.es|bankia=bankia.es|sabadell=bancsabadell.com|unicredit=unicredit.it|intesasanpaolo,intesa=intesasanpaolo.com|posteitaliane,poste=poste.it|nexi=nexi.it|pekao=pekao.com.pl|pkobp,pko=pkobp.pl|mbank=mbank.pl
ubs=ubs.com|creditsuisse=credit-suisse.com|postfinance=postfinance.ch|raiffeisen=raiffeisen.ch|nordea=nordea.com|danskebank=danskebank.com|swedbank=swedbank.se|itau=itau.com.br|bradesco=bradesco.com.br|nubank=nubank.com.br|bancodobrasil=bb.com.br|caixa=caixa.gov.br
sbi=onlinesbi.sbi|hdfcbank,hdfc=hdfcbank.com|icicibank,icici=icicibank.com|commbank,commonwealthbank=commbank.com.au|westpac=westpac.com.au|anz=anz.com|nab=nab.com.au|mufg=mufg.jp|mizuho,mizuhobank=mizuhobank.co.jp|smbc=smbc.co.jp|rakuten=rakuten.co.jp,rakuten.com|aeon=aeon.co.jp|jcb=jcb.co.jp|saisoncard,saison=saisoncard.co.jp
coinbase=coinbase.com|binance=binance.com|kraken=kraken.com|metamask=metamask.io|ledger=ledger.com|trezor=trezor.io|blockchain=blockchain.com|cryptocom=crypto.com|opensea=opensea.io|trustwallet=trustwallet.com|bitfinex=bitfinex.com|bybit=bybit.com|okx=okx.com
dhl,deutschepost=dhl.com,dhl.de,deutschepost.de|ups=ups.com|fedex=fedex.com|usps=usps.com|royalmail=royalmail.com|evri,hermes=evri.com,myhermes.de|dpd=dpd.com,dpd.de,dpd.co.uk|gls=gls-group.com,gls-pakete.de|laposte,colissimo,chronopost=laposte.fr,chronopost.fr|correos=correos.es|poste=poste.it|postnl=postnl.nl|bpost=bpost.be|postnord=postnord.com|inpost=inpost.pl|canadapost,postescanada=canadapost.ca,canadapost-postescanada.ca|auspost,australiapost=auspost.com.au|swisspost,dieschweizerischepost=post.ch|yamato,kuronekoyamato=kuronekoyamato.co.jp|sagawa=sagawa-exp.co.jp|japanpost=japanpost.jp|aramex=aramex.com|correios=correios.com.br
ebay=ebay.com|etsy=etsy.com|walmart=walmart.com|target=target.com|costco=costco.com|bestbuy=bestbuy.com|homedepot=homedepot.com|lowes=lowes.com|ikea=ikea.com|alibaba=alibaba.com|aliexpress=aliexpress.com|shein=shein.com|temu=temu.com|zalando=zalando.de,zalando.com|otto=otto.de|mediamarkt=mediamarkt.de|lidl=lidl.de,lidl.com|aldi=aldi.com|carrefour=carrefour.fr|leclerc=e.leclerc|mercadona=mercadona.es|elcorteingles=elcorteingles.es|tesco=tesco.com|sainsburys=sainsburys.co.uk|argos=argos.co.uk|johnlewis=johnlewis.com|bol=bol.com|coolblue=coolblue.nl|cdiscount=cdiscount.com|fnac=fnac.com|darty=darty.com|leboncoin=leboncoin.fr|vinted=vinted.com|wallapop=wallapop.com|marktplaats=marktplaats.nl|kleinanzeigen,ebaykleinanzeigen=kleinanzeigen.de|mercadolivre,mercadolibre=mercadolivre.com.br,mercadolibre.com|allegro=allegro.pl|olx=olx.pl|mercari=mercari.com|sephora=sephora.com,sephora.fr
nike=nike.com|adidas=adidas.com|puma=puma.com|newbalance=newbalance.com|northface,thenorthface=thenorthface.com|gucci=gucci.com|louisvuitton=louisvuitton.com|chanel=chanel.com|prada=prada.com|dior=dior.com|hermes=hermes.com|rolex=rolex.com|cartier=cartier.com|rayban=ray-ban.com|zara=zara.com|hm=hm.com|uniqlo=uniqlo.com|lululemon=lululemon.com|birkenstock=birkenstock.com|ugg=ugg.com|dove=dove.com|lego=lego.com|nespresso=nespresso.com|dyson=dyson.com|bosch=bosch.com|siemens=siemens.com|samsung=samsung.com|sony,playstation=sony.com,playstation.com|nintendo=nintendo.com|lg=lg.com|huawei=huawei.com|xiaomi=mi.com|dell=dell.com|hp=hp.com|lenovo=lenovo.com|intel=intel.com|nvidia=nvidia.com|canon=canon.com
bmw=bmw.com|mercedesbenz,mercedes=mercedes-benz.com|audi=audi.com|volkswagen=volkswagen.com|porsche=porsche.com|tesla=tesla.com|toyota=toyota.com|ford=ford.com|shell=shell.com|bp=bp.com|totalenergies=totalenergies.com
att=att.com|verizon=verizon.com|tmobile=t-mobile.com|comcast,xfinity=xfinity.com|vodafone=vodafone.com,vodafone.de|o2=o2online.de,o2.co.uk|telekom,deutschetelekom=telekom.de,telekom.com|orange=orange.fr,orange.com|sfr=sfr.fr|bouyguestelecom=bouyguestelecom.fr|freemobile,free=free.fr|movistar,telefonica=movistar.es,telefonica.com|tim,telecomitalia=tim.it|swisscom=swisscom.ch|bt=bt.com|ee=ee.co.uk|sky=sky.com|kpn=kpn.com|ziggo=ziggo.nl|proximus=proximus.be|telstra=telstra.com.au|docomo,nttdocomo=docomo.ne.jp|softbank=softbank.jp|au=au.com
booking,bookingcom=booking.com|airbnb=airbnb.com|expedia=expedia.com|tripadvisor=tripadvisor.com|ryanair=ryanair.com|easyjet=easyjet.com|lufthansa=lufthansa.com|britishairways=britishairways.com|airfrance=airfrance.fr|klm=klm.com|emirates=emirates.com|delta=delta.com|uber=uber.com|lyft=lyft.com|deutschebahn,bahn=bahn.de|sncf=sncf.com,sncf-connect.com|renfe=renfe.com|trenitalia=trenitalia.com
steam,steampowered,steamcommunity=steampowered.com,steamcommunity.com|epicgames,fortnite=epicgames.com|roblox=roblox.com|riotgames=riotgames.com|blizzard,battlenet=blizzard.com,battle.net|ea,electronicarts=ea.com|openai,chatgpt=openai.com,chatgpt.com|anthropic,claude=anthropic.com,claude.ai|github=github.com|cloudflare=cloudflare.com|godaddy=godaddy.com|namecheap=namecheap.com|ionos=ionos.com,ionos.de|ovh,ovhcloud=ovh.com,ovhcloud.com|wetransfer=wetransfer.com|mailchimp=mailchimp.com|salesforce=salesforce.com|oracle=oracle.com|ibm=ibm.com|sap=sap.com|cisco,webex=cisco.com,webex.com|citrix=citrix.com|okta=okta.com|lastpass=lastpass.com|nordvpn=nordvpn.com|norton=norton.com|mcafee=mcafee.com|kaspersky=kaspersky.com|avast=avast.com|yahoo=yahoo.com|aol=aol.com|protonmail,proton=proton.me
posten,bring=posten.no,bring.no|ceskaposta=ceskaposta.cz|magyarposta,posta=posta.hu|pocztapolska=poczta-polska.pl|posti=posti.fi|ptt=ptt.gov.tr|japanpost=post.japanpost.jp|singpost=singpost.com|hongkongpost=hongkongpost.hk|aramex=aramex.com|anpost=anpost.com|omniva=omniva.ee|packeta,zasilkovna=packeta.com,zasilkovna.cz|mondialrelay=mondialrelay.com,mondialrelay.fr|seur=seur.com|brt=brt.it|ctt=ctt.pt
allegro=allegro.pl|olx=olx.pl,olx.ro,olx.pt|vinted=vinted.com,vinted.fr,vinted.de|wallapop=wallapop.com|leboncoin=leboncoin.fr|kleinanzeigen=kleinanzeigen.de|marktplaats=marktplaats.nl|finn=finn.no|blocket=blocket.se|avito,авито=avito.ru|ozon=ozon.ru|wildberries=wildberries.ru|mercadolibre,mercadolivre,mercadopago=mercadolibre.com,mercadolivre.com.br|trendyol=trendyol.com|hepsiburada=hepsiburada.com|sahibinden=sahibinden.com|flipkart=flipkart.com|shopee=shopee.sg|lazada=lazada.com|coupang=coupang.com|mercari=mercari.com|taobao,tmall=taobao.com,tmall.com
sberbank,sber,сбербанк,сбер=sberbank.ru,sber.ru|tinkoff,tbank,тинькофф=tinkoff.ru,tbank.ru|vtb=vtb.ru|alfabank=alfabank.ru|gosuslugi,госуслуги=gosuslugi.ru|garanti,garantibbva=garantibbva.com.tr|ziraat,ziraatbankasi=ziraatbank.com.tr|akbank=akbank.com|isbank,isbankasi=isbank.com.tr|yapikredi=yapikredi.com.tr|edevlet,turkiye=turkiye.gov.tr|ceskasporitelna=csas.cz|csob=csob.cz|komercnibanka=kb.cz|otpbank=otpbank.hu|bancatransilvania=bancatransilvania.ro|erstebank,erste=erstebank.hu,erstegroup.com|monobank=monobank.ua|privatbank=privatbank.ua|diia=diia.gov.ua
dnb=dnb.no|vipps=vipps.no|bankid=bankid.no,bankid.com|mitid=mitid.dk|nets=nets.eu|swish=swish.nu|seb=seb.se|handelsbanken=handelsbanken.se|klarnabank|millenniumbcp=millenniumbcp.pt|multibanco|novobanco=novobanco.pt|cgd,caixageraldedepositos=cgd.pt|bankinter=bankinter.com|openbank=openbank.es|fineco=finecobank.com|mediolanum=bancamediolanum.it|bper=bper.it|vivawallet=viva.com|alphabank=alpha.gr|piraeus,piraeusbank=piraeusbank.gr|eurobank=eurobank.gr|aib=aib.ie|bankofireland=bankofireland.com|tsb=tsb.co.uk|firstdirect=firstdirect.com
kakao,kakaobank=kakao.com,kakaobank.com|naver,naverpay=naver.com|shinhan=shinhan.com|kbstar,kookminbank=kbstar.com|alipay=alipay.com|wechat,weixin=wechat.com|icbc=icbc.com.cn|chinamobile=10086.cn|paytm=paytm.com|phonepe=phonepe.com|maybank=maybank2u.com.my|dbs=dbs.com.sg|ocbc=ocbc.com|bdo=bdo.com.ph|gcash=gcash.com|kasikornbank=kasikornbank.com|vietcombank=vietcombank.com.vn|alrajhi,alrajhibank=alrajhibank.com.sa|absher=absher.sa|emiratesnbd=emiratesnbd.com|uaepass=uaepass.ae|fnb=fnb.co.za|absa=absa.co.za|capitec=capitecbank.co.za|safaricom,mpesa=safaricom.co.ke
irs,internalrevenueservice=irs.gov|hmrc,hmrevenuecustoms,hmrevenueandcustoms=gov.uk|govuk,dvla,nhs=gov.uk,nhs.uk|impots,dgfip,directiongeneraledesfinancespubliques=impots.gouv.fr|ameli,assurancemaladie=ameli.fr|antai,amendes=antai.gouv.fr,amendes.gouv.fr|caf=caf.fr|elster,bundeszentralamtfursteuern,finanzamt=elster.de|bundesregierung=bundesregierung.de|agenciatributaria,aeat=agenciatributaria.es|seguridadsocial=seg-social.es|dgt=dgt.es|agenziaentrate,agenziadelleentrate=agenziaentrate.gov.it|inps=inps.it|spid=spid.gov.it|belastingdienst=belastingdienst.nl|digid=digid.nl|cra,canadarevenueagency=canada.ca|ato,australiantaxationoffice=ato.gov.au|mygov=my.gov.au|skatteverket=skatteverket.se|skat=skat.dk|receitafederal=gov.br|sat=sat.gob.mx|usps,unitedstatespostalservice=usps.com|eto,etax,kokuzeicho=nta.go.jp|ezpass=e-zpassny.com
allianz=allianz.com|axa=axa.com|aok=aok.de|tk,technikerkrankenkasse=tk.de|maif=maif.fr|edf=edf.fr|engie=engie.com|eon=eon.de|enel=enel.it|iberdrola=iberdrola.es|endesa=endesa.com|britishgas=britishgas.co.uk|octopusenergy=octopus.energy|gazprom=gazprom.ru
`

export interface WellKnownBrand {
  /** Compact lower-case names of the brand, the most usual first. */
  names: readonly string[]
  domains: readonly string[]
}

export const WELL_KNOWN_BRANDS: readonly WellKnownBrand[] = BRANDS.split(/[|\n]/u)
  .map((line) => line.trim())
  .filter((line) => line.includes('='))
  .map((line) => {
    const [names = '', domains = ''] = line.split('=')
    return { names: names.split(','), domains: domains.split(',') }
  })

const byName = new Map<string, WellKnownBrand>()
for (const brand of WELL_KNOWN_BRANDS) for (const name of brand.names) if (!byName.has(name)) byName.set(name, brand)

/** The brand with this compact name (`wellsfargo`), or null. */
export const brandNamed = (compact: string): WellKnownBrand | null => byName.get(compact) ?? null

/** Words that come with an imitation: what a visitor is urged to do, or which office seems to write. */
export const LURE_WORDS: ReadonlySet<string> = new Set(
  `verify verification verified login signin sign-in logon auth secure security account accounts update updates billing payment payments pay invoice refund refunds support help helpdesk
  service services customer client kunden kundenservice kundendienst konto sicherheit bestatigung bestaetigung verifizierung anmeldung zahlung rechnung sendung zustellung paket lieferung zoll
  tracking track parcel package delivery shipment customs fee redelivery depot colis livraison suivi douane remboursement paiement facture connexion espace identifiant verifier confirmation securite compte amende
  entrega envio paquete aduana seguimiento pago factura acceso cuenta seguridad verificacion reembolso cliente clientes multa rimborso consegna spedizione pacco accesso conto sicurezza pagamento verifica
  betaling pakket bezorging inloggen rekening terugbetaling beveiliging wallet airdrop claim bonus gift giftcard promo reward prize winner unlock recover recovery restore suspended locked alert notice notification
  pakke pakken pakkesporing sporing levering forsendelse toll innlogging betalning paketet leverans sparning faktura maksu paketti toimitus platba platnosc platnosci doplata paczka przesylka dostawa logowanie weryfikacja potwierdz balik zasilka doruceni prihlaseni overeni
  odeme kargo teslimat giris dogrulama hesap iade csomag fizetes belepes szallitas colet plata livrare autentificare verificare verificacao pagamentos encomenda entregas rastreio rastreamento oplata vyplata vyplaty posobie shtraf kompensaciya dostavka posylka vhod podtverzhdenie proverka
  id ids web online portal app mobile official outlet sale discount deals cheap store shop 365 24 gouv gov gob govt tax taxes impot impots`
    .split(/\s+/u)
    .filter((word) => word !== ''),
)

/** Those of them that no honest small business puts behind its own name. */
export const URGING_WORDS: ReadonlySet<string> = new Set(
  `verify verification verified login signin logon auth secure security account accounts update updates billing payment payments refund refunds konto sicherheit bestatigung bestaetigung verifizierung anmeldung
  zahlung zustellung zoll tracking customs redelivery douane remboursement paiement connexion identifiant verifier confirmation securite amende aduana acceso cuenta seguridad verificacion reembolso multa rimborso
  sporing innlogging platnosc platnosci doplata logowanie weryfikacja potwierdz prihlaseni overeni odeme giris dogrulama hesap iade belepes autentificare verificare verificacao rastreio rastreamento oplata vyplata vyplaty posobie shtraf kompensaciya vhod podtverzhdenie proverka
  accesso conto sicurezza verifica inloggen rekening terugbetaling beveiliging wallet airdrop claim prize winner unlock recover recovery restore suspended locked alert notice notification kundenservice id`
    .split(/\s+/u)
    .filter((word) => word !== ''),
)

/** Labels of a host name that pretend to be a government suffix. */
export const GOVERNMENT_WORDS: ReadonlySet<string> = new Set(['gov', 'gouv', 'gob', 'govt', 'govuk', 'gouvfr'])

/** How public authorities call themselves, in the middle of a folded name. */
export const AUTHORITY_NAME =
  /\b(?:minist(?:ry|ere|erio|ero|erium)|government|gouvernement|gobierno|governo|direction generale|finances publiques|tax (?:office|authority|service)|treasury|tresor public|revenue (?:service|agency|customs)|hm revenue|customs|douane|zoll|bundes(?:amt|zentralamt|ministerium|regierung)|finanzamt|agencia tributaria|agenzia delle entrate|seguridad social|belastingdienst|republique|prefecture|police|polizei|policia|gouv|gov)\b|министерств|федеральн|налогов|полици|міністерств|περιφέρεια|υπουργείο|وزارة|財務省|国税庁|税务局|국세청/u
