import { builderOf, type Setters } from '../builder.ts'

interface Fields {
  deviceOS?: string | undefined
  merchantCallBackScheme?: string | undefined
}

/** The payer's device, for intents. */
export class DeviceContext {
  declare deviceOS?: string | undefined
  declare merchantCallBackScheme?: string | undefined

  constructor(deviceOS?: string, merchantCallBackScheme?: string) {
    Object.assign(this, { deviceOS, merchantCallBackScheme })
  }

  static builder(): DeviceContextBuilder {
    return new DeviceContextBuilder()
  }
}

interface DeviceContextBuilder extends Setters<Fields, DeviceContextBuilder> {
  build(): DeviceContext
}

const DeviceContextBuilder: new () => DeviceContextBuilder = builderOf<Fields, DeviceContextBuilder>(
  ['deviceOS', 'merchantCallBackScheme'],
  ({ deviceOS, merchantCallBackScheme }) => new DeviceContext(deviceOS, merchantCallBackScheme),
)
