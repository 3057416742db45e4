const gateway = (file) => `packages/gateway/src/${file}`

/**
 * @param {string} file
 * @param {string} find
 * @param {string} [replace] nothing: the text is taken away
 */
export const edit = (file, find, replace = '') => ({ file, find, replace })

/** An edit of the schema. */
export const schema = (table, find, replace = '') =>
  edit(gateway(`storage/migrations/baseline/${table}.ts`), find, replace)

/** An edit of a source of the gateway. */
export const source = (file, find, replace = '') => edit(gateway(file), find, replace)

/** A test of the gateway, by its file and a text of its title. */
export const test = (name, title) => ({ file: `packages/gateway/test/${name}.test.ts`, test: title })

/** A test of the gateway's domain. */
export const domainTest = (name, title) => ({ file: `packages/gateway/src/domain/${name}.test.ts`, test: title })
