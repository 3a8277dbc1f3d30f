import { encodeText } from './charsets.ts'
import type { Contents } from './contents.ts'
import type { Domain } from './domain-file.ts'
import { NOT_FOUND_TEXTS } from './top-level-domains.ts'

const ROOT_SERVER = 'whois.iana.org'
const QUERY_CHARACTERS_MAX = 300

export function isWhoisServer(contents: Contents, server: string): boolean {
  return server === ROOT_SERVER || contents.world.whoisServers.has(server)
}

/** Answers a WHOIS query (RFC 3912), in the charset of the test domain. */
export function answerWhois(contents: Contents, server: string, line: string): Buffer {
  const query = line.slice(0, QUERY_CHARACTERS_MAX).trim().toLowerCase()
  const english = query.endsWith('/e')
  const name = (query.replace(/\/e$/, '').split(/\s+/).at(-1) ?? '')
    .replace(/^=/, '')
    .replace(/\.$/, '')
  if (server === ROOT_SERVER) return Buffer.from(referral(contents, name))
  const file = contents.around(name).domains.get(name)
  const text = file ? textAt(contents, file, server, english) : null
  return text === null
    ? Buffer.from(notFound(server, name))
    : encodeText(text, file?.whois_charset ?? 'utf-8')
}

function textAt(contents: Contents, file: Domain, server: string, english: boolean): string | null {
  const related = file.whois_related[server]
  if (related !== undefined) return related
  const tld = file.domain.slice(file.domain.lastIndexOf('.') + 1)
  const registryServer = file.whois_server ?? contents.world.topLevelDomains.get(tld)?.whois
  if (server !== registryServer) return null
  return (english ? file.whois_english : undefined) ?? file.whois ?? null
}

function referral(contents: Contents, name: string): string {
  const tld = name.slice(name.lastIndexOf('.') + 1)
  const services = contents.world.topLevelDomains.get(tld)
  if (!services) return `% IANA WHOIS server\n% This query returned 0 objects.\n`
  const refer = services.whois ? `refer:        ${services.whois}\n\n` : ''
  const whois = services.whois ? `whois:        ${services.whois}\n\n` : ''
  return `% IANA WHOIS server\n% This query returned 1 object\n\n${refer}domain:       ${tld.toUpperCase()}\n\n${whois}status:       ACTIVE\nsource:       IANA\n`
}

function notFound(server: string, name: string): string {
  const text = NOT_FOUND_TEXTS[server] ?? 'No match for domain "{NAME}".\r\n'
  return text.replaceAll('{name}', name).replaceAll('{NAME}', name.toUpperCase())
}
