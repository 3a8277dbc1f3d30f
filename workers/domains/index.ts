import { worker } from '../worker.ts'
import { domains } from './routes.ts'

export * from '../objects/index.ts'
export default worker([domains])
