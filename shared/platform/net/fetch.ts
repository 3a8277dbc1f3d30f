/** The part of the platform's fetch that outgoing requests are made with. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The runtime's fetch, which must not be called as somebody's method. */
export const fetchOutside = (url: string, init?: RequestInit): Promise<Response> => fetch(url, init)

/** A fetched body, bounded and decoded. */
export interface FetchedText {
  url: string
  status: number
  headers: Headers
  text: string
  truncated: boolean
  redirects: { from: string; to: string; status: number }[]
}
