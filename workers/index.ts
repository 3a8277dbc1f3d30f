import { families } from './families.ts'
import { worker } from './worker.ts'

export * from './objects/index.ts'
export default worker(families)
