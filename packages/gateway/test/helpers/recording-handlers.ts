/** Handlers that record each event as `<kind> <merchantOrderId>`, in the order of arrival. */
export function recordingHandlers() {
  const receivedEvents: string[] = []
  const on = (kind: string) => (event: { order: { merchantOrderId: string } }) => {
    receivedEvents.push(`${kind} ${event.order.merchantOrderId}`)
  }
  return {
    receivedEvents,
    on: {
      'order.completed': on('completed'),
      'order.failed': on('failed'),
      'order.reopened': on('reopened'),
      'order.needs_review': on('needsReview'),
    },
  }
}
