import { readFileSync } from 'node:fs'
import { Converter } from 'typedoc'
import { at } from '../lib/paths.mjs'

/**
 * A plugin of TypeDoc: a module has the name of its package, not that of the folder of its sources.
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? [])
      module.name = JSON.parse(readFileSync(at(module.name, '../package.json'), 'utf8')).name
  })
}
