import { domainToASCII } from 'node:url'

/** `phonepe.com` and every name below it: while the redirect is active, no request may reach the real provider. */
const PROVIDER_HOST = /^(?:[a-z0-9-]+\.)*phonepe\.com\.?$/i

/** Compares names as a name resolution does, which reads a full stop of another script as a dot. */
export const isProviderHost = (name: unknown): name is string =>
  typeof name === 'string' && PROVIDER_HOST.test(domainToASCII(name))
