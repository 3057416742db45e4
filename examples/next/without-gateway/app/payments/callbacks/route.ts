import { getPayments } from '../../../get-payments'

/** Takes a callback of the provider. When the order status cannot be read, Next answers 500, and the provider sends the callback again. */
export async function POST(request: Request): Promise<Response> {
  const status = await getPayments().receive(request.headers, new Uint8Array(await request.arrayBuffer()))
  return new Response(null, { status })
}
