import { during, type FactsPatch, from, once } from '../facts.ts'
import { CHARITY, COMPANY, MAGAZINE, SHOP, site, TRADE, WEB_TIMEOUT, WORKSHOP } from '../sites.ts'
import { quiet } from './recorded-sequence.ts'

const web = (web: FactsPatch['web'] & object): FactsPatch => ({ web })
const lands = (url: string): FactsPatch => web({ final_url: url })
const failed = (
  outcome: 'refused' | 'tls_error' | 'redirect_loop' | 'too_large' | 'not_text',
): FactsPatch => web({ outcome, status: null, final_url: null, placeholder: null })

export const QUIET_WEB = [
  quiet('the site does not answer for three days', SHOP, [during(3, 6, WEB_TIMEOUT)]),
  quiet('the site answers 502 with the page of its proxy', MAGAZINE, [
    during(3, 5, web({ status: 502 })),
  ]),
  quiet('the site answers 503 with a page of maintenance', SHOP, [
    during(3, 6, web({ status: 503, placeholder: 'under_construction' })),
  ]),
  quiet('the site refuses connections', TRADE, [during(3, 6, failed('refused'))]),
  quiet('the TLS certificate of the site has expired', TRADE, [
    during(3, 6, { ...failed('tls_error'), certificate: 'failed' }),
  ]),
  quiet('the site redirects in a loop', SHOP, [during(3, 6, failed('redirect_loop'))]),
  quiet('the home page is too large to read', MAGAZINE, [during(3, 6, failed('too_large'))]),
  quiet(
    'the site begins to redirect from http to https',
    site(SHOP, lands('http://fernmoss-candles.com/')),
    [from(3, lands('https://fernmoss-candles.com/'))],
  ),
  quiet('the site begins to redirect to its www host', SHOP, [
    from(3, lands('https://www.fernmoss-candles.com/')),
  ]),
  quiet('the site redirects to its pages by language', COMPANY, [
    from(2, lands('https://www.tealharbour.com/en/')),
    from(4, lands('https://www.tealharbour.com/de/?utm_source=geo')),
  ]),
  quiet('the site moves its shop to a host of its own domain', COMPANY, [
    from(3, lands('https://shop.tealharbour.com/')),
  ]),
  quiet('a bot wall answers 403 on the own domain', COMPANY, [
    during(
      3,
      8,
      web({
        outcome: 'blocked',
        status: 403,
        final_url: 'https://www.tealharbour.com/cdn-cgi/challenge',
      }),
    ),
  ]),
  quiet('a bot wall redirects to its own domain', COMPANY, [
    during(
      3,
      8,
      web({
        outcome: 'blocked',
        status: 403,
        final_url: 'https://geo.captcha-delivery.com/captcha/',
      }),
    ),
  ]),
  quiet('a site answers 451 in some countries', MAGAZINE, [
    during(
      3,
      5,
      web({ outcome: 'blocked', status: 451, final_url: 'https://saltlamp-magazine.com/' }),
    ),
  ]),
  quiet('one reading meets a page of login at another domain', CHARITY, [
    once(3, lands('https://login.microsoftonline.com/common/oauth2')),
  ]),
  quiet('the host shows a parked page for one reading', TRADE, [
    once(3, web({ placeholder: 'parked' })),
  ]),
  quiet('the host shows its default page for one reading', WORKSHOP, [
    once(3, web({ placeholder: 'default_page' })),
  ]),
  quiet('a site is under construction for a week', WORKSHOP, [
    during(3, 10, web({ placeholder: 'under_construction' })),
  ]),
  quiet('a parked page and a real page alternate, one reading each', SHOP, [
    once(2, web({ placeholder: 'parked' })),
    once(4, web({ placeholder: 'for_sale' })),
    once(6, web({ placeholder: 'parked' })),
  ]),
]

export const QUIET_TLS_CERTIFICATES = [
  quiet(
    'another authority renews the TLS certificate without an organisation',
    COMPANY,
    [from(3, { certificate: null })],
    { cadence_hours: 168, days: 35 },
  ),
  quiet(
    'another authority spells the organisation in another way',
    COMPANY,
    [from(8, { certificate: 'TEAL HARBOUR SHIPPING LIMITED' })],
    { cadence_hours: 168, days: 35 },
  ),
  quiet(
    'the TLS certificate cannot be read for a month',
    COMPANY,
    [during(7, 30, { certificate: 'failed' })],
    {
      cadence_hours: 168,
      days: 42,
    },
  ),
]
