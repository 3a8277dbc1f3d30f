import { api, read, type Schemas } from '../../api/api-client.ts'

export interface ListRequest {
  /** The bytes of a file, or a text with one domain on each line. */
  content: Blob
  depth: 'quick' | 'deep'
  callbackUrl: string
  idempotencyKey: string
}

/** A repeated call with the same key does not send the list again. Throws ApiFailure. */
export function sendList({
  content,
  depth,
  callbackUrl,
  idempotencyKey,
}: ListRequest): Promise<Schemas['BulkSubmitResponse']> {
  const call = api.POST('/analyze/bulk', {
    params: {
      query: callbackUrl === '' ? { depth } : { depth, callback_url: callbackUrl },
      header: { 'Idempotency-Key': idempotencyKey },
    },
    headers: { 'Content-Type': 'text/csv' },
    // The bytes are sent unchanged, because the service can read encodings that a text in the page
    // has lost.
    body: '',
    bodySerializer: () => content,
  })
  // This route answers without the envelope of the other routes.
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
