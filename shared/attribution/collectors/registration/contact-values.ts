const EMAIL = /^[^\s@<>()",;:]{1,64}@[a-z0-9.-]{3,189}$/i
const PHONE = /^\+?[\d\s().x/-]{6,40}$/

/** Returns null for a text that is no email address. */
export function emailAddress(text: string | null): string | null {
  const address = text?.replace(/^mailto:/i, '').trim() ?? ''
  return EMAIL.test(address) ? address : null
}

/** Also reads a `tel:` URI (RFC 3966). Returns null for a text that is no telephone number. */
export function phoneNumber(text: string | null): string | null {
  const number = text?.replace(/^tel:/i, '').split(';', 1)[0]?.trim() ?? ''
  return PHONE.test(number) ? number : null
}
