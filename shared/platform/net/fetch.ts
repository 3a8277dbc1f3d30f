export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Wraps `fetch`, because `fetch` throws if it is called as a method of another object. */
export const fetchOutside = (url: string, init?: RequestInit): Promise<Response> => fetch(url, init)

export interface FetchedText {
  url: string
  status: number
  headers: Headers
  text: string
  truncated: boolean
  redirects: { from: string; to: string; status: number }[]
}
