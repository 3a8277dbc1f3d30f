import { spawn } from 'node:child_process'

type Signal = 'KILL' | 'QUIT'

/** A process of its own that ends what we started when this process dies without saying goodbye. */
export type Guardian = {
  /** Has `pid` ended with `signal` if this process dies. */
  watch(pid: number, signal: Signal): void
  forget(pid: number): void
  /** Ends the guardian and nothing else. */
  close(): void
}

// Each line of input is the whole list, "SIGNAL:pid SIGNAL:pid"; the end of the input is the end of the process that wrote it.
// $1, when given, is a temporary folder that nobody else will remove then.
const SCRIPT = `
trap '' INT TERM HUP
list=
while IFS= read -r line; do list=$line; done
[ -n "$list" ] || exit 0
for entry in $list; do kill -"\${entry%%:*}" "\${entry##*:}" 2>/dev/null; done
[ -n "$1" ] || exit 0
sleep 2
rm -rf -- "$1"
`

/**
 * Starts a guardian. workerd and PostgreSQL do not notice the death of the process that started them, and SIGKILL runs no handler,
 * so a shell that waits at the other end of a pipe does it. `temporaryFolder` is removed with them.
 */
export function startGuardian(temporaryFolder: string | null): Guardian {
  const watched = new Map<number, Signal>()
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'guardian', temporaryFolder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const { stdin } = shell
  // The pipe must not keep this process alive, and a guardian killed by hand must not end it.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  stdin.on('error', () => watched.clear())
  const tell = () => {
    if (stdin.writable) stdin.write(`${[...watched].map(([pid, signal]) => `${signal}:${pid}`).join(' ')}\n`)
  }
  return {
    watch(pid, signal) {
      watched.set(pid, signal)
      tell()
    },
    forget(pid) {
      watched.delete(pid)
      tell()
    },
    close() {
      watched.clear()
      tell()
      stdin.end()
    },
  }
}
