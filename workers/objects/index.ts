export { CertificateLogObject } from './certificate-log.ts'
export { JobObject } from './job.ts'
export { JobGroupObject } from './job-group.ts'
export { SubdomainsObject } from './subdomains.ts'
