export const TAGS = [
  { name: 'Analysis', description: 'Submit one domain, a batch or a list of domains.' },
  {
    name: 'Jobs',
    description:
      'Status and result of an analysis, also as a STIX 2.1 bundle for threat intelligence tools.',
  },
  { name: 'Certificates', description: 'Signed results that anyone can verify.' },
  {
    name: 'Domains',
    description: 'The history of a domain, and the other domains of its operator.',
  },
  { name: 'Entities', description: 'Search operators by name and list their domains.' },
  {
    name: 'Correlation',
    description: 'Find domains that have the same operator. The result is also a STIX 2.1 bundle.',
  },
  {
    name: 'Monitors',
    description: `Watch domains, and be told when the operator or another important fact of one \
changes. \`POST /monitors\` with \`{"domains": ["example.com"]}\` is enough.

**Kinds.** High: \`operator_changed\`, \`operator_lost\`, \`operator_found\`, \
\`registrant_changed\`, \`registration_ending\` (redemption, pending deletion or hold), \
\`domain_dropped\`, \`domain_reregistered\`, \`transfer_lock_removed\`. Medium: \
\`registrar_changed\`, \`nameservers_changed\`, \`redirect_changed\`, \`parked\`, \`expires_soon\` \
(30, 7 and 1 days before), \`renewed\`. Low: \`mail_changed\`, \`hosting_changed\`, \
\`certificate_organization_changed\`, \`operator_uncertain\`, \`returned\`. By default, \`watch\` \
contains all of high and medium severity.

**No false alarms.** The first reading is silent. A fact that could not be read is no change. A \
change counts after two readings by two DNS services, 15 to 60 minutes apart; a dropped domain \
after a day. A value of the last 30 days that comes back is \`returned\`. Kinds found together are \
one change. The verdict \`expected\` silences the same kinds with the same values for 90 days.

**Money.** Checks are free. The first analysis (none if the service analyzed the domain in the \
last 7 days) and one after a confirmed change cost what an analysis costs, the latter at most \
\`monthly_credit_limit\` times a month. A monitor above the number of the tier costs one credit \
for 30 days.

**Notices.** Webhooks \`monitor.changed\` and \`monitor.unmonitorable\` go to \`callback_url\`. \
Changes of high severity are mailed at once, of medium severity at most once a day. \`POST \
/monitors/feed\` creates an Atom feed, whose address is a secret. Try it with \
\`test-changing.sandbox.example\`, whose operator changes at each check.`,
  },
  {
    name: 'Feedback',
    description:
      'Say that an answer is right, wrong or outdated. A reviewer reads each report beside ' +
      'the stored evidence. It changes nobody’s answer by itself, is shown to no other ' +
      'account, and never reaches a language model. When the report is accepted or declined, ' +
      'the event `feedback.resolved` goes to the `callback_url` of the job, if it had one.',
  },
  {
    name: 'Shares',
    description:
      'Public links to answers. Whoever has the address reads the answer without an account, as a ' +
      'page or as JSON, until the link expires or is deleted. It shows nothing of the account.',
  },
  {
    name: 'Webhooks',
    description:
      'Signed callbacks after a job has ended, as in the Standard Webhooks specification.',
  },
  {
    name: 'Schema templates',
    description:
      'Named selections of job fields, so that a response contains only the fields that you need.',
  },
  { name: 'Account', description: 'The account, its keys and its emails.' },
  { name: 'Session', description: 'Sign-in to the dashboard, with a cookie instead of a key.' },
  { name: 'Billing', description: 'Credits, plans and usage.' },
  { name: 'Health', description: 'The state of the service.' },
  { name: 'Documentation', description: 'This document, for programs and for people.' },
] as const

export const CONVENTIONS = `Find out who operates a domain. Each result has a calibrated \
confidence and evidence that you can check.

**Credentials.** \`X-API-Key\` for programs, \`Authorization: Bearer\` with an access token for \
people. \`Authorization: Bearer dak_…\` is the same as \`X-API-Key\`. A valid credential of the \
wrong kind gets 401, and the message names the right one. An id of another account gets the same \
response as an id that does not exist.

**Bodies.** JSON, in the envelope \`{ "data", "error", "meta" }\`; either \`data\` or \`error\` is \
null. These answers have no envelope, only their errors: \`POST /analyze/batch\`, \`POST \
/analyze/bulk\`, \`GET /jobs/{job_id}/certificate\`, the STIX bundles, \`GET /auth/me/export\` \
and the published keys. \`/health\`, \`/health/ready\`, \`/health/auth\` and \`/version\` answer \
plain objects. With \`Accept: application/toon\`, every JSON response is sent \
as TOON (Token-Oriented Object Notation), errors included. TOON saves tokens of a language model \
in lists of similar rows, but hardly any in single or nested objects. HEAD responds like GET \
without a body; OPTIONS lists the methods of a route. A request with an unknown field or an \
unknown query parameter is refused, and the error names it. Times are ISO 8601 in UTC with \
milliseconds.

**Money.** Sandbox domains are free. An analysis uses the monthly quota first, then overage of a \
paid plan, then one credit; \`charge\` says which. A failed analysis is refunded.

**Pages.** Lists accept \`limit\` and \`offset\`; \`meta\` is \`{ "limit", "offset", "has_more" }\`.

**Errors.** \`error.code\` is stable and meant for programs, \`error.message\` is for people. An \
unknown route responds with 404 \`NOT_FOUND\`, a wrong method with 405 \`METHOD_NOT_ALLOWED\` and \
the header \`Allow\`, a request body over 1 MiB (bulk lists: 4 MiB) with 413. A browser, which \
prefers \`text/html\` in \`Accept\`, gets an error as a small page.

**Safe retries.** On routes that list \`Idempotency-Key\`, a repeated request with the same key \
within 24 hours gets the first response again, with \`Idempotency-Replayed: true\`. Responses with \
status 402, 429 or 5xx are not stored.

**Rate limits.** Limits apply per account and minute. \`RateLimit-Policy\` and \`RateLimit\` \
contain the limit and the requests left; a 429 response contains \`Retry-After\`. Requests without \
a valid credential are limited to 600 per minute for one IP address, or for one /64 network of IPv6.

**Playground keys.** A key from \`POST /auth/session-key\` works for 24 hours, for analyses and \
for reading results. Other routes refuse it with 403 \`FORBIDDEN\`.

**Agents.** \`POST /mcp\` offers the service as tools of the Model Context Protocol, with an API \
key in \`X-API-Key\` or as \`Authorization: Bearer dak_…\`.

**Basis and warnings.** \`basis\` says who stands behind an answer. \`verified\`: an authority \
that checks identity, or the named company itself, ties the name to the domain. \`corroborated\`: \
a third party confirms what the site states. \`stated\`: only the site says so. \`null\`: nobody \
is named. \`warnings\` say what speaks against an answer, those of high severity first: \
\`imitates\`, \`unconfirmed_claim\` and \`hidden_text\` can mean a fraud. An analysis from before \
these members existed has the basis \`null\` and no warnings.

**Sandbox.** \`test-corp.sandbox.example\`, \`test-unknown.sandbox.example\` and \
\`test-imitation.sandbox.example\` give fixed results on every route that accepts a domain, and \
cost nothing. \`test-imitation\` has the warning \`imitates\`. \`test-changing.sandbox.example\` \
has another operator in each analysis.`
