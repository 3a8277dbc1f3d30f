import type { EmailContent, EmailRow } from './email-layout.ts'
import type { MailedChange, MailedDiff, PayloadOf } from './email-payload.ts'
import {
  counted,
  isHigh,
  shownDomain,
  shownText,
  shownUnlinked,
  warningLines,
} from './email-words.ts'
import { basisText } from './reliability-words.ts'
import type { LinkEnvironment } from './unsubscribe.ts'

const KIND_WORDS: Readonly<Record<string, string>> = {
  operator_changed: 'the operator changed',
  operator_lost: 'the operator is not known any more',
  operator_found: 'an operator was found',
  registrant_changed: 'the registrant changed',
  registration_ending: 'the registration is ending or on hold',
  domain_dropped: 'the domain is not registered any more',
  domain_reregistered: 'the domain was registered anew',
  transfer_lock_removed: 'the transfer lock was removed',
  registrar_changed: 'the registrar changed',
  nameservers_changed: 'the name servers changed',
  redirect_changed: 'the redirect changed',
  parked: 'the domain was parked',
  expires_soon: 'the registration expires soon',
  renewed: 'the registration was renewed',
}

const DIFF_OF_KIND: Readonly<Record<string, keyof MailedDiff>> = {
  operator_changed: 'operator',
  operator_lost: 'operator',
  operator_found: 'operator',
  registrant_changed: 'registrant',
  registrar_changed: 'registrar',
  nameservers_changed: 'nameservers',
  redirect_changed: 'redirect',
  transfer_lock_removed: 'status',
  registration_ending: 'status',
  expires_soon: 'expires_at',
  renewed: 'expires_at',
}

const LISTED_MAX = 6

const kindWords = (kind: string): string => KIND_WORDS[kind] ?? kind.replaceAll('_', ' ')

/** "Old Ltd → New Ltd", or null if the change keeps no values of this kind. */
function beforeAndAfter(kind: string, diff: MailedDiff, isAlarming: boolean): string | null {
  const member = DIFF_OF_KIND[kind]
  const change = member === undefined ? null : diff[member]
  if (member === undefined || change == null) return null
  // Strangers write these values, and redirects lead to their sites.
  const isUnlinked = isAlarming || member === 'redirect' || member === 'nameservers'
  const shownValue = (value: string) => (isUnlinked ? shownUnlinked(value) : shownText(value))
  if ('added' in change) {
    const [before, after] = [change.removed, change.added].map((values) =>
      values.slice(0, LISTED_MAX).map(shownValue).join(', '),
    )
    if (after === '') return before === '' ? null : `removed ${before}`
    return before === '' ? `added ${after}` : `${before} → ${after}`
  }
  const none = member === 'operator' ? 'nobody could be named' : 'unknown'
  const shown = (value: string | null) => {
    if (value === null) return none
    return member === 'expires_at' ? value.slice(0, 10) : shownValue(value)
  }
  return `${shown(change.from)} → ${shown(change.to)}`
}

function changeText(kind: string, diff: MailedDiff, isAlarming: boolean): string {
  const values = beforeAndAfter(kind, diff, isAlarming)
  return values === null ? kindWords(kind) : `${kindWords(kind)}: ${values}`
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function changeRow({ domain, kinds, diff, basis, warnings }: MailedChange): EmailRow {
  const known = warnings ?? []
  const isAlarming = known.some(isHigh)
  return {
    title: shownDomain(domain, known),
    lines: [
      ...kinds.map((kind) => capitalized(changeText(kind, diff, isAlarming))),
      ...(basis == null ? [] : [basisText(basis)]),
      ...warningLines(known),
    ],
    isAlarming,
  }
}

export function changeEmail(
  { changes }: PayloadOf<'monitor_change' | 'monitor_changes'>,
  { PUBLIC_URL }: LinkEnvironment,
): EmailContent {
  const [first] = changes
  const isOne = changes.length === 1 && first !== undefined
  const isAlarming = first?.warnings?.some(isHigh) ?? false
  const text = isOne
    ? changeText(first.kinds[0] ?? 'a watched fact changed', first.diff, isAlarming)
    : ''
  return {
    subject: isOne
      ? `${shownDomain(first.domain, first.warnings ?? [])}: ${text}`
      : `${counted(changes.length, 'change')} of domains that you watch`,
    headline: isOne ? capitalized(text) : `${counted(changes.length, 'change')} found`,
    preview: isOne
      ? capitalized(text)
      : changes.map(({ domain, warnings }) => shownDomain(domain, warnings ?? [])).join(', '),
    paragraphs: [],
    sections: [{ title: null, rows: changes.map(changeRow) }],
    button: {
      label: isOne ? 'See the change' : 'See the changes',
      url: `${PUBLIC_URL}/app/changes`,
    },
    note: 'A change is reported only after a second reading.',
    reason:
      'You get this because you watch these domains. Each monitor has a setting for its emails.',
  }
}
