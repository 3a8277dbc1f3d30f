import { worker } from '../worker.ts'
import { health } from './routes.ts'

export * from '../objects/index.ts'
export default worker([health])
