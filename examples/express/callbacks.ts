import express, { type Express } from 'express'
import type { Payments } from '../starter/payments.ts'

/** Receives callbacks at `/payments/callbacks`. Call it before any parser is added: the signature covers the raw bytes. */
export function mountCallbacks(app: Express, payments: Payments): void {
  app.post('/payments/callbacks', express.raw({ type: () => true }), async ({ headers, body }, response) => {
    // When the order status cannot be read, Express answers 500, and the provider sends the callback again.
    response.sendStatus(await payments.receive(headers, Buffer.isBuffer(body) ? body : ''))
  })
}
