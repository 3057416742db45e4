export { create, init } from './commands.ts'
