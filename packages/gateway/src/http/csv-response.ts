/** The response, whose body ends with an error where `check` fails: it is called before each chunk but the first. */
export function checkedBetween(response: Response, check: () => Promise<void>): Response {
  let isFirst = true
  const checked = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      if (!isFirst) await check()
      isFirst = false
      controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(checked), response)
}

/** Tells Excel that a file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Streams the chunks of a file as a download; a CSV file for a person is behind a byte order mark. The first is read before the response: a query that fails is answered as an error. */
export async function csvResponse(filename: string, chunks: AsyncGenerator<string, undefined>): Promise<Response> {
  const encoder = new TextEncoder()
  let first: IteratorResult<string, undefined> | undefined = await chunks.next()
  const isCsv = filename.endsWith('.csv')
  if (isCsv && !first.done) first = { done: false, value: BYTE_ORDER_MARK + first.value }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = first ?? (await chunks.next())
      first = undefined
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
  return new Response(body, {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
