/**
 * A round of calls. Connects again before what closed while the other clients ran: Galla closes idle connections, the bare client keeps
 * them. These calls do not count.
 */
export const runCalls =
  ({ op, count, concurrency }) =>
  async ({ send }) => {
    await send({ job: 'calls', op, count: 2 * concurrency, concurrency })
    return send({ job: 'calls', op, count, concurrency })
  }
