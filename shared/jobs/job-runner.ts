import type { DurableObjectNamespace, Queue } from '@cloudflare/workers-types'
import type { BulkCounts } from '../bulk/queries.ts'
import type { KeyProvider } from '../models/providers.ts'
import type { AnalysisMessage, BulkMessage, EmailMessage, ExportMessage } from '../platform/queue-messages.ts'
import type { KeptEnumeration } from '../subdomains/enumeration.ts'
import type { Progress } from './job.ts'
import type { RunEnd } from './run-job.ts'

/** The runtime's fetch, which must not be called as somebody's method. */
export const fetchOutside = (url: string, init?: RequestInit): Promise<Response> => fetch(url, init)

/** How the rest of the service talks to the object in which one analysis runs. */
export interface JobRunner {
  /** Runs the job to its end, or joins the run under way. Returns how it ended. */
  run(jobId: string, requestId: string): Promise<RunEnd>
  /** Starts the job without waiting for its end. */
  start(jobId: string, requestId: string): Promise<void>
  /** Keeps a key that came with the request, in memory only, for the run to come. */
  holdKey(key: HeldKey): Promise<void>
  /** True when the job ended within the time, false when the time was over first. */
  waitForEnd(milliseconds: number): Promise<boolean>
  /** Live progress; null when no run is under way. */
  progress(): Promise<Progress | null>
  /** Progress as server-sent events from the one after `lastEventId`, until the run ends. */
  events(lastEventId: string | null): Promise<ReadableStream<Uint8Array>>
}

/** A caller's own key for one request. */
export interface HeldKey {
  provider: KeyProvider
  apiKey: string
}

export type JobObjects = DurableObjectNamespace

/** The runner of one job: its class lives with the Worker, its shape here. */
export function jobRunner(objects: JobObjects, jobId: string): JobRunner {
  return objects.get(objects.idFromName(jobId)) as unknown as JobRunner
}

/** How the rest of the service talks to the object in which the names under one domain are looked for. */
export interface SubdomainFinder {
  /** Finds the names under the domain, or joins the search under way. */
  find(domain: string, requestId: string): Promise<KeptEnumeration>
}

export type SubdomainObjects = DurableObjectNamespace

/** The finder of one domain: its class lives with the Worker, its shape here. */
export function subdomainFinder(objects: SubdomainObjects, domain: string): SubdomainFinder {
  return objects.get(objects.idFromName(domain)) as unknown as SubdomainFinder
}

export type AnalysisQueue = Queue<AnalysisMessage>
export type BulkQueue = Queue<BulkMessage>
export type ExportQueue = Queue<ExportMessage>
export type EmailQueue = Queue<EmailMessage>

/** How the rest of the service talks to the object that watches one job of many children. All of it is a hint. */
export interface JobGroup {
  /** So many children of the group have ended, or lines of it were settled at once. Never throws; does not wait for what follows. */
  childrenEnded(groupId: string, count: number): Promise<void>
  /** How the lines stand, at most a second old. */
  counts(groupId: string): Promise<BulkCounts>
}

export type JobGroupObjects = DurableObjectNamespace

/** The watcher of one bulk job: its class lives with the Worker, its shape here. */
export function jobGroup(objects: JobGroupObjects, groupId: string): JobGroup {
  return objects.get(objects.idFromName(groupId)) as unknown as JobGroup
}
