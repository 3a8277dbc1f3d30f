/**
 * Names are in lower case without a final dot. The strings of a TXT record are joined to one text.
 */
export interface DnsAnswer {
  rcode: string
  values: string[]
  cnameChain: string[]
}

const ANSWERED = new Set(['NOERROR', 'NXDOMAIN'])

/** After any other response code, such as SERVFAIL, it is unknown if the name has records. */
export const isAnswered = ({ rcode }: DnsAnswer): boolean => ANSWERED.has(rcode)
