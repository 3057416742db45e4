/** What a handler was told, in order. */
export function recordingHandlers() {
  const heard: string[] = []
  const on = (kind: string) => (effect: { order: { merchantOrderId: string } }) => {
    heard.push(`${kind} ${effect.order.merchantOrderId}`)
  }
  return {
    heard,
    on: {
      'order.completed': on('completed'),
      'order.failed': on('failed'),
      'order.needs_review': on('needsReview'),
    },
  }
}
