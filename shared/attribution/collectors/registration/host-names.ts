import { parseUrl } from '../../../platform/net/url.ts'

const HOST_CHARACTERS_MAX = 253
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/

/** Lower case, A-labels, no final dot. Null for an IP address, a single label or other text. */
export function hostName(text: string): string | null {
  let host = text
    .trim()
    .toLowerCase()
    .replace(/(?<![.,;])[.,;]+$/, '')
  if (host.length === 0 || host.length > HOST_CHARACTERS_MAX) return null
  if (/[^\u0000-\u007f]/.test(host)) {
    const url = parseUrl(`http://${host}`)
    if (url === null) return null
    host = url.hostname
  }
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || /^\d+$/.test(top) || top.length < 2) return null
  return labels.every((label) => LABEL.test(label)) ? host : null
}

/** Reads "ns1.example.net. [192.0.2.1]". Addresses and notes behind the hosts are ignored. */
export function leadingHosts(value: string): string[] {
  const hosts: string[] = []
  // Some registries print a line of a zone file: "example.net NS ns1.example.net.". Only the host
  // after NS is needed.
  const text = value.slice(0, 1_000).replace(/^\S{1,253}\s+NS\s+/, '')
  for (const word of text.split(/[\s,;()[\]|/]+/)) {
    const host = hostName(word.replace(/^-+/, ''))
    if (host !== null) hosts.push(host)
    else if (hosts.length === 0 && /[a-z]{3}/i.test(word) && !/^(ns|dns|a|in)$/i.test(word))
      return []
  }
  return hosts
}

const WEB_ADDRESS = new RegExp(
  [
    String.raw`(?:https?://)?(?:[a-z0-9-]{1,63}\.){1,10}[a-z][a-z0-9-]{1,62}`,
    String.raw`(?:[/?#][\w./?#&=%+:~,@!-]{0,200})?`,
  ].join(''),
  'i',
)

/** Registries may leave out "https://", which is then added. */
export function webAddress(value: string): string | null {
  const found = WEB_ADDRESS.exec(value.slice(0, 500))
  return found ? found[0] : null
}

const AT = /\s?(?:@|\bat\b|\ben\b|\[at\]|\(at\))\s?/i

/** Returns the domain of an email address, also of one written as "name AT example.net". */
export function emailDomain(value: string): string | null {
  const text = value.slice(0, 320)
  const plain = /[^\s@<>()[\],;:]{1,64}@([a-z0-9.\u0080-\uffff-]{3,253})/i.exec(text)
  if (plain) return hostName(plain[1] ?? '')
  const parts = text.trim().split(AT)
  if (parts.length !== 2 || /\s/.test(parts[0] ?? ' ')) return null
  return hostName((parts[1] ?? '').split(/\s/)[0] ?? '')
}
