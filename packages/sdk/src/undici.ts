export { undiciTransport } from './transport/undici.ts'
