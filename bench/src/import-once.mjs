/** Loads one package in an ES module program and prints the milliseconds: `<import|require> <package>`. */
import { createRequire } from 'node:module'

const [, , method, name] = process.argv
const require = createRequire(import.meta.url)
const before = performance.now()
if (method === 'require') require(name)
else await import(name)
console.log(performance.now() - before)
process.exit()
