export { JobObject } from './job.ts'
export { JobGroupObject } from './job-group.ts'
export { SubdomainsObject } from './subdomains.ts'
export { TurnsObject } from './turns.ts'
