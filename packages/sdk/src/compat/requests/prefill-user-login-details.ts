import { builderOf, type Setters } from '../builder.ts'

interface Fields {
  phoneNumber?: string | undefined
}

/** The number that the hosted page starts with: ten digits, or `+91…`. */
export class PrefillUserLoginDetails {
  declare phoneNumber?: string | undefined

  constructor(phoneNumber?: string) {
    this.phoneNumber = phoneNumber
  }

  static builder(): PrefillUserLoginDetailsBuilder {
    return new PrefillUserLoginDetailsBuilder()
  }
}

interface PrefillUserLoginDetailsBuilder extends Setters<Fields, PrefillUserLoginDetailsBuilder> {
  build(): PrefillUserLoginDetails
}

const PrefillUserLoginDetailsBuilder: new () => PrefillUserLoginDetailsBuilder = builderOf<
  Fields,
  PrefillUserLoginDetailsBuilder
>(['phoneNumber'], ({ phoneNumber }) => new PrefillUserLoginDetails(phoneNumber))
