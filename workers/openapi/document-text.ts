/** The sections of the document. */
export const TAGS = [
  { name: 'Analysis', description: 'Submit one domain, a batch or a list.' },
  { name: 'Jobs', description: 'How an analysis stands and what it found.' },
  { name: 'Certificates', description: 'Signed answers that anyone can verify.' },
  { name: 'Domains', description: 'What is known of a domain over time, and of its operator.' },
  { name: 'Entities', description: 'Operators by name, and their domains.' },
  { name: 'Correlation', description: 'Which of many domains share an operator.' },
  { name: 'Webhooks', description: 'Signed callbacks when a job has ended, by the Standard Webhooks specification.' },
  { name: 'Schema templates', description: 'Named choices of fields, so that an answer holds only what you read.' },
  { name: 'Account', description: 'The account, its keys and its mails.' },
  { name: 'Billing', description: 'Credits, plans and usage.' },
  { name: 'Health', description: 'Whether the service runs.' },
  { name: 'Documentation', description: 'This document.' },
] as const

/** What holds for every route (CommonMark). */
export const CONVENTIONS = `Who operates a domain, with a confidence that can be trusted and evidence that can be checked.

**Credentials.** \`X-API-Key\` for programs, \`Authorization: Bearer\` for people. Another account's ids answer like ids that do not exist.

**Bodies.** JSON, in the envelope \`{ "data", "error", "meta" }\`: one of data and error is null. With \`Accept: application/toon\` every JSON answer comes as TOON, refusals too: lists of like rows take a language model fewer tokens, single and nested objects hardly fewer. HEAD answers as GET without a body; OPTIONS says which methods a route takes. Unknown fields of a request are refused by name. Times are ISO 8601 in UTC with milliseconds.

**Pages.** Lists take \`limit\` and \`offset\`; \`meta\` is \`{ "limit", "offset", "has_more" }\`.

**Refusals.** \`error.code\` is stable and meant for programs, \`error.message\` for people. An unknown route is 404 \`NOT_FOUND\`, a method that a route does not take 405 \`METHOD_NOT_ALLOWED\` with \`Allow\`. A body over 1 MiB (lists: 4 MiB) is 413.

**Repeating safely.** On routes that list \`Idempotency-Key\`, a request repeated under the same key within 24 hours gets the first answer again, with \`Idempotency-Replayed: true\`. Refusals 402 and 429 and all 5xx are not kept.

**Rate limits.** By account and minute; \`RateLimit-Policy\` and \`RateLimit\` say where you stand, 429 comes with \`Retry-After\`.

**Sandbox.** \`test-corp.sandbox.example\` and \`test-unknown.sandbox.example\` answer fixed results on every route that takes a domain, and cost nothing.`
