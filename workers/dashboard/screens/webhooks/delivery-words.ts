import type { Schemas } from '../../api/api-client.ts'

export type Delivery = Schemas['WebhookDelivery']
export type EventName = NonNullable<Delivery['type']>
export type DeliveryStatus = Delivery['status']

const EVENT_WORDS: Record<EventName, string> = {
  'analysis.completed': 'Analysis completed',
  'analysis.partial': 'Analysis partial',
  'analysis.failed': 'Analysis failed',
  'correlation.completed': 'Correlation completed',
  'correlation.failed': 'Correlation failed',
  'bulk.completed': 'List completed',
  'bulk.failed': 'List failed',
  'monitor.changed': 'Monitor found a change',
  'monitor.unmonitorable': 'Monitor not watchable',
  'feedback.resolved': 'Report resolved',
}
export const EVENTS = Object.keys(EVENT_WORDS) as EventName[]

/** The type is null until the subject has ended. */
export const eventInWords = (type: Delivery['type']): string =>
  type === null ? 'Not known yet' : EVENT_WORDS[type]

export const STATUS_WORDS: Record<DeliveryStatus, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  'dead-lettered': 'Failed for good',
}
export const STATUSES = Object.keys(STATUS_WORDS) as DeliveryStatus[]
