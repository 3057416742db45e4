import { build } from '../build.mjs'

// What is packed, of the work tree that holds this file. Installs nothing: the packages of the original tree are linked.
const isPacked = ({ outputs }) => outputs.every((path) => path.startsWith('packages/'))
const { failed } = await build({ force: true, only: isPacked })
if (failed.length > 0) process.exitCode = 1
