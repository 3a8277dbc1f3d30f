/** Names in lower case without a final dot; the strings of a TXT record joined. */
export interface DnsAnswer {
  rcode: string
  values: string[]
  cnameChain: string[]
}

const ANSWERED = new Set(['NOERROR', 'NXDOMAIN'])

/** After any other response code, such as SERVFAIL, it is unknown if the name has records. */
export const isAnswered = ({ rcode }: DnsAnswer): boolean => ANSWERED.has(rcode)
