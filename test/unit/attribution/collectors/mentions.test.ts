import { describe, expect, test } from 'vitest'
import { parsePage } from '../../../../shared/attribution/collectors/page/parse-page.ts'

const lines: readonly [line: string, holders: string[]][] = [
  ['© 2026 Kork, Inc.', ['Kork, Inc.']],
  ['Copyright © 2012–2026 Copper Kork Catering Inc., Halifax NS', ['Copper Kork Catering Inc.']],
  [
    '(c) 2019 Kork Family Dental, P.A. | Website by DentalKork Media LLC',
    ['Kork Family Dental, P.A.'],
  ],
  ['IRONKORK © 2026 | Powered by Astra WordPress Theme', ['IRONKORK']],
  ['Moss & Kork Landscape Architects © MMXXVI', ['Moss & Kork Landscape Architects']],
  ['2026 © Kork Paket GmbH. All rights reserved.', ['Kork Paket GmbH']],
  ['© University of Corkford 2026', ['University of Corkford']],
  ['© 2024 by Kork Bookkeeping. Proudly created with Wix.com', ['Kork Bookkeeping']],
  [
    '© Copyright 2026 Kork Courier, Tamarack Kork Media, Inc., 14 Main St, Baxter, MN',
    ['Kork Courier', 'Tamarack Kork Media, Inc.'],
  ],
  [
    'All images © Joanna Korkwell / Kite & Kork Photography',
    ['Joanna Korkwell', 'Kite & Kork Photography'],
  ],
  ['© 2026 Kork Divers (2021) Pty Ltd ABN 88 643 118 090', ['Kork Divers (2021) Pty Ltd']],
  [
    '© 2026 Kork News & Media Limited or its affiliated companies. All rights reserved.',
    ['Kork News & Media Limited'],
  ],
  [
    'LEKO is a trademark of the LEKO Group. ©2026 The LEKO Group. All rights reserved.',
    ['The LEKO Group'],
  ],
  ['©2026 Kork Terms of use Privacy & cookies', ['Kork']],
  ['© 2026 kork. De getoonde prijzen zijn inclusief btw.', ['kork']],
  ['© 2026 Last.kork Ltd. All rights reserved', ['Last.kork Ltd.']],
  ['Santiago Martín Korko - Todos los derechos reservados', ['Santiago Martín Korko']],
  ['Copyright ? Mizukork Seisakusho Co.,Ltd.', ['Mizukork Seisakusho Co.,Ltd.']],
  ['Copyright 2026 · Kork Stories · Built with Ghost', ['Kork Stories']],
  ['© 1998-2026 eKork Inc. All Rights Reserved.', ['eKork Inc.']],
  ['© 2026, Kork and/or its affiliates.', ['Kork']],
  ['© 2001–2026 Kork.fm, Inc. or its affiliates', ['Kork.fm, Inc.']],
  ['© 2013–2026 ООО «Корк Мебель»', ['ООО «Корк Мебель»']],
  ['© 2026 »Kork«', ['Kork']],
  ['© 2026 Harkork, Lindkork & Pryce LLP. All rights reserved.', ['Harkork, Lindkork & Pryce LLP']],
  ['© 2004–2026 ООО «Северный Корк». Все права защищены.', ['ООО «Северный Корк»']],
  ['© ООО «Северный Корк»', ['ООО «Северный Корк»']],
  ['© כל הזכויות שמורות לגן הקורק 2026', ['גן הקורק']],
  ['جميع الحقوق محفوظة © 2026 دار الكورك', ['دار الكورك']],
  ['© ۱۴۰۵ کتابسرای کورک. تمامی حقوق محفوظ است.', ['کتابسرای کورک']],
  ['© Bản quyền thuộc về Công ty TNHH Cà Phê Kork', ['Công ty TNHH Cà Phê Kork']],
  ['版权所有 © 2016-2026 杭州科克茶业有限公司 浙ICP备16012345号-1', ['杭州科克茶业有限公司']],
  ['Copyright ⓒ 2026 달빛코르크 All rights reserved.', ['달빛코르크']],
  ['KORK + LOOM © 2026 — Made in Oaxaca & Detroit', ['KORK + LOOM']],
  ['© 2001-2026 Kork group of companies or its licensor.', ['Kork']],
  ['© 2026 Kork ist eine Marke der Vessel & Crown AG.', ['Kork']],
  ['© Field Notes from Korkali', ['Field Notes from Korkali']],
  ['Back to top © 2026 - Kork Tools Ltd', ['Kork Tools Ltd']],
  ['Newsletter © 2025 – Kork Ltd', ['Kork Ltd']],
  ['MyKork® licensed from Epikork Corporation © 1999-2026', []],
  ['© 2026', []],
  ['© 2026 | Proudly powered by WordPress', []],
  ['Map data © OpenStreetMap contributors', []],
  ['Map data ©2026 Google', []],
  ['Star sets: © & ™ Lucaskork Ltd.', []],
  ['© 2026 - Ecommerce software by PrestaShop™', []],
]

