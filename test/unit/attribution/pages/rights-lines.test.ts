import { describe, expect, test } from 'vitest'
import { answerOf, faultOf, type PageCase } from './page-answers.ts'

type Row = [title: string, domain: string, operators: string[], html: string, head?: string]
const casesOf = (rows: readonly Row[]): PageCase[] =>
  rows.map(([title, domain, operators, html, head]) => ({
    title,
    domain,
    operators,
    html,
    ...(head === undefined ? {} : { head }),
  }))

const KINDS: Record<string, Row[]> = {
  'words of rights and numbers are no name': [
    [
      'Chinese filing number',
      'chunjing-daily.com',
      ['春景日评'],
      '<p>Copyright © <em>2011-2021</em><a href="https://beian.miit.gov.cn/">备案号：沪ICP备08800000号</a></p>',
      '<meta name="author" content="春景日评"><meta name="copyright" content="春景日评版权所有">',
    ],
    [
      'Chinese company before its number',
      'lantian-cha.cn',
      ['杭州蓝田茶叶有限公司'],
      '<footer>杭州蓝田茶叶有限公司 版权所有(C)2019 备案号: 浙ICP备10000001号 增值电信业务经营许可证：浙B2-2010</footer>',
    ],
    [
      'Chinese owner in the middle',
      'hailan-wang.cn',
      ['青岛海蓝网络有限公司'],
      '<footer>本站版权归青岛海蓝网络有限公司所有，未经许可禁止转载</footer>',
    ],
    [
      'Persian verb behind the name',
      'daneshnameh-kaveh.com',
      ['موسسه فرهنگی کاوه'],
      '<div>© کلیه حقوق این وب سایت متعلق به موسسه فرهنگی کاوه می‌باشد.</div>',
    ],
    [
      'Russian ban',
      'kreditberg.ru',
      [],
      '<footer>KreditBerg.ru © 2018. Перепечатка материалов запрещена. Все риски несёт читатель.</footer>',
    ],
    [
      'Ukrainian ban',
      'polehub.com.ua',
      ['Полехаб'],
      '<footer>© 2019 Полехаб. Копіювання матеріалів дозволено лише з посиланням.</footer>',
    ],
    [
      'since before the year',
      'kazeno-joho.com',
      ['風の情報'],
      '<p><span>since&nbsp;2003&nbsp;風の情報,&nbsp;All&nbsp;rights&nbsp;reserved.</span></p>',
    ],
    [
      'Korean sentence of law',
      'haneul-news.kr',
      ['haneul-news.kr', '하늘뉴스'],
      '<footer>모든 기사의 무단 전재 및 재배포를 금지합니다. Copyright by haneul-news.kr</footer>',
    ],
    [
      'French role before a colon',
      'concours-malins.com',
      ['Belvoix'],
      '<footer>Création / Animation : Belvoix - Copyright © 2010 - 2018 - Tous droits réservés</footer>',
    ],
    [
      'licence link',
      'seedtalk.net',
      ['SeedTalk'],
      '<a href="https://creativecommons.org/licenses/by/4.0/">Copyright CC</a> &amp; <a href="/contact/">Contact</a>',
      '<meta property="og:site_name" content="SeedTalk">',
    ],
    [
      'licence and privacy',
      'leaflog.org',
      ['LeafLog'],
      '<footer>Copyright <a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA</a> and <a href="/p">Privacy</a></footer>',
      '<meta property="og:site_name" content="LeafLog">',
    ],
    [
      'menu word with a sign of its own',
      'gamegrove.com',
      ['Gamegrove.com', 'Gamegrove'],
      '<a href="/t">Returns</a> | <a href="/c">Cookies</a> | <span>v9.1, © 2002-2012 Gamegrove.com</span> | <span>Worldwide ©</span>',
    ],
    [
      'Polish notice',
      'stolarz-wierzba.pl',
      ['Stolarnia Wierzba'],
      '<footer>© 2020 Stolarnia Wierzba. Wszelkie prawa zastrzeżone. Kopiowanie treści zabronione.</footer>',
    ],
    [
      'Bengali phrase around the name',
      'nodikatha.com',
      ['nodikatha', 'nodikatha.com'],
      '<em>© সর্বস্বত্ব সংরক্ষিত nodikatha ২০১৩- ২০১৯</em>',
    ],
    [
      'Italian tax number',
      'liuteria-corvi.it',
      ['Liuteria Corvi'],
      '<footer>© 2019 Liuteria Corvi - P.IVA 01234567890 - chi siamo - contatti</footer>',
    ],
    [
      'secrecy behind the reservation',
      'norvik-valves.com',
      ['Norvik Valves America, Inc.'],
      '<footer>© 2018 All rights reserved. Confidential and proprietary information of Norvik Valves America, Inc.</footer>',
    ],
    [
      'Greek menu in the next line',
      'kastorialand.com',
      ['KastoriaLand.com', 'KastoriaLand'],
      '<center>Copyright 2016 © KastoriaLand.com. All Rights Reserved.<br><a href="/t">Όροι χρήσης</a>&nbsp;::&nbsp;<a href="/p">Επικοινωνία</a></center>',
    ],
  ],
  'the line of the software, the agency or the template is a credit': [
    [
      'version and company in the next line',
      'lathe-makers.com',
      [],
      '<footer>Powered by <a href="https://www.forumix.com">Forumix®</a> Version 5.1<br>Copyright © 2019 Forumix Solutions, Inc. All rights reserved.</footer>',
    ],
    [
      'both in links',
      'fell-walkers.org',
      [],
      '<a href="https://www.plainboards.org/">Powered by PBX 2.0.15</a> | <a href="https://www.plainboards.org/about/">PBX © 2017, Plain Boards</a>',
    ],
    [
      'name of the program in the meta element',
      'hexfolk.net',
      [],
      'Powered by <a href="https://www.quillbb.com/">quillBB</a> © 2001, 2003, 2006 quillBB Group',
      '<meta name="copyright" content="2001, 2003, 2006 quillBB Group">',
    ],
    [
      'short line',
      'trail-mates.com',
      [],
      'Powered by <a href="https://zenboard.com">ZenBoard</a> ©2010-2014 ZenBoard Ltd.',
    ],
    [
      'German',
      'wanderfreunde-nord.de',
      [],
      '<div>Läuft mit <a href="https://brettwerk.example.com">Brettwerk</a> 3.2 © 2012-2020 Brettwerk GmbH</div>',
    ],
    [
      'Russian',
      'pchelovod-club.ru',
      [],
      '<div>Работает на <a href="https://doska-soft.com">ДоскаСофт</a> © 2009 ООО «ДоскаСофт»</div>',
    ],
    [
      'forum software',
      'miniature-trains.net',
      [],
      '<p>Forum software © <a href="https://railbb.org">RailBB Limited</a></p>',
    ],
    ['theme', 'slow-kitchen.blog', [], '<footer>Theme © 2016 Lofty Themes</footer>'],
    [
      'agency behind the sign',
      'oreficeria-dolce.com',
      ['Oreficeria Dolce'],
      '<p>Oreficeria Dolce - P. IVA: 04918230721. Siamo in via Roma 3, Lecce.</p><footer>© Copyright 2010-2019 <a title="Agenzia web Lecce" rel="nofollow" href="http://cometaweb.it">Cometaweb</a>. Tutti i diritti riservati.</footer>',
    ],
    [
      'Spanish placeholder',
      'jardines-elorza.com',
      [],
      '<p>© <a href="#">Nombre de la Empresa</a>. Todos los derechos reservados.</p>',
    ],
    [
      'English placeholder',
      'brook-bakery.com',
      [],
      '<footer>© 2021 Your Company Name. All rights reserved.</footer>',
    ],
    [
      'German placeholder',
      'werkstatt-lohmann.de',
      [],
      '<footer>© 2021 Ihr Firmenname. Alle Rechte vorbehalten.</footer>',
    ],
    [
      'French placeholder',
      'atelier-moreau.fr',
      [],
      '<footer>© 2021 Nom de votre entreprise - Tous droits réservés</footer>',
    ],
    [
      'operator behind the words',
      'autoyatra.com',
      ['Saffron Software Pvt. Ltd.'],
      '<footer>Copyright 2012-2018 Powered By Saffron Software Pvt. Ltd. All Rights Reserved.</footer>',
      '<meta property="og:site_name" content="AutoYatra">',
    ],
    [
      'own line beside the program',
      'cask-and-still.com',
      ['Cask & Still Society'],
      '<footer>© 2020 Cask &amp; Still Society<br>Powered by <a href="https://www.forumix.com">Forumix®</a> Copyright © 2019 Forumix Solutions, Inc.</footer>',
    ],
    [
      'link to the own group',
      'harbour-post.com',
      ['Tideway Media GmbH'],
      '<footer>© 2020 <a rel="nofollow" href="https://tideway-media.com">Tideway Media GmbH</a></footer>',
    ],
  ],
  'a name in the form of a domain is a candidate': [
    [
      'with a company in a link',
      'kindly-store.ca',
      ['Kindly-store.ca', 'Kindly Store'],
      '<footer>© 2018 Kindly-store.ca. All Rights Reserved. <a href="/x">Northern Solutions Inc. brands</a></footer>',
    ],
    [
      'with www',
      'pricelantern.com',
      ['PriceLantern', 'pricelantern.com'],
      '<h1>Phone Cases</h1><div class="copyright"><p>© 2009-2017 www.pricelantern.com All rights reserved.</p></div>',
    ],
    [
      'with a street',
      '700lamps.com',
      ['700Lamps.com'],
      '<p>© 2018 700Lamps.com | All Rights Reserved. <span>77 Alder Pkwy, Plano, TX 75023</span></p>',
    ],
    [
      'without a sign',
      'kindly.ca',
      ['Kindly.ca', 'Kindly'],
      '<p>2018 Kindly.ca All Rights Reserved</p>',
      '<meta property="og:site_name" content="Kindly.ca">',
    ],
    [
      'Russian',
      'mebelgid.ru',
      ['MebelGid.ru', 'mebelgid'],
      '<footer>© 2010-2020 MebelGid.ru Все права защищены</footer>',
    ],
    [
      'with a licensor',
      'cardbarn.com',
      ['CardBarn.com', 'CardBarn'],
      '<footer>All original content of this shop is © 2016 CardBarn.com<sup>®</sup> and may not be copied. Wavecallers, Wavecallers: Duel, and their marks are trademarks of Wavecallers Studio LLC. © 2016 Wavecallers. All rights reserved.</footer>',
    ],
  ],
  'names end at the border of an element': [
    [
      'two spans',
      'asagiri-soap.com',
      ['ASAGIRI SOAP'],
      '<footer><div><span>© ASAGIRI SOAP</span><span>PayPal / Apple Pay / JCB</span></div></footer>',
    ],
    [
      'three links',
      'rowan.org',
      ['Rowan Users Association'],
      '<footer><span>Copyright ©2004-2019.</span> <span><a href="/lua/">Rowan Users Association</a></span> <span><a href="/legal/">Legal Notes</a></span> <span><a href="/cookies/">Cookie Policy</a></span></footer>',
    ],
    [
      'town and state',
      'oakcresthomesinc.com',
      ['Oakcrest Homes'],
      '<footer>Copyright © 2018 Oakcrest Homes Boise, ID | New Home Builders Boise and Ada County Idaho. All Rights Reserved.</footer>',
    ],
    [
      'town of two words',
      'brightwell-dental.com',
      ['Brightwell Dental'],
      '<footer>© 2020 Brightwell Dental Salt Lake City, UT</footer>',
    ],
    [
      'hyphen and small letters',
      'mbv-klang.de',
      ['mbv-klangkörper Versandhandelsgesellschaft mbH'],
      '<footer><strong>© mbv-klangkörper Versandhandelsgesellschaft mbH</strong></footer>',
    ],
    [
      'address below',
      'fernhamwi.com',
      ['Fernham Chamber of Commerce'],
      '<footer>© 2018. Fernham Chamber Of Commerce<br>9 E. Lake Street, P.O. Box 31<br>FERNHAM, WI 53027</footer>',
      '<meta property="og:site_name" content="Fernham, Wisconsin Chamber Of Commerce">',
    ],
    [
      'first word is a role',
      'ominhense.pt',
      ['Editora Correio da Serra, Lda.'],
      '<footer><p>Copyright © 2012<br>Editora Correio da Serra, Lda.<br>Todos os direitos reservados.</p></footer>',
    ],
    [
      'Hungarian sentence',
      'levelap.hu',
      ['Zafír Zrt.'],
      '<footer>A levelap kiadója a Zafír Zrt. © Minden jog fenntartva.</footer>',
    ],
    [
      'stars and a street',
      'visit-larkhill.org',
      ['VISIT LARKHILL'],
      '<footer>COPYRIGHT ©2016. VISIT LARKHILL ★ 901 7TH STREET NW, 4TH FLOOR ★ LARKHILL, DC 20001-3719 ★ 202-555-7000</footer>',
    ],
    [
      'menu without a border',
      'sprintas.lt',
      [],
      '<footer>© 1997-2015 SPRINTAS.LT Rašykite el. paštu info@sprintas.lt</footer>',
    ],
    [
      'legal form behind a link',
      'ravenmill.co.uk',
      ['Ravenmill Ltd'],
      '<footer>© 2020 <a href="/">Ravenmill</a> Ltd</footer>',
    ],
    [
      'two links with a sign',
      'kett-and-lowe.com',
      ['Kett & Lowe'],
      '<footer>© 2020 <a href="/k">Kett</a> &amp; <a href="/l">Lowe</a></footer>',
    ],
  ],
  'scraps of lists, forms and teasers name nobody': [
    [
      'Spanish teaser',
      'elegir-lejos.com',
      [],
      '<h3><a href="/t">Consejos Para Elegir Tu Gift Box 2016</a></h3>',
    ],
    [
      'Dutch list of towns',
      'katten-oppas.nl',
      [],
      '<p><strong>Streek:</strong> Lochem, Vorden, Ruurlo &amp; Borculo. Ik kom graag bij u langs</p>',
    ],
    [
      'choice of a form',
      'quote-helper.net',
      [],
      '<form><label><input type="radio"> Limited Liability Company</label><label><input type="radio"> Sole Trader Ltd</label></form>',
    ],
    ['not available behind a label', 'walkers-board.org', [], '<p>in N/A</p><p>Location: N/A</p>'],
    [
      'hits of a search',
      'firm-finder-plus.com',
      [],
      '<ul><li><a href="/1">ORCHID TRADING LIMITED</a></li><li><a href="/2">BASALT HOLDINGS LIMITED</a></li><li><a href="/3">QUARRY ROW LIMITED</a></li></ul>',
    ],
    ['slogan in capitals', 'obuv-skok.sk', [], '<p>NEKUPUJ A OBUJ SA S NOVOU ZNAČKOU</p>'],
    ['French slogan', 'sejours-plage.com', [], '<p>Réglez Vos Vacances</p>'],
    [
      'regions',
      'singletrack-talk.com',
      [],
      '<p>Midwest - IL, IN, OH, KY, IA, MO</p><p>Great Plains - OK, KS, NE, SD, ND</p>',
    ],
  ],
  'credits of pictures, licensors and slogans': [
    [
      'photographer beside the picture',
      'villedebruyne.com',
      ['Ville de Bruyne', 'la ville de Bruyne'],
      '<dl><dd><img alt="copyright hugo lenoir - 31.jpg" src="/a.jpg"></dd><dd class="portletFooter"><span>(c)Hugo Lenoir</span></dd></dl><footer>Site officiel de la ville de Bruyne © 2018 - Réalisé avec l\'aide de ICOM</footer>',
    ],
    [
      'agency and photographer',
      'morning-gazette.com',
      ['Morning Gazette Publishing'],
      '<div><img src="/a.jpg"><p><a href="https://pixhive.com">© PIXHIVE/ Erin Vance</a></p></div><footer>© 2011 Morning Gazette Publishing</footer>',
    ],
    [
      'sports data',
      'hounds-corner.com',
      ['Lantern Media, LLC'],
      '<footer>© 2019 <a href="https://lanternmedia.com">Lantern Media, LLC</a>. All Rights Reserved<br>Sports data © SCOREBASE 2018</footer>',
    ],
    [
      'portions',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>Portions Copyright 2010 Estuary Clay Inc. Copyright 2012-2024 Tern Kilns Ltd</footer>',
    ],
  ],
  'years and words of a notice': [
    [
      'years of two digits',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>Copyright 1993, 95, 97 Tern Kilns Ltd</footer>',
    ],
    [
      'apostrophes',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      "<footer>© '98-'03 Tern Kilns Ltd</footer>",
    ],
    [
      'two digits only',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 03-24 Tern Kilns Ltd</footer>',
    ],
    [
      'one short year',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 24 Tern Kilns Ltd</footer>',
    ],
    [
      'commas without spaces',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 1993,95,97 Tern Kilns Ltd</footer>',
    ],
    [
      'open digit',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 2010-202x Tern Kilns Ltd</footer>',
    ],
    [
      'apostrophe behind a dash',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 1998–’24 Tern Kilns Ltd</footer>',
    ],
    [
      'placeholder of a template',
      'estuary-pots.com',
      ['Tern Kilns Ltd'],
      '<footer>© 2010-{{ current_year }} Tern Kilns Ltd</footer>',
    ],
    [
      'unpublished work',
      'tern-group.com',
      ['Tern Kilns Group, Inc.'],
      '<footer>(C) Unpublished Work of Tern Kilns Group, Inc. All Rights Reserved.</footer>',
    ],
    [
      'plural',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>Copyrights 2024 Tern Kilns Ltd</footer>',
    ],
    [
      'copyleft',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>Copyleft 2024 Tern Kilns Ltd</footer>',
    ],
    [
      'participle',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>Copyrighted 2024 by Tern Kilns Ltd</footer>',
    ],
    [
      'used by permission',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 2024 Tern Kilns Ltd, used by permission</footer>',
    ],
    [
      'placeholder of a date function',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>© %Y Tern Kilns Ltd</footer>`,
    ],
    [
      'placeholder in letters',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>© YYYY Tern Kilns Ltd</footer>`,
    ],
    [
      'script that did not run',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>© \${new Date().getFullYear()} Tern Kilns Ltd</footer>`,
    ],
    [
      'wide digits',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>© ２０２４ Tern Kilns Ltd</footer>`,
    ],
    ['month', 'tern-kilns.com', ['Tern Kilns Ltd'], `<footer>(c) 1/2024 Tern Kilns Ltd</footer>`],
    [
      'range without a sign',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>03-24 Tern Kilns Ltd</footer>`,
    ],
    [
      'content of the site',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>Website content is copyright of Tern Kilns Ltd</footer>`,
    ],
    [
      'material of others',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>Contains material © 2009 Rockpool Clay Inc. All other content © 2024 Tern Kilns Ltd</footer>`,
    ],
    [
      'earlier versions',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>Earlier versions © 2005 Rockpool Clay Inc. © 2024 Tern Kilns Ltd</footer>`,
    ],
    [
      'some images',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>Some images © Rockpool Clay Inc. © 2024 Tern Kilns Ltd</footer>`,
    ],
    [
      'number of a Korean register',
      'tern-kilns.kr',
      ['주식회사 갈매기도자기'],
      `<footer>Copyright by 주식회사 갈매기도자기. 사업자등록번호 123-45-67890</footer>`,
    ],
    [
      'Arabic preposition',
      'tern-kilns.ae',
      ['شركة الخطاف للخزف'],
      `<footer>جميع الحقوق محفوظة لشركة الخطاف للخزف © 2020</footer>`,
    ],
    [
      'German software of a forum',
      'tern-kilns.de',
      [],
      `<footer>Forensoftware: Rattle Board® 3.1, entwickelt von Rattle® GmbH © 2014</footer>`,
    ],
    [
      'several roles before one name',
      'plage-a-louer.com',
      ['Ternova'],
      `<footer>Création / Rédaction : Ternova - Copyright © 2009 - 2017 - Tous droits réservés</footer>`,
    ],
    [
      'roles of a maker',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      `<footer>Tern Kilns Ltd © 2020 | Webdesign / Hosting: Rockpool Media GmbH</footer>`,
    ],
    [
      'quotation marks inside a name',
      'tern-kilns.bg',
      ['„Чайка“ ООД'],
      `<footer>© 2024 „Чайка“ ООД</footer>`,
    ],
    [
      'years with slashes',
      'tern-kilns.com',
      ['Tern Kilns Ltd'],
      '<footer>© 2019/20 Tern Kilns Ltd</footer>',
    ],
    [
      'a number that begins a name',
      '24hourgardens.com',
      ['24 Hour Gardens Ltd'],
      '<footer>© 24 Hour Gardens Ltd</footer>',
    ],
    [
      'a year that belongs to a name',
      'ternkilns1998.com',
      ['Tern Kilns (1998) Ltd'],
      '<footer>© 2020 Tern Kilns (1998) Ltd</footer>',
    ],
  ],
}

describe.each(Object.entries(KINDS))('%s', (_, rows) => {
  test.each(casesOf(rows))('$title ($domain)', (each) => {
    expect(faultOf(each, answerOf(each))).toBeNull()
  })
})

/**
 * Copyright lines with two possible names. The correct name must be one of the candidates, but need
 * not be the answer, because the scoring decides between the two.
 */
const OFFERED: Row[] = [
  [
    'Japanese ban behind the English phrase',
    'hikari-komon.com',
    ['minori8.com'],
    '<footer>光こもん Copyright © 2018 minori8.com All Rights Reserved.<br>掲載の記事・写真など、すべての無断転載を禁じます</footer>',
  ],
  [
    'domain and short name',
    'boatbids-online.com',
    ['The Harbour Lovers Network', 'HLN: The Harbour Lovers Network'],
    '<footer><p>© <span>Boatbids.com</span><span>HLN: The Harbour Lovers Network</span></p></footer>',
  ],
]

test.each(casesOf(OFFERED))('the line offers its holder: $title', (each) => {
  const { candidates } = answerOf(each)
  expect(
    candidates.some((candidate) => each.operators.some((name) => candidate.startsWith(name))),
  ).toBe(true)
})
