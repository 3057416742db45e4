import { readFileSync } from 'node:fs'
import { join, parse } from 'node:path'
import commonjs from '@rollup/plugin-commonjs'
import json from '@rollup/plugin-json'
import resolve from '@rollup/plugin-node-resolve'
import { build as esbuild } from 'esbuild'
import { rollup } from 'rollup'
import webpack from 'webpack'
import { at } from '../lib/paths.mjs'

export type Format = 'cjs' | 'esm'

/** A merchant's bundle: programs by name, from a project whose packages are installed, into one folder. */
export interface Bundling {
  /** Folder of the project. */
  readonly project: string
  /** Files of its programs, such as `shop.mjs`. */
  readonly programs: readonly string[]
  readonly format: Format
  /** Folder of the result. */
  readonly to: string
}

/** The extension says the format, whatever package.json says. */
export const extensionOf = (format: Format): string => (format === 'esm' ? 'mjs' : 'cjs')

/** Paths of the programs, by their names. */
const entriesOf = ({ project, programs }: Bundling): { [name: string]: string } =>
  Object.fromEntries(programs.map((file) => [parse(file).name, join(project, file)]))

/** The line for ES modules of esbuild, as the guide has it. */
const [, BANNER = ''] = /--banner:js="(.+?)"/.exec(readFileSync(at('docs/deploy.md'), 'utf8')) ?? []

/** Each bundles everything but the modules of Node, with the options that its own manual gives for a program of Node. */
export const BUNDLERS: { readonly [name: string]: (bundling: Bundling) => Promise<void> } = {
  async esbuild(bundling) {
    const { format, to } = bundling
    await esbuild({
      entryPoints: entriesOf(bundling),
      bundle: true,
      platform: 'node',
      format,
      outdir: to,
      outExtension: { '.js': `.${extensionOf(format)}` },
      logLevel: 'error',
      ...(format === 'esm' && {
        banner: { js: BANNER },
      }),
    })
  },

  async webpack(bundling) {
    const { project, format, to } = bundling
    const extension = extensionOf(format)
    const stats = await new Promise<webpack.Stats | undefined>((done, fail) =>
      webpack(
        {
          mode: 'production',
          context: project,
          target: 'node20',
          entry: entriesOf(bundling),
          experiments: { outputModule: format === 'esm' },
          output: {
            path: to,
            filename: `[name].${extension}`,
            chunkFilename: `[name].chunk.${extension}`,
            ...(format === 'esm' ? { module: true, chunkFormat: 'module' } : { chunkFormat: 'commonjs' }),
          },
          optimization: { minimize: false },
        },
        (error, result) => (error ? fail(error) : done(result)),
      ),
    )
    if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }))
  },

  async rollup(bundling) {
    const { format, to } = bundling
    const bundle = await rollup({
      input: entriesOf(bundling),
      plugins: [resolve({ preferBuiltins: true, exportConditions: ['node'] }), commonjs(), json()],
      logLevel: 'silent',
    })
    await bundle.write({
      dir: to,
      format: format === 'esm' ? 'es' : 'cjs',
      entryFileNames: `[name].${extensionOf(format)}`,
      chunkFileNames: `[name]-chunk.${extensionOf(format)}`,
    })
    await bundle.close()
  },
}
