/** All types of events that a webhook can carry. The SQL functions that create events use them. */
export const EVENT_TYPES = [
  'analysis.completed',
  'analysis.partial',
  'analysis.failed',
  'correlation.completed',
  'correlation.failed',
  'bulk.completed',
  'bulk.failed',
  'monitor.changed',
  'monitor.unmonitorable',
  'feedback.resolved',
] as const

export type EventType = (typeof EVENT_TYPES)[number]
