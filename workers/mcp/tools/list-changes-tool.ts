import { z } from 'zod'
import { Change } from '../../../shared/monitors/monitor.ts'
import { defineTool, READS } from './tool.ts'

const output = z.object({ changes: z.array(Change), next_cursor: z.string().nullable() })

export const listChanges = defineTool({
  name: 'list_changes',
  description:
    'Confirmed changes of watched domains, newest first. Free. Older: before = next_cursor.',
  input: z.strictObject({
    before: z.string().max(64).optional(),
    limit: z.int().min(1).max(20).default(10),
  }),
  output,
  annotations: READS,
  async run({ routes }, { before, limit }) {
    const page = (await routes.get('/changes', {
      limit,
      ...(before === undefined ? {} : { before }),
    })) as object
    return { data: page, continued }
  },
})

// A page may lose its last changes to become short enough. So the cursor is the id of the last
// change that is left.
function continued(data: object): object {
  const { changes, next_cursor } = data as z.output<typeof output>
  return { next_cursor: changes.at(-1)?.change_id ?? next_cursor }
}
