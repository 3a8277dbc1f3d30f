import { api, read, type Schemas } from '../api/api-client.ts'

export interface ListRequest {
  /** The bytes of a file, or a text with one domain on each line. */
  content: Blob
  depth: 'quick' | 'deep'
  passive: boolean
  /** Empty for a list without a name. */
  name: string
  callbackUrl: string
  idempotencyKey: string
}

/**
 * Sends the list. Another call with the same key does not start the list a second time. Throws
 * ApiFailure.
 */
export function sendList({
  content,
  depth,
  passive,
  name,
  callbackUrl,
  idempotencyKey,
}: ListRequest): Promise<Schemas['BulkSubmitResponse']> {
  const query = {
    depth,
    passive,
    ...(name === '' ? {} : { name }),
    ...(callbackUrl === '' ? {} : { callback_url: callbackUrl }),
  }
  const call = api.POST('/analyze/bulk', {
    params: {
      query,
      header: { 'Idempotency-Key': idempotencyKey },
    },
    headers: { 'Content-Type': 'text/csv' },
    // `bodySerializer` replaces this empty text by the bytes of the file. They stay unchanged,
    // because the file may have an encoding that the page cannot write.
    body: '',
    bodySerializer: () => content,
  })
  // The other routes put their answer into `data`. This route does not, so `data` is added before
  // `read` takes it out.
  return read(call.then((answer) => ({ ...answer, data: { data: answer.data } }))).then(
    requireSubmitted,
  )
}

function requireSubmitted(
  answer: Schemas['BulkSubmitResponse'] | undefined,
): Schemas['BulkSubmitResponse'] {
  if (answer === undefined) throw new SyntaxError('the answer to a list has no body')
  return answer
}
