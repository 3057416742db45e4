import { readFile } from 'node:fs/promises'

/** Our packages are read as sources: no library has to be built first. */
export const resolve = { conditions: ['galla-source', 'module', 'browser', 'development|production'] }

/**
 * The `vite.config.ts` of a page. Its addresses are relative: the server that serves it sets `<base>`.
 * @param {{ outDir: string, plugins: import('vite').PluginOption[], fonts: { [name: string]: string }, build?: import('vite').BuildOptions }} options
 *   `fonts`: the URL of the licence of each font; `build`: options of this page only
 * @returns {(env: import('vite').ConfigEnv) => import('vite').UserConfig}
 */
export const page =
  ({ outDir, plugins, fonts, build = {} }) =>
  ({ command }) => {
    // Tests start builds with NODE_ENV=test, which would bundle the development version of React.
    if (command === 'build') process.env.NODE_ENV = 'production'
    return {
      base: './',
      resolve,
      plugins: [...plugins, fontLicences(fonts), preloadedFonts(), devBase()],
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: false,
        license: { fileName: 'licenses.md' },
        // Fonts and pictures stay files: the content security policy allows no data: addresses for fonts.
        assetsInlineLimit: 0,
        ...build,
      },
    }
  }

/** Vite lists the licences of scripts, not those of fonts. */
function fontLicences(licences) {
  return {
    name: 'font-licences',
    apply: 'build',
    async generateBundle() {
      for (const [font, licence] of Object.entries(licences)) {
        this.emitFile({ type: 'asset', fileName: `${font}-licence.txt`, source: await readFile(new URL(licence)) })
      }
    },
  }
}

/** Preloads the two fonts that every page uses, so that no text moves when they arrive. */
function preloadedFonts() {
  return {
    name: 'preloaded-fonts',
    apply: 'build',
    transformIndexHtml: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((file) => /noto-sans-latin-wght|rupee/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `./${file}` },
          injectTo: 'head',
        })),
  }
}

/** The development server serves a page below every path; the servers that serve the built page set `<base>` likewise. */
function devBase() {
  return {
    name: 'dev-base',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
  }
}
