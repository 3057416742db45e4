import { Controller, type DynamicModule, Inject, Post, type RawBodyRequest, Req, Res } from '@nestjs/common'
import type { Payments } from '../starter/payments.ts'

/** Token of the payments: `@Inject(PAYMENTS) private readonly payments: Payments`. */
export const PAYMENTS = Symbol('payments')

/** A request and a response of Express. */
type Received = RawBodyRequest<{ readonly headers: { readonly [name: string]: string | string[] | undefined } }>
interface Answer {
  sendStatus(status: number): void
}

@Controller()
class CallbacksController {
  constructor(@Inject(PAYMENTS) private readonly payments: Payments) {}

  // When the order status cannot be read, Nest answers 500, and the provider sends the callback again.
  @Post('payments/callbacks')
  async receive(@Req() { headers, rawBody }: Received, @Res() response: Answer): Promise<void> {
    response.sendStatus(await this.payments.receive(headers, rawBody ?? ''))
  }
}

class PaymentsModule {}

/** Receives callbacks at `/payments/callbacks`. Create the application with `rawBody: true`: the signature covers the raw bytes. */
export const paymentsModule = (payments: Payments): DynamicModule => ({
  module: PaymentsModule,
  controllers: [CallbacksController],
  providers: [{ provide: PAYMENTS, useValue: payments }],
  exports: [PAYMENTS],
})
