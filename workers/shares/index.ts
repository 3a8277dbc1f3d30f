import { worker } from '../worker.ts'
import { shares } from './routes.ts'

export * from '../objects/index.ts'
export default worker([shares])
