import { queryOptions, useQueryClient } from '@tanstack/preact-query'
import { api, read, readPage, type Schemas } from '../../api/api-client.ts'
import type { MonitorStatus } from './monitor-words.ts'
import type { Settings } from './watch-settings.ts'
import { settingsQuery } from './watch-settings.ts'

const MONITORS = ['monitors'] as const
export const CHANGES = ['changes'] as const

/** Largest number of domains that a JSON request may have. A longer list is sent as CSV. */
const JSON_DOMAINS_MAX = 100

export const MONITORS_PER_PAGE = 50
const MONITORS_READ_AT_ONCE = 100
/** A list of more monitors is not selected as a whole. */
const MONITORS_SELECTED_MAX = 5_000

export interface MonitorFilters {
  status?: MonitorStatus
  label?: string
  domain?: string
  changed_days?: number
}

export const monitorListQuery = (filters: MonitorFilters, offset: number) =>
  queryOptions({
    queryKey: [...MONITORS, 'list', filters, offset],
    queryFn: ({ signal }) =>
      readPage(
        api.GET('/monitors', {
          params: { query: { ...filters, limit: MONITORS_PER_PAGE, offset } },
          signal,
        }),
      ),
  })

/** Reads all monitors that match, up to 5,000. */
export async function readAllMonitors(filters: MonitorFilters): Promise<Schemas['Monitor'][]> {
  const all: Schemas['Monitor'][] = []
  while (all.length < MONITORS_SELECTED_MAX) {
    const query = { ...filters, limit: MONITORS_READ_AT_ONCE, offset: all.length }
    const { data, meta } = await readPage(api.GET('/monitors', { params: { query } }))
    all.push(...data.monitors)
    if (!meta.has_more) break
  }
  return all
}

export const monitorQuery = (id: string) =>
  queryOptions({
    queryKey: [...MONITORS, 'one', id],
    queryFn: ({ signal }) =>
      read(api.GET('/monitors/{monitor_id}', { params: { path: { monitor_id: id } }, signal })),
  })

export function useMonitorRefresh(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: MONITORS }),
      queries.invalidateQueries({ queryKey: CHANGES }),
    ])
}

export interface NewMonitors {
  /** Domains for a JSON request. Null to send `content` as CSV instead. */
  domains: readonly string[] | null
  content: Blob
  settings: Settings
}

/** Returns the domains for a JSON request, or null if the list must be sent as CSV. */
export const domainsForJson = (
  lines: readonly { domain: string | null; text: string }[],
): string[] | null =>
  lines.length > JSON_DOMAINS_MAX ? null : lines.map(({ domain, text }) => domain ?? text)

export function addMonitors({
  domains,
  content,
  settings,
}: NewMonitors): Promise<Schemas['AddMonitorsResponse']> {
  if (domains !== null)
    return read(api.POST('/monitors', { body: { domains: [...domains], ...settings } }))
  return read(
    api.POST('/monitors', {
      params: { query: settingsQuery(settings) },
      headers: { 'Content-Type': 'text/csv' },
      // `bodySerializer` replaces this empty text by the bytes of the file. They stay unchanged,
      // because the file may have an encoding that the page cannot write.
      body: '',
      bodySerializer: () => content,
    }),
  )
}

export const changeMonitor = (id: string, body: Settings & { status?: 'active' | 'paused' }) =>
  read(api.PATCH('/monitors/{monitor_id}', { params: { path: { monitor_id: id } }, body }))

export const deleteMonitor = (id: string) =>
  read(api.DELETE('/monitors/{monitor_id}', { params: { path: { monitor_id: id } } }))
