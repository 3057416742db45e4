import { init as initProject } from 'create-galla'
import type { Command } from '../io.ts'

/** Adds payments to a project, as `npm create galla` starts one: the same templates. */
export const init: Command = (args, { env, out, err }) =>
  initProject(args, {
    cwd: process.cwd(),
    env,
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    out,
    err,
  })
