/** An ES module program that loads one package and says how many milliseconds that took: `<import|require> <package>`. */
import { createRequire } from 'node:module'

const [, , way, name] = process.argv
const require = createRequire(import.meta.url)
const before = performance.now()
if (way === 'require') require(name)
else await import(name)
console.log(performance.now() - before)
process.exit()
