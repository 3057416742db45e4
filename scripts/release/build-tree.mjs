import { build } from '../build.mjs'

// Of the work tree that holds this file. Installs nothing: the packages of the original tree are linked.
const { failed } = await build({ force: true })
if (failed.length > 0) process.exitCode = 1
