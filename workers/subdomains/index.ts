import { worker } from '../worker.ts'
import { subdomains } from './routes.ts'

export * from '../objects/index.ts'
export default worker([subdomains])
