import { describe, expect, test } from 'vitest'
import { holdersIn } from '../../../shared/collectors/page/copyright.ts'
import { parsePage } from '../../../shared/collectors/page/parse-page.ts'

const lines: readonly [line: string, holders: string[]][] = [
  ['© 2026 Kork, Inc.', ['Kork, Inc.']],
  ['Copyright © 2012–2026 Copper Kork Catering Inc., Halifax NS', ['Copper Kork Catering Inc.']],
  ['(c) 2019 Kork Family Dental, P.A. | Website by DentalKork Media LLC', ['Kork Family Dental, P.A.']],
  ['IRONKORK © 2026 | Powered by Astra WordPress Theme', ['IRONKORK']],
  ['Moss & Kork Landscape Architects © MMXXVI', ['Moss & Kork Landscape Architects']],
  ['2026 © Kork Paket GmbH. All rights reserved.', ['Kork Paket GmbH']],
  ['© University of Corkford 2026', ['University of Corkford']],
  ['© 2024 by Kork Bookkeeping. Proudly created with Wix.com', ['Kork Bookkeeping']],
  [
    '© Copyright 2026 Kork Courier, Tamarack Kork Media, Inc., 14 Main St, Baxter, MN',
    ['Kork Courier', 'Tamarack Kork Media, Inc.'],
  ],
  ['All images © Joanna Korkwell / Kite & Kork Photography', ['Joanna Korkwell', 'Kite & Kork Photography']],
  ['© 2026 Kork Divers (2021) Pty Ltd ABN 88 643 118 090', ['Kork Divers (2021) Pty Ltd']],
  ['© 2026 Kork News & Media Limited or its affiliated companies. All rights reserved.', ['Kork News & Media Limited']],
  ['LEKO is a trademark of the LEKO Group. ©2026 The LEKO Group. All rights reserved.', ['The LEKO Group']],
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
  ['© 2026', []],
  ['© 2026 | Proudly powered by WordPress', []],
  ['Map data © OpenStreetMap contributors', []],
  ['Map data ©2026 Google', []],
  ['Star sets: © & ™ Lucaskork Ltd.', []],
  ['© 2026 - Ecommerce software by PrestaShop™', []],
]

describe('a copyright line', () => {
  test.each(lines)('%s', (line, holders) => {
    expect(holdersIn(line)).toEqual(holders)
  })

  test('of the outermost footer comes last', () => {
    const html =
      '<p>Photos © 2020 Somebody Else</p><article>© 2021 Guest Writer</article><footer>© 2026 Kork, Inc.</footer>'
    const page = parsePage({ url: 'https://kork.example/', role: 'home', status: 200, html })
    expect(page.copyright.at(-1)).toEqual({ holder: 'Kork, Inc.', observed: '© 2026 Kork, Inc.' })
  })
})
