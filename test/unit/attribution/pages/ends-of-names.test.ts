import { type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'initials of partners and a conjunction are no legal form': [
    [
      'panificio-lupi.it',
      ['Panificio Lupi S.n.c. di Lupi A. e F.', 'Panificio Lupi S.n.c.'],
      '<footer><p>© 2024 Panificio Lupi S.n.c. di Lupi A. e F. - P.IVA 01234567890</p></footer>',
    ],
    [
      'ferramenta-rossetti.it',
      ['Ferramenta Rossetti S.a.s. di Rossetti A. e C.', 'Ferramenta Rossetti S.a.s.'],
      '<footer><p>Ferramenta Rossetti S.a.s. di Rossetti A. e C.<br>Via Roma 3<br>10100 Torino</p></footer>',
    ],
    [
      'talleresmontes.es',
      ['Talleres Montes A. e Hijos', 'Talleres Montes'],
      '<footer><p>© Talleres Montes A. e Hijos</p></footer>',
    ],
    [
      'silvaefilhos.pt',
      ['Irmãos Silva A. e B. Lda'],
      '<footer><p>© 2023 Irmãos Silva A. e B. Lda</p></footer>',
    ],
  ],
  'an exception from the rights does not belong to the name': [
    [
      'cobaltfern.com',
      ['Cobalt Fern Press'],
      '<footer><p>All images © Cobalt Fern Press except where noted</p></footer>',
    ],
    [
      'atelier-sauge.fr',
      ['Atelier Sauge'],
      '<footer><p>© Atelier Sauge sauf mention contraire</p></footer>',
    ],
    [
      'verlaglinde.de',
      ['Verlag Linde'],
      '<footer><p>Texte und Bilder © Verlag Linde, soweit nicht anders angegeben</p></footer>',
    ],
    [
      'museomadera.es',
      ['Museo de la Madera'],
      '<footer><p>© Museo de la Madera salvo indicación contraria</p></footer>',
    ],
    [
      'molenmuseum.nl',
      ['Molenmuseum De Hoop'],
      '<footer><p>© Molenmuseum De Hoop tenzij anders vermeld</p></footer>',
    ],
    [
      'archiviovento.it',
      ['Archivio del Vento'],
      '<footer><p>© Archivio del Vento salvo diversa indicazione</p></footer>',
    ],
    [
      'fotoarkivet.no',
      ['Fotoarkivet Nord'],
      '<footer><p>© Fotoarkivet Nord hvis ikke annet er oppgitt</p></footer>',
    ],
    [
      'muzeumlnu.pl',
      ['Muzeum Lnu'],
      '<footer><p>© Muzeum Lnu o ile nie zaznaczono inaczej</p></footer>',
    ],
  ],
  'the label of a company number does not belong to the name before it': [
    [
      'fennelandfig.co.uk',
      ['Fennel & Fig'],
      '<footer><p>Fennel &amp; Fig. Company number 01234567. VAT no. 123.</p><p>© Fennel &amp; Fig</p></footer>',
    ],
    [
      'stonechat-studio.co.uk',
      ['Stonechat Studio'],
      '<footer><p>© 2024 Stonechat Studio. Company No. 07654321</p></footer>',
    ],
    [
      'briar-works.co.uk',
      ['Briar Works'],
      '<footer><p>© Briar Works. Company registered in England 07654321</p></footer>',
    ],
    [
      'tallow-lane.ie',
      ['Tallow Lane Candles'],
      '<footer><p>© Tallow Lane Candles. Company Registration Number 543210</p></footer>',
    ],
    [
      'goose-barn.com',
      ['Goose Barn Limited'],
      '<footer><p>Goose Barn Limited t/a The Goose Barn. Company number 09876543.</p></footer>',
    ],
  ],
  'the label behind a name does not belong to it': [
    [
      'shiyanxuexiao.cn',
      ['苏州市平江实验学校'],
      '<footer><p>主办单位：苏州市平江实验学校 地址：苏州市姑苏区 邮编：215000</p></footer>',
    ],
    [
      'heyuanlib.cn',
      ['河源市图书馆'],
      '<footer><p>河源市图书馆 电话：0762-1234567 版权所有</p></footer>',
    ],
    [
      'hotel-mira.de',
      ['Hotel Mira'],
      '<footer><p>Hotel Mira Telefon: 089 123456 Adresse: Seestr. 4</p></footer>',
    ],
    [
      'ichiba-kaki.jp',
      ['株式会社市場かき'],
      '<footer><p>運営会社：株式会社市場かき 住所：広島県広島市中区1-1</p></footer>',
    ],
  ],
  'a word for copyright before the sign names nobody': [
    [
      'fjellbok.no',
      ['Fjellbok Forlag'],
      '<footer><p>Opphavsrett © 2024 Fjellbok Forlag</p></footer>',
    ],
    [
      'oyuncakevi.com.tr',
      ['Oyuncak Evi'],
      '<footer><p>Telif Hakkı © 2024 Oyuncak Evi</p></footer>',
    ],
    [
      'klompenmaker.nl',
      ['Klompenmaker Vos'],
      '<footer><p>Auteursrecht © 2024 Klompenmaker Vos</p></footer>',
    ],
    [
      'pivovar-duha.cz',
      ['Pivovar Duha'],
      '<footer><p>Autorská práva © 2024 Pivovar Duha</p></footer>',
    ],
    [
      'editurazori.ro',
      ['Editura Zori'],
      '<footer><p>Drepturi de autor © 2024 Editura Zori</p></footer>',
    ],
    [
      'pekarnya-luna.ru',
      ['Пекарня Луна'],
      '<footer><p>Авторские права © 2024 Пекарня Луна</p></footer>',
    ],
    ['sklepwilk.pl', ['Sklep Wilk'], '<footer><p>Prawa autorskie © 2024 Sklep Wilk</p></footer>'],
    [
      'konyvmoly.hu',
      ['Könyvmoly Bolt'],
      '<footer><p>Szerzői jog © 2024 Könyvmoly Bolt</p></footer>',
    ],
    [
      'floristeriaroble.es',
      ['Floristería Roble'],
      '<footer><p>Derechos de autor © 2024 Floristería Roble</p></footer>',
    ],
  ],
  'the year of foundation inside a name belongs to it': [
    ['tsv1921.de', ['TSV 1921 Altdorf'], '<footer><p>© TSV 1921 Altdorf</p></footer>'],
    ['tuswald.de', ['TuS 1908 Wald e.V.'], '<footer><p>© 2024 TuS 1908 Wald e.V.</p></footer>'],
    [
      'klubkajak.pl',
      ['Klub 1947 Zabrze'],
      '<footer><p>© 2003-2024 Klub 1947 Zabrze. Wszelkie prawa zastrzeżone</p></footer>',
    ],
    [
      'cdlinares.es',
      ['Club Deportivo 1929 Linares'],
      '<footer><p>© Club Deportivo 1929 Linares</p></footer>',
    ],
    ['osteria1955.it', ['Osteria 1955'], '<footer><p>© 2021 Osteria 1955</p></footer>'],
  ],
}

testPages(KINDS)
