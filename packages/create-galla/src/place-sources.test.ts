import { expect, it } from 'vitest'
import { placeSources } from './place-sources.ts'
import type { Sources } from './sources.ts'

const sourcesWith = (files: { readonly [path: string]: string }): Sources => ({
  version: '1.2.3',
  versions: {},
  files: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, { ts: text, js: `// js\n${text}` }])),
  tsconfigs: { next: '', nest: '' },
})

const FILES = {
  'express/app.ts': "import { a } from '../starter/a.ts'\nimport x from 'express'\n",
  'starter/a.ts': "import { b } from './b.ts'\n",
  'starter/b.ts': "await import('../next/page')\n",
  'next/page.tsx': "import './shop.css'\nimport { a } from '../starter/a.ts'\n",
  'next/shop.css': '',
}
const PLACES: { readonly [source: string]: string } = {
  'express/app.ts': 'app.js',
  'starter/a.ts': 'lib/a.js',
  'starter/b.ts': 'lib/b.js',
  'next/page.tsx': 'app/page.jsx',
  'next/shop.css': 'app/shop.css',
}
const placeOf = (source: string) => PLACES[source] ?? source

it('makes imports fit the places of the files, with and without an extension, and leaves packages alone', () => {
  const placed = placeSources(sourcesWith(FILES), Object.keys(FILES), { language: 'js', placeOf })
  expect(Object.fromEntries(placed.map(({ path, text }) => [path, text]))).toEqual({
    'app.js': "// js\nimport { a } from './lib/a.js'\nimport x from 'express'\n",
    'lib/a.js': "// js\nimport { b } from './b.js'\n",
    'lib/b.js': "// js\nawait import('../app/page')\n",
    'app/page.jsx': "// js\nimport './shop.css'\nimport { a } from '../lib/a.js'\n",
    'app/shop.css': '// js\n',
  })
})

it('writes imports as a project wants them', () => {
  const specifierOf = (path: string) => path.replace('.ts', '')
  const [placed] = placeSources(
    sourcesWith(FILES),
    ['express/app.ts', 'starter/a.ts', 'starter/b.ts', 'next/page.tsx', 'next/shop.css'],
    {
      language: 'ts',
      placeOf: (source) => source,
      specifierOf,
    },
  )
  expect(placed?.text).toContain("from '../starter/a'")
})

it('refuses a template without a file that another of its files imports', () => {
  expect(() => placeSources(sourcesWith(FILES), ['express/app.ts'], { language: 'ts', placeOf })).toThrow(
    'express/app.ts imports ../starter/a.ts, which its template does not have.',
  )
})
