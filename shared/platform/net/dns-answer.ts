/** Names in lower case without a final dot; the strings of a TXT record joined. */
export interface DnsAnswer {
  rcode: string
  values: string[]
  cnameChain: string[]
}

const ANSWERED = new Set(['NOERROR', 'NXDOMAIN'])

/** With another code, such as SERVFAIL, the records are unknown. */
export const isAnswered = ({ rcode }: DnsAnswer): boolean => ANSWERED.has(rcode)
