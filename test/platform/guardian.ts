import { spawn } from 'node:child_process'

type Signal = 'KILL' | 'QUIT'

/**
 * A shell that outlives the main process. If the main process dies, the shell ends the processes
 * that it had started, such as PostgreSQL.
 */
export type Guardian = {
  watch(pid: number, signal: Signal): void
  forget(pid: number): void
  close(): void
}

// Script of the shell. Its input is a pipe from the main process. When the pipe closes, the script
// ends all processes in the last line ("SIGNAL:pid SIGNAL:pid"). $1 is a temporary folder to
// delete, or empty.
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
 * Starts the shell. A Node process that gets SIGKILL cannot clean up: workerd and PostgreSQL would
 * keep running. The shell also deletes `temporaryFolder`.
 */
export function startGuardian(temporaryFolder: string | null): Guardian {
  const watched = new Map<number, Signal>()
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'guardian', temporaryFolder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const { stdin } = shell
  // The open pipe must not keep this process running.
  // If a user kills the shell, writing to the pipe fails; this error must not end this process.
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  stdin.on('error', () => watched.clear())
  const sendList = () => {
    if (stdin.writable)
      stdin.write(`${[...watched].map(([pid, signal]) => `${signal}:${pid}`).join(' ')}\n`)
  }
  return {
    watch(pid, signal) {
      watched.set(pid, signal)
      sendList()
    },
    forget(pid) {
      watched.delete(pid)
      sendList()
    },
    close() {
      watched.clear()
      sendList()
      stdin.end()
    },
  }
}
