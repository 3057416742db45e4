export { sign } from './callbacks/sign.ts'
export type { Clock } from './clock.ts'
export type { Ports } from './ports.ts'
