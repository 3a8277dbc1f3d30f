/**
 * Response to one DNS question. All record values are texts. Domain names are in lower case without
 * a final dot, and the strings of a TXT record are joined to one text.
 */
export interface DnsAnswer {
  rcode: string
  values: string[]
  cnameChain: string[]
}

const ANSWERED = new Set(['NOERROR', 'NXDOMAIN'])

/**
 * Returns true if the response states which records exist. With another response code, such as
 * SERVFAIL, the records are unknown: the name servers of the domain did not answer or made an
 * error.
 */
export const isAnswered = ({ rcode }: DnsAnswer): boolean => ANSWERED.has(rcode)
