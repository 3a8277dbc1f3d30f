import { useQuery } from '@tanstack/preact-query'
import { useLocation } from 'wouter-preact'
import { api, read } from '../../api/api-client.ts'
import { failureOf } from '../../api/failure.ts'
import { LinkButton } from '../../parts/button.tsx'
import { Curl } from '../../parts/copy.tsx'
import { OutsideName } from '../../parts/outside-name.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from '../../parts/states.tsx'
import { curlOf, shortened, withVisibleControls } from '../../parts/texts.ts'
import { ChangeList } from './change-list.tsx'
import { CheckNow } from './check-now.tsx'
import { FingerprintSection } from './fingerprint-section.tsx'
import { MonitorActions } from './monitor-actions.tsx'
import { monitorQuery } from './monitor-queries.ts'
import { MonitorSettings } from './monitor-settings-section.tsx'
import { BaselineSection, StateSection } from './monitor-state.tsx'
import { useCheck } from './use-check.ts'

const NOT_FOUND = 404
const POLL_MS = 4_000
const TITLE_CHARACTERS = 60

export default function MonitorPage({ id }: { id: string }) {
  const [, navigate] = useLocation()
  const check = useCheck(id)
  const monitor = useQuery({
    ...monitorQuery(id),
    refetchInterval: ({ state }) =>
      check.isFollowed || state.data?.status === 'baselining' ? POLL_MS : false,
  })
  const isMissing = monitor.isError && failureOf(monitor.error).status === NOT_FOUND
  const { data } = monitor
  return (
    <Page
      title={
        data === undefined
          ? 'Monitor'
          : `Monitor of ${shortened(withVisibleControls(data.domain), TITLE_CHARACTERS)}`
      }
      heading={
        data === undefined ? (
          'Monitor'
        ) : (
          <>
            Monitor of <OutsideName text={data.domain} />
          </>
        )
      }
      actions={<LinkButton href="/monitors">All monitors</LinkButton>}
    >
      {monitor.isPending && <Skeleton lines={6} label="Loading the monitor" />}
      {isMissing && (
        <EmptyState
          title="There is no such monitor"
          action={<LinkButton href="/monitors">All monitors</LinkButton>}
        >
          The address may be mistyped, the monitor may belong to another account, or it was deleted.
          Its changes stay in the list of changes.
        </EmptyState>
      )}
      {monitor.isError && !isMissing && (
        <FailureNote error={monitor.error} retry={() => void monitor.refetch()} />
      )}
      {data !== undefined && !isMissing && (
        <>
          <StateSection
            monitor={data}
            actions={
              <>
                <CheckNow domain={data.domain} check={check} />
                <MonitorActions monitor={data} onDeleted={() => navigate('/monitors')} />
              </>
            }
          />
          <BaselineSection baseline={data.baseline} />
          <Section title="Changes found" lead="Newest first.">
            <ChangeList
              name={id}
              readPage={(page, signal) =>
                read(
                  api.GET('/monitors/{monitor_id}/changes', {
                    params: { path: { monitor_id: id }, query: page },
                    signal,
                  }),
                )
              }
              pollMs={check.isFollowed && POLL_MS}
              empty={
                <EmptyState title="No change was found yet">
                  A fact that moves is read a second time before it counts as a change.
                </EmptyState>
              }
            />
          </Section>
          <MonitorSettings key={data.monitor_id} monitor={data} />
          <FingerprintSection fingerprint={data.fingerprint} />
          <Curl
            command={curlOf(location.origin, { path: `/monitors/${encodeURIComponent(id)}` })}
          />
        </>
      )}
    </Page>
  )
}
