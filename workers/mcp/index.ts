import { worker } from '../worker.ts'
import { mcp } from './routes.ts'

export * from '../objects/index.ts'
export default worker([mcp])
