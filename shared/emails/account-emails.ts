import type { EmailContent } from './email-layout.ts'
import type { PayloadOf } from './email-payload.ts'
import { shownNumber, shownText } from './email-words.ts'
import type { LinkEnvironment } from './unsubscribe.ts'

const REASON = 'You get this because of your account with the Domain Attribution Service.'

const shownMoney = (cents: number, currency: string) =>
  `${(cents / 100).toFixed(2)} ${shownText(currency, 3).toUpperCase()}`

const billing = (label: string, { PUBLIC_URL }: LinkEnvironment) => ({
  label,
  url: `${PUBLIC_URL}/app/billing`,
})

export function rechargeFailedEmail(
  { pack, amount_cents: cents, currency, message }: PayloadOf<'recharge_failed'>,
  env: LinkEnvironment,
): EmailContent {
  const amount = shownMoney(cents, currency)
  return {
    subject: 'Your automatic recharge failed',
    preview: `${amount} could not be charged. No money was taken.`,
    paragraphs: [
      `Your credits ran low, and your card could not be charged ${amount} for ` +
        `${shownText(pack)}. No money was taken.`,
      ...(message ? [`The bank said: ${shownText(message)}`] : []),
      'Analyses go on while your quota or your credits last.',
    ],
    button: billing('Check the card', env),
    reason: REASON,
  }
}

export function rechargeRaisedEmail(
  payload: PayloadOf<'recharge_raised'>,
  env: LinkEnvironment,
): EmailContent {
  const { enabled, threshold, pack, currency, monthly_limit_cents: limit } = payload
  return {
    subject: 'Auto-recharge may now spend more',
    preview: 'Somebody who is signed in to your account changed the settings.',
    paragraphs: [
      'The auto-recharge settings of your account were changed, so that your saved card may be ' +
        'charged more than before.',
      'If this was not you, turn auto-recharge off, and revoke the API keys that you do not know.',
    ],
    facts: [
      ['Auto-recharge', enabled ? 'on' : 'off'],
      ['Pack', `${shownText(pack)}, ${shownMoney(payload.amount_cents, currency)}`],
      ['Buys when credits fall to', shownNumber(threshold)],
      ['Limit per month', limit === null ? 'none' : shownMoney(limit, currency)],
    ],
    button: billing('Review the settings', env),
    reason: REASON,
  }
}

export function welcomeEmail({ PUBLIC_URL }: LinkEnvironment): EmailContent {
  return {
    subject: 'Welcome to the Domain Attribution Service',
    preview: 'Paste a domain and see who operates it.',
    headline: 'Who operates a domain?',
    paragraphs: [
      'Your account is open. Paste a domain: the answer names its operator, says how likely ' +
        'that is, and shows the reasons and facts behind it.',
      'A warning stands above the answer if a domain imitates a company.',
    ],
    button: { label: 'Paste a domain', url: `${PUBLIC_URL}/app/` },
    links: [{ label: 'For programs: the API', url: `${PUBLIC_URL}/docs` }],
    reason: REASON,
  }
}

export function quotaEmail(
  { template, used, quota, period_start: start }: PayloadOf<'quota_80' | 'quota_100'>,
  env: LinkEnvironment,
): EmailContent {
  const isUsedUp = template === 'quota_100'
  const numbers = `${shownNumber(used)} of ${shownNumber(quota)} analyses`
  return {
    subject: isUsedUp ? 'Your monthly quota is used up' : 'You have used 80% of your monthly quota',
    headline: `${numbers} used`,
    preview: `${numbers} since ${shownText(start)}.`,
    paragraphs: [
      `You have used ${numbers} of your plan in the period from ${shownText(start)}.`,
      isUsedUp
        ? 'Further analyses use overage or credits if your account has them. Without them, they ' +
          'are refused.'
        : 'When all are used, further analyses use overage or credits if your account has them.',
    ],
    button: billing('Buy credits', env),
    reason: REASON,
  }
}
