import { worker } from '../worker.ts'
import { docs } from './routes.ts'

export * from '../objects/index.ts'
export default worker([docs])
