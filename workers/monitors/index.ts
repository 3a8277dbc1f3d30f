import { worker } from '../worker.ts'
import { monitors } from './routes.ts'

export * from '../objects/index.ts'
export default worker([monitors])
