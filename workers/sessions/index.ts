import { worker } from '../worker.ts'
import { sessions } from './routes.ts'

export * from '../objects/index.ts'
export default worker([sessions])
