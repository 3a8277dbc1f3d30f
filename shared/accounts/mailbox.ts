/**
 * Domains of Google Mail. They ignore dots before the @, and both names lead to the same mailbox:
 * john.doe@googlemail.com is johndoe@gmail.com (support.google.com/mail/answer/7436150).
 */
const GMAIL_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Converts all addresses of one mailbox to one spelling: lower case, without the subaddress (RFC
 * 5233), and without dots if the provider ignores them. Otherwise one mailbox could open any number
 * of accounts, each with a free quota.
 */
export function mailboxOf(email: string): string {
  const address = email.trim().toLowerCase()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).replace(/\.$/u, '')
  const [untagged = ''] = address.slice(0, at).split('+', 1)
  // The address +tag@example.com has nothing before the plus sign. In this case, "+tag" is the name
  // of the mailbox.
  const local = untagged === '' ? address.slice(0, at) : untagged
  return GMAIL_DOMAINS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}