const read = (html: string) =>
  parsePage({ url: 'https://kork.example/', role: 'home', status: 200, html }).mentions
const escaped = (text: string): string => text.replaceAll('&', '&amp;')

describe('copyright lines', () => {
  test.each(lines)('the copyright line "%s" gives its holders', (line, holders) => {
    const names = read(`<footer><p>${escaped(line)}</p></footer>`).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...holders]))
    if (holders.length === 0)
      expect(names.filter((name) => / (?:Corporation|Ltd\.?)$/u.test(name))).toEqual([])
  })

  test.each([
    'Kork Museum is a 501(c)(3) non-profit organization',
    'Kork Museum is a 501 (c)(3)',
    'The content is copyright-protected and the property of Kork AB.',
    '(c) the date on which the order was placed.',
  ])('no copyright holder is read from "%s"', (line) => {
    expect(
      read(`<footer><p>${line}</p></footer>`).filter(({ place }) => place === 'rights'),
    ).toEqual([])
  })

  test('the position of a copyright line is recorded: footer, figure or article', () => {
    const html =
      '<figure>© 2020 Somebody Else</figure><article>© 2021 Guest Writer</article><footer>© 2026 Kork, Inc.</footer>'
    const regions = read(html).flatMap(({ name, marks }) => [[name, marks[0]]])
    expect(regions).toEqual([
      ['Somebody Else', 'figure'],
      ['Guest Writer', 'article'],
      ['Kork, Inc.', 'footer'],
    ])
  })

  test('a holder name with lower-case words is read in full', () => {
    const names = read(
      '<footer>© 2026 Kork Česká republika, s.r.o., Všechna práva vyhrazena.</footer>',
    )
    expect(names.map(({ name }) => name)).toContain('Kork Česká republika, s.r.o.')
  })
})

describe('statements of ownership', () => {
  test.each([
    ['Kork Daily, a division of Flasche Media Inc.', 'Flasche Media Inc.', 'Kork Daily'],
    ['Kork Daily is part of the Flasche publishing family', 'Flasche', 'Kork Daily'],
    ['Kork ist eine Marke der Flasche GmbH', 'Flasche GmbH', 'Kork'],
    ['KORK DAILY, A FLASCHE MEDIA INC. COMPANY', 'FLASCHE MEDIA INC.', 'KORK DAILY'],
    ['Part of Flasche Media, LLC', 'Flasche Media, LLC', null],
    ['Udgiver: Flasche Medier', 'Flasche Medier', null],
    ['Kustantaja: Flasche Oy', 'Flasche Oy', null],
    ['Учредитель: ООО «Корк»', 'ООО «Корк»', null],
    ['Propietario Flasche Editorial S.A.', 'Flasche Editorial S.A.', null],
    ['A Kork kiadója a Flasche Zrt.', 'Flasche Zrt', null],
    ['Edito daFlasche Media Srl', 'Flasche Media Srl', null],
  ])('the statement "%s" names the owner %s', (line, owner, owned) => {
    const found = read(`<footer><p>${line}</p></footer>`)
    expect(found.filter(({ place }) => place === 'owner').map(({ name }) => name)).toContain(owner)
    if (owned !== null)
      expect(found.filter(({ place }) => place !== 'owner').map(({ name }) => name)).toContain(
        owned,
      )
  })
})

test('the logo link and the meta elements of the head give names', () => {
  const html =
    '<head><meta name="dcterms.rights" content="Copyright 2026 Kork Verlag GmbH"></head><a href="/">Kork Magazin</a><p>x</p>'
  expect(read(html).map(({ place, name }) => [place, name])).toEqual(
    expect.arrayContaining([
      ['head', 'Kork Verlag GmbH'],
      ['logo', 'Kork Magazin'],
    ]),
  )
})

test('only the end of an overlong footer is read', () => {
  const html = `<footer><p>Flasche GmbH</p>${'<p>. A. A. A</p>'.repeat(2_000)}<p>© 2026 Kork GmbH</p></footer>`
  const names = read(html).map(({ name }) => name)
  expect(names).toContain('Kork GmbH')
  expect(names).not.toContain('Flasche GmbH')
})

test('the number of names from one page is limited', () => {
  const html = `<footer>${'<p>© 2026 Kork GmbH | Part of Flasche AG</p>'.repeat(3_000)}</footer>`
  expect(read(html).length).toBeLessThanOrEqual(300)
})
