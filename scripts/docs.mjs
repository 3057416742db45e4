import { buildDocs } from './docs/build-site.mjs'
import { at } from './lib/paths.mjs'
import { runSteps } from './lib/steps.mjs'
import { setup } from './setup.mjs'

// `npm run docs`: serves the documentation site until Ctrl-C. `-- --build` builds it, `-- --build --next` builds the next version beside it, `-- --pictures` takes its pictures again, `-- --sheets` photographs every page of the console.
await setup()
if (process.argv.includes('--build')) {
  const run = () => buildDocs({ isNext: process.argv.includes('--next') })
  const { failed } = await runSteps([{ name: 'documentation site', run }])
  if (failed.length > 0) process.exit(1)
} else if (process.argv.includes('--pictures') || process.argv.includes('--sheets')) {
  const { build } = await import('./build.mjs')
  const { failed } = await build({ quiet: true, print: console.error })
  if (failed.length > 0) process.exit(1)
  const { takePictures } = await import('./docs/pictures.mjs')
  const { takeContactSheets } = await import('./docs/contact-sheets.mjs')
  const sheets = process.argv.indexOf('--sheets')
  if (sheets === -1) await takePictures()
  else console.log(await takeContactSheets(process.argv[sheets + 1]))
} else {
  const { generateDocs } = await import('./docs/generate.mjs')
  await generateDocs()
  const { createServer } = await import('vitepress')
  const server = await createServer(at('docs'), { host: '127.0.0.1' })
  await server.listen()
  server.printUrls()
}
