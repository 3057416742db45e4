import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Payments } from '../starter/payments.ts'
import { readBody } from './read-body.ts'

/** Answers a POST to `/payments/callbacks`. Call it before anything else reads the body: the signature covers the raw bytes. */
export async function answerCallback(
  payments: Payments,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await readBody(request)
  // When the order status cannot be read, the rejection is answered with 500, and the provider sends the callback again.
  if (body) response.writeHead(await payments.receive(request.headers, body)).end()
  else response.writeHead(413, { connection: 'close' }).end()
}
