import type { Customer } from './customer.ts'
import { type Store, type StripeObject, textOf } from './store.ts'

export type Page = { html: string } | { location: string }

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem;color:#1a1f36}' +
  'h1{font-size:1.25rem}.amount{font-size:2rem;font-weight:600}form{margin:.5rem 0}' +
  'button{width:100%;padding:.75rem;border:0;border-radius:6px;background:#635bff;color:#fff;font:inherit;cursor:pointer}' +
  'button.quiet{background:#e6e9f0;color:#1a1f36}p.small{color:#5b6270;font-size:.875rem}'

const page = (title: string, body: string): Page => ({
  html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style></head><body><main><h1>${escaped(title)}</h1>${body}</main></body></html>`,
})

const button = (label: string, fields: Record<string, string>, quiet = false) =>
  `<form method="post">${Object.entries(fields)
    .map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    )
    .join('')}<button${quiet ? ' class="quiet"' : ''}>${escaped(label)}</button></form>`

const SAMPLE =
  '<p class="small">This is the sample Stripe of the local platform. No money moves.</p>'

const money = (cents: number, currency: string) =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')} ${currency.toUpperCase()}`

function checkoutPage(session: StripeObject): Page {
  if (session.status !== 'open')
    return page('Checkout', `<p>This checkout is ${escaped(String(session.status))}.</p>${SAMPLE}`)
  const cancel = button('Go back', { press: 'cancel' }, true)
  if (session.mode === 'setup') {
    return page(
      'Save a card',
      button('Save a card that works (4242)', { press: 'card_saved', card: 'ok' }) +
        button(
          'Save a card that will be declined (0341)',
          { press: 'card_saved', card: 'declines' },
          true,
        ) +
        button(
          'Save a card that asks for authentication (3184)',
          { press: 'card_saved', card: 'needs_authentication' },
          true,
        ) +
        cancel +
        SAMPLE,
    )
  }
  return page(
    String(session.description),
    `<p class="amount">${escaped(money(Number(session.amount_total), String(session.currency)))}</p>${button('Pay', { press: 'paid' })}${button('Pay with a card that is declined', { press: 'failed' }, true)}${cancel}${SAMPLE}`,
  )
}

function portalPage(store: Store, portal: StripeObject): Page {
  const subscriptions = store
    .list('subscription')
    .filter(({ customer }) => customer === portal.customer)
  const lines = subscriptions.map(
    ({ id, status }) =>
      `<p>Subscription ${escaped(id)}: ${escaped(String(status))}</p>${status === 'canceled' ? '' : button('Cancel now', { press: 'end', subscription: id }, true)}`,
  )
  return page(
    'Billing',
    `${lines.join('') || '<p>There is no subscription.</p>'}${button('Return', { press: 'cancel' })}${SAMPLE}`,
  )
}

async function press(
  store: Store,
  customer: Customer,
  subject: StripeObject,
  form: URLSearchParams,
): Promise<Page> {
  const pressed = form.get('press')
  const back = subject.object === 'checkout.session' ? subject.cancel_url : subject.return_url
  if (pressed === 'end') {
    await customer.endSubscription(form.get('subscription') ?? '')
    return portalPage(store, subject)
  }
  if (pressed === 'cancel')
    return typeof back === 'string'
      ? { location: back }
      : page('Checkout', '<p>You may close this page.</p>')
  if (pressed === 'paid' || pressed === 'card_saved') {
    const card = form.get('card')
    await customer.finish(subject.id, {
      outcome: pressed,
      card: card === 'declines' || card === 'needs_authentication' ? card : 'ok',
    })
    return { location: textOf(subject, 'success_url') }
  }
  await customer.finish(subject.id, { outcome: 'failed' })
  const declined = checkoutPage(subject)
  return 'html' in declined
    ? { html: declined.html.replace('<main>', '<main><p role="alert">Your card was declined.</p>') }
    : declined
}

/**
 * Returns the checkout page or the customer portal, or null for any other path. `form` contains the
 * submitted form with the pressed button. It is null if the user only opens the page.
 */
export async function answerPage(
  store: Store,
  customer: Customer,
  path: string,
  form: URLSearchParams | null,
): Promise<Page | null> {
  const [, kind, id = ''] = /^\/stripe\/pages\/(checkout|portal)\/([a-z0-9_]+)$/.exec(path) ?? []
  const subject = store.state.objects[id]
  if (
    subject === undefined ||
    subject.object !== (kind === 'checkout' ? 'checkout.session' : 'billing_portal.session')
  )
    return null
  if (form !== null) return press(store, customer, subject, form)
  return kind === 'checkout' ? checkoutPage(subject) : portalPage(store, subject)
}
