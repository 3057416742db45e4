/** One server-sent event. */
interface StreamEvent {
  name: string
  data: string
}

/** Reads server-sent events from a body. By fetch and not by `EventSource`, which can send no header and so no token. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  alive: () => void,
): AsyncGenerator<StreamEvent, void, undefined> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      alive()
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = eventOf(block)
        if (event.data !== '') yield event
      }
    }
  } finally {
    reader.cancel().catch(() => {
      // Gone already.
    })
  }
}

function eventOf(block: string): StreamEvent {
  const event: StreamEvent = { name: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.name = value
    if (field === 'data') data.push(value)
  }
  return { ...event, data: data.join('\n') }
}
