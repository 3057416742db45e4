import { builderOf, type Setters } from './builder.ts'

interface Fields {
  clientId: string
  clientSecret: string
  clientVersion: number
}

export class CredentialConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: number

  constructor(clientId: string, clientSecret: string, clientVersion: number) {
    this.clientId = clientId
    this.clientSecret = clientSecret
    this.clientVersion = clientVersion
  }

  static builder(): CredentialConfigBuilder {
    return new CredentialConfigBuilder()
  }
}

export interface CredentialConfigBuilder extends Setters<Fields, CredentialConfigBuilder> {
  build(): CredentialConfig
}
export const CredentialConfigBuilder: new () => CredentialConfigBuilder = builderOf<Fields, CredentialConfigBuilder>(
  ['clientId', 'clientSecret', 'clientVersion'],
  ({ clientId, clientSecret, clientVersion }) => new CredentialConfig(clientId, clientSecret, clientVersion),
)
