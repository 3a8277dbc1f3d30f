import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/**
 * Part of a benchmark that runs with the code of one checkout in a process of its own, so that it
 * cannot slow down another checkout.
 */
export interface Side<Task, Result> {
  /** Runs one task. Throws if it failed. */
  run(task: Task): Promise<Result>
  stop(): Promise<void>
}

type Answer<Result> = { ready: true } | { result: Result } | { error: string }

/**
 * Runs the module `file` of this folder in a new process whose current folder is the checkout
 * `folder`. The module must call `serveSide`. Throws if it does not start.
 */
export async function openSide<Task extends object, Result>(
  file: string,
  folder: string,
): Promise<Side<Task, Result>> {
  const child = fork(path.join(import.meta.dirname, file), {
    cwd: folder,
    execArgv: ['--import', 'tsx'],
  })
  const ask = async (task?: Task): Promise<Answer<Result>> => {
    const answered = nextAnswer<Result>(child)
    if (task !== undefined) child.send(task)
    return answered
  }
  await ask()
  return {
    async run(task) {
      const answer = await ask(task)
      if ('result' in answer) return answer.result
      throw new Error(`${folder}: ${'error' in answer ? answer.error : 'no result'}`)
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function nextAnswer<Result>(child: ChildProcess): Promise<Answer<Result>> {
  const settled = new AbortController()
  const { signal } = settled
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of a checkout ended with code ${code}`)
  })
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended])
    return answer
  } finally {
    // Removes the listeners of the other event.
    settled.abort()
  }
}

/**
 * Runs the tasks that the parent process sends, one after another, and stops when the parent
 * disconnects.
 */
export async function serveSide<Task, Result>(
  open: () => Promise<{ run(task: Task): Promise<Result>; stop(): Promise<void> }>,
): Promise<void> {
  const send = (answer: Answer<Result>) => process.send?.(answer)
  const side = await open()
  process.on('message', (task: Task) => {
    side.run(task).then(
      (result) => send({ result }),
      (error: unknown) => send({ error: String(error) }),
    )
  })
  process.once('disconnect', () => {
    side.stop().finally(() => process.exit())
  })
  send({ ready: true })
}

/**
 * Imports a module of the checkout in which this process runs. Module names in workerd are relative
 * to the current folder too.
 */
export function importHere<Module>(file: string): Promise<Module> {
  return import(path.resolve(file))
}
