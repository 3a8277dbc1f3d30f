import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections: Linux 32768 and higher
 * (ip_local_port_range), macOS 49152. Such a connection could take a port in the second between the
 * choice and its use.
 */
const FIRST_PORT = 12_000
const PORTS_END = 32_000
const CHOICES_MAX = 100

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

/**
 * Returns `preferred` or, if it is in use, another free port. Another process may take the port
 * before the caller uses it.
 */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isFree(preferred))) return preferred
  for (let choices = 0; choices < CHOICES_MAX; choices += 1) {
    const port = randomInt(FIRST_PORT, PORTS_END)
    if (await isFree(port)) return port
  }
  throw new Error('no free port')
}
