export { create, init } from './commands.ts'
export type { ExitCode, Host } from './host.ts'
export { INIT_HELP } from './options.ts'
