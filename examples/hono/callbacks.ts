import type { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Payments } from '../starter/payments.ts'

/** Receives callbacks at `/payments/callbacks`. */
export function mountCallbacks(app: Hono, payments: Payments): void {
  // The sender is known only after the body is read.
  app.post('/payments/callbacks', bodyLimit({ maxSize: 1_000_000 }), async (context) => {
    // The raw bytes: the signature covers them, and a JSON parser discards them.
    const body = new Uint8Array(await context.req.arrayBuffer())
    // When the order status cannot be read, Hono answers 500, and the provider sends the callback again.
    return context.body(null, await payments.receive(context.req.raw.headers, body))
  })
}
