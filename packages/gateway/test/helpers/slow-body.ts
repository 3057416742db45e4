/** A body that is complete only after `before` has run. */
export function slowBody(text: string, before: () => Promise<unknown>): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let sent = false
  return new ReadableStream({
    async pull(controller) {
      if (sent) {
        await before()
        controller.enqueue(bytes.slice(1))
        controller.close()
      } else controller.enqueue(bytes.slice(0, 1))
      sent = true
    },
  })
}
