import { worker } from '../worker.ts'
import { landing } from './routes.ts'

export * from '../objects/index.ts'
export default worker([landing])
