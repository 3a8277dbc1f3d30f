import { percent } from '../../parts/texts.ts'

interface Counted {
  status: 'accepted' | 'running' | 'exporting' | 'completed' | 'failed'
  total: number
  completed: number
  partial: number
  failed: number
  rejected: number
  stopped: number
}

export const isOver = ({ status }: Pick<Counted, 'status'>): boolean =>
  status === 'completed' || status === 'failed'

/** `share` is the part of the list that has ended, between 0 and 1. */
export function listProgress({ total, ...counts }: Omit<Counted, 'status'>): {
  ended: number
  share: number
} {
  const { completed, partial, failed, rejected, stopped } = counts
  const ended = completed + partial + failed + rejected + stopped
  return { ended, share: total === 0 ? 1 : Math.min(1, ended / total) }
}

const SENTENCES: Record<Counted['status'], string> = {
  accepted: 'The list is accepted. The first analyses start soon.',
  running: 'The list is being analyzed. You can close this page; an email will come.',
  exporting: 'All lines have ended. The files with the answers are being written.',
  completed: 'The list has ended.',
  failed: 'The analyses have ended, but the files could not be written. The lines stay readable.',
}

export const statusSentence = ({ status }: Pick<Counted, 'status'>): string => SENTENCES[status]

/** The state of a list in a row of lists. */
export function stateText(list: Counted): string {
  switch (list.status) {
    case 'accepted':
      return 'Waiting'
    case 'running': {
      const { ended, share } = listProgress(list)
      return ended === 0 ? 'Running' : `Running ${percent(share)}`
    }
    case 'exporting':
      return 'Writing the files'
    case 'completed':
      return list.stopped > 0 ? 'Stopped' : 'Ended'
    case 'failed':
      return 'Ended without files'
    default:
      return list.status satisfies never
  }
}
