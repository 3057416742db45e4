import { builderOf, type Setters } from '../builder.ts'
import { PaymentInstrumentType } from '../words.ts'

/** Who may pay. */
export abstract class InstrumentConstraint {
  readonly type: 'ACCOUNT'

  constructor(type: 'ACCOUNT') {
    this.type = type
  }
}

interface Fields {
  accountNumber: string
  ifsc: string
}

/** Only this bank account may pay. */
export class AccountConstraint extends InstrumentConstraint {
  accountNumber: string
  ifsc: string

  constructor(accountNumber: string, ifsc: string) {
    super(PaymentInstrumentType.ACCOUNT)
    this.accountNumber = accountNumber
    this.ifsc = ifsc
  }

  static builder(): AccountConstraintBuilder {
    return new AccountConstraintBuilder()
  }
}

interface AccountConstraintBuilder extends Setters<Fields, AccountConstraintBuilder> {
  build(): AccountConstraint
}

const AccountConstraintBuilder: new () => AccountConstraintBuilder = builderOf<Fields, AccountConstraintBuilder>(
  ['accountNumber', 'ifsc'],
  ({ accountNumber, ifsc }) => new AccountConstraint(accountNumber, ifsc),
)
