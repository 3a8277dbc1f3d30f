import { worker } from '../worker.ts'
import { entities } from './routes.ts'

export * from '../objects/index.ts'
export default worker([entities])
