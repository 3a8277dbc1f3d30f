import { html } from 'hono/html'

export interface Return {
  purchase?: 'done' | 'canceled' | undefined
  card?: 'done' | 'canceled' | undefined
}

function textsOf({ purchase, card }: Return): [title: string, text: string] {
  if (purchase === 'canceled' || card === 'canceled')
    return ['Canceled', 'Nothing was charged and nothing was saved.']
  if (purchase === 'done')
    return ['Thank you', 'The credits are added as soon as the payment is confirmed.']
  if (card === 'done') return ['Your card is saved', 'Auto-recharge can now use this card.']
  return ['Billing', '']
}

/** Anybody can open this page without signing in, so it names no account. */
export function returnPage(outcome: Return) {
  const [title, text] = textsOf(outcome)
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:4rem auto;padding:0 1rem}</style>
</head>
<body><main><h1>${title}</h1><p>${text} You can close this page.</p></main></body></html>`
}
