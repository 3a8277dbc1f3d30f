import { useMutation } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { failureOf } from '../../api/failure.ts'
import { callForEach } from '../../parts/many-calls.ts'
import { count } from '../../parts/texts.ts'
import { changeMonitor, deleteMonitor, useMonitorRefresh } from './monitor-queries.ts'
import { CADENCE_WORDS, type Monitor } from './monitor-words.ts'

export type MonitorAction =
  | { kind: 'pause' | 'resume' | 'delete' }
  | { kind: 'cadence'; cadence: Monitor['cadence'] }

export interface ActionRequest {
  monitors: readonly Monitor[]
  action: MonitorAction
}

const SIGNED_OUT = 401
const DONE_WORDS: Record<MonitorAction['kind'], string> = {
  pause: 'paused',
  resume: 'resumed',
  delete: 'deleted',
  cadence: 'changed',
}

export const doneWord = ({ kind }: MonitorAction): string => DONE_WORDS[kind]

/** Such as "20 monitors paused." */
export function doneInWords(number: number, action: MonitorAction): string {
  const monitors = `${count(number)} ${number === 1 ? 'monitor' : 'monitors'}`
  if (action.kind !== 'cadence') return `${monitors} ${doneWord(action)}.`
  return `${monitors} set to ${CADENCE_WORDS[action.cadence].toLowerCase()} checks.`
}

function perform({ monitor_id: id }: Monitor, action: MonitorAction): Promise<unknown> {
  switch (action.kind) {
    case 'pause':
      return changeMonitor(id, { status: 'paused' })
    case 'resume':
      return changeMonitor(id, { status: 'active' })
    case 'delete':
      return deleteMonitor(id)
    case 'cadence':
      return changeMonitor(id, { cadence: action.cadence })
    default:
      return action satisfies never
  }
}

/** Does one thing with several monitors. `ended` is the number of answered calls. */
export function useMonitorActions() {
  const refresh = useMonitorRefresh()
  const [ended, setEnded] = useState(0)
  const act = useMutation({
    mutationFn: async ({ monitors, action }: ActionRequest) => {
      setEnded(0)
      const outcome = await callForEach(monitors, (monitor) => perform(monitor, action), {
        onProgress: setEnded,
      })
      const signedOut = outcome.failed.find(({ error }) => failureOf(error).status === SIGNED_OUT)
      if (signedOut !== undefined) throw signedOut.error
      return outcome
    },
    onSettled: () => refresh(),
  })
  return { act, ended }
}
