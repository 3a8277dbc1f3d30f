import { spawn } from 'node:child_process'

type Signal = 'KILL' | 'QUIT'

/**
 * A separate shell process. If the main process dies without cleaning up, this shell ends the
 * processes that the main process has started, such as PostgreSQL.
 */
export type Guardian = {
  watch(pid: number, signal: Signal): void
  forget(pid: number): void
  close(): void
}

// Shell script whose input is a pipe from the main process. When the main process dies, the pipe
// closes and the script ends all processes in the last input line ("SIGNAL:pid SIGNAL:pid"). $1 is
// the path of a temporary folder to delete, or empty.
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
 * Starts a shell process that waits for the end of this Node process. The shell then ends workerd
 * and PostgreSQL, which would otherwise keep running, and deletes `temporaryFolder`. A Node process
 * that gets SIGKILL cannot clean up itself.
 */
export function startGuardian(temporaryFolder: string | null): Guardian {
  const watched = new Map<number, Signal>()
  const shell = spawn('/bin/sh', ['-c', SCRIPT, 'guardian', temporaryFolder ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
  const { stdin } = shell
  // The open pipe to the shell process must not keep this Node process running. If a user kills the
  // shell process, writing to the pipe fails, and this error must not end the Node process.
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
