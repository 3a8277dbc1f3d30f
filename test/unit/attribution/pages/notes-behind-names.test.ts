import { type Row, testPages } from './page-answers.ts'

const KINDS: Record<string, Row[]> = {
  'a note that a name is a mark does not belong to it': [
    [
      'sabordelvalle.mx',
      ['Sabor del Valle'],
      '<footer><p>© 2024 Sabor del Valle® Marca Registrada</p></footer>',
    ],
    ['lojabrisa.br', ['Loja Brisa'], '<footer><p>© Loja Brisa Marca Registrada 2024</p></footer>'],
    [
      'savonroux.fr',
      ['Savon Roux'],
      '<footer><p>Savon Roux® marque déposée. © 2024 Savon Roux</p></footer>',
    ],
    [
      'pianoforte-x.it',
      ['Liuteria Vento'],
      '<footer><p>© 2024 Liuteria Vento - marchio registrato</p></footer>',
    ],
    [
      'honigmann.de',
      ['Honigmann Imkerei'],
      '<footer><p>© 2024 Honigmann Imkerei, eingetragene Marke</p></footer>',
    ],
    [
      'pottersbay.com',
      ['Potters Bay'],
      '<footer><p>© 2024 Potters Bay, a registered trademark</p></footer>',
    ],
    [
      'zielarnia.pl',
      ['Zielarnia Mniszek'],
      '<footer><p>© 2024 Zielarnia Mniszek, znak towarowy zastrzeżony</p></footer>',
    ],
    [
      'brasas-e-cia.br',
      ['Brasas & Cia'],
      '<footer><p>© 2023 Brasas &amp; Cia - Marca registrada. Todos os direitos reservados.</p></footer>',
    ],
  ],
  'a licence or an office behind a company does not belong to its name': [
    [
      'koumuten-abe.jp',
      ['有限会社阿部工務店'],
      '<footer><p>©2024 有限会社阿部工務店　建設業許可 第12345号</p></footer>',
    ],
    [
      'tatami-ya.jp',
      ['株式会社青畳'],
      '<footer><p>© 2024 株式会社青畳 古物商許可 第301234567890号</p></footer>',
    ],
    [
      'hinode-juku.jp',
      ['学校法人日の出学園'],
      '<footer><p>学校法人日の出学園 日の出高等学校 〒500-0001 岐阜県岐阜市1-1</p><p>© 学校法人日の出学園 入試広報室</p></footer>',
    ],
    [
      'jianzhu-hy.cn',
      ['恒元建筑有限公司'],
      '<footer><p>© 2024 恒元建筑有限公司 建筑资质 A123456789</p></footer>',
    ],
    ['kabu-sakura.jp', ['株式会社 さくら堂'], '<footer><p>© 2024 株式会社 さくら堂</p></footer>'],
    [
      'chaye.cn',
      ['云岭茶业有限公司'],
      '<footer><p>Copyright © 2024 云岭茶业有限公司 All Rights Reserved. 滇ICP备12345678号 网站地图 技术支持：昆明网络</p></footer>',
    ],
  ],
  'a word of a notice inside the quotation marks of a company belongs to its name': [
    [
      'gazeta-vesti.by',
      ['Редакция газеты «Весці»', 'УП «Редакция газеты Весці»'],
      '<footer><p>© УП «Редакция газеты Весці», 2024</p></footer>',
    ],
    [
      'ooo-zavet.ru',
      ['АНО «Редакция журнала Завет»'],
      '<footer><p>© АНО «Редакция журнала Завет», 2024</p></footer>',
    ],
    [
      'gau-arhiv.ru',
      ['ГАУ «Архив материалов»'],
      '<footer><p>© 2024 ГАУ «Архив материалов»</p></footer>',
    ],
  ],
  'the label of a telephone number or a date names nobody': [
    [
      'penzion-orel.cz',
      ['Penzion Orel'],
      '<footer><p>© 2024 Penzion Orel – Rezervace: 777 123 456</p></footer>',
    ],
    [
      'herberge-zum-see.de',
      ['Herberge zum See'],
      '<footer><p>Herberge zum See © 2024 | Buchung: +49 30 123456 | Stand: 03/2024</p></footer>',
    ],
    [
      'riadnoor.ma',
      ['Riad Noor'],
      '<footer><p>© 2024 Riad Noor. Photos : Lina B. Textes : Sami</p></footer>',
    ],
    [
      'buchladen-eule.de',
      ['Buchladen Eule'],
      '<footer><p>© 2024 Buchladen Eule – Ihre Buchhandlung in Fürth – Stand: 12.03.2024</p></footer>',
    ],
    [
      'bookcafe-dal.kr',
      ['달빛책방'],
      '<footer><p>Copyright © 2024 달빛책방. All rights reserved. 대표: 이달</p></footer>',
    ],
  ],
  'a credit of pictures at the end of the line leaves the holder before it': [
    [
      'bryggeri-lom.no',
      ['Lom Bryggeri'],
      '<footer><p>© 2024 Lom Bryggeri. Utviklet av Netlab. Foto: Siri Dal</p></footer>',
    ],
    [
      'klippan-camping.no',
      ['Klippan Camping'],
      '<footer><p>© 2024 Klippan Camping. Foto: Siri Dal</p></footer>',
    ],
  ],
  'the name before the sign is the holder if a border follows the year': [
    [
      'menuadega.pt',
      ['Adega Nova'],
      '<footer><p><a href="/a">Início</a> <a href="/b">Vinhos</a> © 2024 | Adega Nova</p></footer>',
    ],
    [
      'harborcrest.com',
      ['Harbor Crest Yachts'],
      '<footer><p>Copyright © 2024 | Harbor Crest Yachts</p></footer>',
    ],
    [
      'lodgefir.com',
      ['Fir Lodge Inc.'],
      '<footer><p>Fir Lodge © 2024 | Fir Lodge Inc.</p></footer>',
    ],
    [
      'lakecountyfair.org',
      ['Lake County Fair Association'],
      '<footer><p>Lake County Fair Association © 2024 All rights reserved. August 7-12, 2024</p></footer>',
    ],
  ],
}

testPages(KINDS)
