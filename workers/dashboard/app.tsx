import { lazy, Suspense } from 'preact/compat'
import { Link, Route, Router, Switch, useLocation } from 'wouter-preact'
import { ScreenBoundary } from './layout/screen-boundary.tsx'
import { Shell } from './layout/shell.tsx'
import { Badge } from './parts/badge.tsx'
import { LinkButton } from './parts/button.tsx'
import { openChangesText, useOpenChanges } from './parts/open-changes.ts'
import { Page } from './parts/page.tsx'
import { EmptyState, FailureNote, Skeleton } from './parts/states.tsx'
import { Analyze } from './screens/analyze/analyze.tsx'
import { Confirm } from './session/confirm.tsx'
import { Farewell } from './session/farewell.tsx'
import { useSession } from './session/session.ts'
import { SessionEndDialog } from './session/session-end-dialog.tsx'
import { SignIn } from './session/sign-in.tsx'

/** The code of every screen except the first one is loaded when the user opens the screen. */
const Jobs = lazy(() => import('./screens/jobs/jobs.tsx'))
const Job = lazy(() => import('./screens/analyze/job.tsx'))
const Bulk = lazy(() => import('./screens/bulk/bulk.tsx'))
const BulkJob = lazy(() => import('./screens/bulk/bulk-job.tsx'))
const Domains = lazy(() => import('./screens/domains/domains.tsx'))
const Domain = lazy(() => import('./screens/domains/domain.tsx'))
const Entities = lazy(() => import('./screens/entities/entities.tsx'))
const Entity = lazy(() => import('./screens/entities/entity.tsx'))
const Correlate = lazy(() => import('./screens/correlate/correlate.tsx'))
const Correlation = lazy(() => import('./screens/correlate/correlation.tsx'))
const Monitors = lazy(() => import('./screens/monitors/monitors.tsx'))
const MonitorPage = lazy(() => import('./screens/monitors/monitor-page.tsx'))
const Changes = lazy(() => import('./screens/monitors/changes.tsx'))
const Feedback = lazy(() => import('./screens/feedback/feedback.tsx'))
const Billing = lazy(() => import('./screens/billing/billing.tsx'))
const Keys = lazy(() => import('./screens/keys/keys.tsx'))
const Webhooks = lazy(() => import('./screens/webhooks/webhooks.tsx'))
const Settings = lazy(() => import('./screens/settings/settings.tsx'))

export function App() {
  return (
    <Router base="/app">
      <Switch>
        <Route path="/confirm" component={Confirm} />
        <Route path="/farewell" component={Farewell} />
        <Route>
          <Pages />
        </Route>
      </Switch>
    </Router>
  )
}

function Pages() {
  const session = useSession()
  const [path] = useLocation()
  if (session.isPending)
    return (
      <div class="p-6">
        <Skeleton label="Checking the session" />
      </div>
    )
  if (session.isError) {
    return (
      <main class="mx-auto max-w-xl p-6">
        <h1 class="mb-4 text-2xl font-semibold">The service does not answer</h1>
        <FailureNote error={session.error} retry={() => void session.refetch()} />
      </main>
    )
  }
  if (session.data === null) return <SignIn />
  return (
    <Shell session={session.data} badges={{ '/changes': <OpenChanges /> }}>
      <SessionEndDialog session={session.data} />
      <ScreenBoundary key={path}>
        <Suspense
          fallback={
            <div class="mx-auto max-w-[1100px] p-6">
              <Skeleton lines={6} />
            </div>
          }
        >
          <Screens />
        </Suspense>
      </ScreenBoundary>
    </Shell>
  )
}

function OpenChanges() {
  const open = openChangesText(useOpenChanges())
  return open === '' ? null : (
    <Badge tone="accent">
      {open}
      <span class="sr-only"> to acknowledge</span>
    </Badge>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path="/" component={Analyze} />
      <Route path="/jobs" component={Jobs} />
      <Route path="/jobs/:id">{({ id }) => <Job key={id} id={id} />}</Route>
      <Route path="/bulk" component={Bulk} />
      <Route path="/bulk/:id">{({ id }) => <BulkJob key={id} id={id} />}</Route>
      <Route path="/domains" component={Domains} />
      <Route path="/domains/:domain">
        {({ domain }) => <Domain key={domain} domain={domain} />}
      </Route>
      <Route path="/entities" component={Entities} />
      <Route path="/entities/:name">{({ name }) => <Entity key={name} name={name} />}</Route>
      <Route path="/correlate" component={Correlate} />
      <Route path="/correlate/:id">{({ id }) => <Correlation key={id} id={id} />}</Route>
      <Route path="/monitors" component={Monitors} />
      <Route path="/monitors/:id">{({ id }) => <MonitorPage key={id} id={id} />}</Route>
      <Route path="/changes" component={Changes} />
      <Route path="/feedback" component={Feedback} />
      <Route path="/billing" component={Billing} />
      <Route path="/keys" component={Keys} />
      <Route path="/webhooks" component={Webhooks} />
      <Route path="/settings" component={Settings} />
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  )
}

const NoSuchPage = () => (
  <Page title="There is no such page">
    <EmptyState
      title="The address may be old or mistyped"
      action={<LinkButton href="/">Analyze a domain</LinkButton>}
    >
      Other ways to go on:{' '}
      <Link href="/jobs" class="link">
        your analyses
      </Link>
      ,{' '}
      <Link href="/bulk" class="link">
        your lists
      </Link>
      ,{' '}
      <Link href="/monitors" class="link">
        your monitors
      </Link>
      , or the search with Ctrl K.
    </EmptyState>
  </Page>
)
