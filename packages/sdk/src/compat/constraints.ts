import type * as Wire from '@galla/contract/provider/requests'
import { type Builder, builderOf } from './builder.ts'
import { PaymentInstrumentType } from './enums.ts'

/** The accounts that may pay. */
export abstract class InstrumentConstraint {
  /** The kind of constraint. */
  type: PaymentInstrumentType.ACCOUNT

  constructor(type: PaymentInstrumentType.ACCOUNT) {
    this.type = type
  }
}

/** A bank account that may pay; the provider refuses others. */
export class AccountConstraint extends InstrumentConstraint implements Wire.AccountConstraint {
  accountNumber: string
  ifsc: string

  constructor(accountNumber: string, ifsc: string) {
    super(PaymentInstrumentType.ACCOUNT)
    this.accountNumber = accountNumber
    this.ifsc = ifsc
  }

  /** A builder. @example AccountConstraint.builder().accountNumber('420001001').ifsc('ICIC0000041').build() */
  static builder(): Builder<Omit<AccountConstraint, 'type'>, AccountConstraint> {
    return new AccountConstraintBuilder()
  }
}
const AccountConstraintBuilder = builderOf<Omit<AccountConstraint, 'type'>, AccountConstraint>(
  ['accountNumber', 'ifsc'],
  ({ accountNumber, ifsc }) => new AccountConstraint(accountNumber, ifsc),
)
