import { writeFileSync } from 'node:fs'
import { endWithParent } from './end-with-parent.mjs'

/**
 * Vitest reporter of `npm run mutate`: each test with its state and the messages of its errors, as JSON in the file that `GALLA_MUTATED_RUN` names.
 * What fails outside of a test (a file that does not load, a hook, an unhandled rejection) has an empty title.
 */
export default class ResultReporter {
  constructor() {
    endWithParent()
  }

  onTestRunEnd(modules, unhandledErrors) {
    const results = modules.flatMap((module) => {
      const file = module.relativeModuleId
      const tests = [...module.children.allTests()].map((test) => {
        const { state, errors = [] } = test.result()
        return { file, title: test.fullName, status: state, message: messageOf(errors) }
      })
      const errors = [module, ...module.children.allSuites()].flatMap((suite) => suite.errors())
      return errors.length > 0 ? [...tests, { file, title: '', status: 'failed', message: messageOf(errors) }] : tests
    })
    const outside = unhandledErrors.length > 0
    const failed = { file: '', title: '', status: 'failed', message: messageOf(unhandledErrors) }
    writeFileSync(process.env.GALLA_MUTATED_RUN ?? '', JSON.stringify(outside ? [...results, failed] : results))
  }
}

const messageOf = (errors) => errors.map(({ name, message }) => `${name}: ${message}`).join('\n')
