/**
 * A module that only the runtime of Workers has. Tests read the files that import it, and never
 * call it.
 */
declare module 'cloudflare:sockets' {
  export const connect: unknown
}
