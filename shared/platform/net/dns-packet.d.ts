/** The part of dns-packet (MIT) that DNS over HTTPS needs: RFC 1035 wire format in and out. */
declare module 'dns-packet' {
  interface Question {
    type: string
    name: string
    class?: string
  }
  interface Answer {
    type: string
    name: string
    ttl?: number
    data: unknown
  }
  interface Packet {
    id?: number
    type?: 'query' | 'response'
    flags?: number
    rcode?: string
    questions?: Question[]
    answers?: Answer[]
  }
  export const RECURSION_DESIRED: number
  export function encode(packet: Packet): Uint8Array
  export function decode(bytes: Uint8Array): Packet
}
