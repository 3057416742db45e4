import { readFile } from 'node:fs/promises'

/** Our packages are read as sources: no library has to be built first. */
export const resolve = { conditions: ['galla-source', 'module', 'browser', 'development|production'] }

/**
 * The `vite.config.ts` of a page. Its addresses are relative: the server that serves it sets `<base>`.
 * @param {{ outDir: string, below?: string, plugins: import('vite').PluginOption[], fonts: string[], define?: Record<string, string>, build?: import('vite').BuildOptions }} options
 *   `below`: folder of the page's files below its base, such as `test-tools/`; `fonts`: the style sheets of this folder that the page imports, such as `noto-sans`, for their licences;
 *   `define` and `build`: options of this page only
 * @returns {(env: import('vite').ConfigEnv) => import('vite').UserConfig}
 */
export const page =
  ({ outDir, below = '', plugins, fonts, define = {}, build = {} }) =>
  ({ command }) => {
    // Tests start builds with NODE_ENV=test, which would bundle the development version of React.
    if (command === 'build') process.env.NODE_ENV = 'production'
    return {
      // The development server serves the page where the gateway does.
      base: command === 'serve' && below !== '' ? `/${below}` : './',
      resolve,
      define,
      plugins: [
        ...plugins,
        commonHead(),
        fontLicences(fonts),
        preloadedFonts(),
        partsThatCanBeRetried(),
        shortHtml(below),
        devBase(),
      ],
      build: {
        outDir,
        emptyOutDir: true,
        sourcemap: false,
        modulePreload: {
          // A browser that knows no modulepreload loads the same files a moment later.
          polyfill: false,
          // Vite leaves a part out that imports nothing else; load-part.js has to know every file.
          resolveDependencies: (file, others, { hostType }) =>
            hostType === 'html' ? others : [file, ...others.filter((one) => one !== file)],
        },
        license: { fileName: 'licenses.md' },
        // What the page loads first is one file. Otherwise each module that later parts share as well becomes a file of its own.
        rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } } },
        // Fonts and pictures stay files: the content security policy allows no data: addresses for fonts.
        assetsInlineLimit: 0,
        ...build,
      },
    }
  }

/** The tags that every page has in its head. A page's `index.html` adds its title and what only it needs. */
function commonHead() {
  const meta = (attrs) => ({ tag: 'meta', attrs, injectTo: 'head-prepend' })
  return {
    name: 'common-head',
    transformIndexHtml: () => [
      meta({ charset: 'utf-8' }),
      meta({ name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      meta({ name: 'color-scheme', content: 'light dark' }),
      { tag: 'link', attrs: { rel: 'icon', href: './mark.svg' }, injectTo: 'head' },
    ],
  }
}

const FONT_LICENCES = {
  'noto-sans': import.meta.resolve('@fontsource-variable/noto-sans/LICENSE'),
  'noto-sans-bengali': import.meta.resolve('@fontsource-variable/noto-sans-bengali/LICENSE'),
  'noto-sans-devanagari': import.meta.resolve('@fontsource-variable/noto-sans-devanagari/LICENSE'),
  'noto-sans-tamil': import.meta.resolve('@fontsource-variable/noto-sans-tamil/LICENSE'),
  'noto-sans-telugu': import.meta.resolve('@fontsource-variable/noto-sans-telugu/LICENSE'),
}

/** The build lists the licences of scripts by itself, but not those of fonts. */
function fontLicences(fonts) {
  return {
    name: 'font-licences',
    apply: 'build',
    async generateBundle() {
      for (const font of fonts) {
        const source = await readFile(new URL(FONT_LICENCES[font]))
        this.emitFile({ type: 'asset', fileName: `${font}-licence.txt`, source })
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

/** Replaces the function with which Vite loads a part of a page by load-part.js, after whose failure a part can be loaded again. */
function partsThatCanBeRetried() {
  return {
    name: 'parts-that-can-be-retried',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => readFile(new URL('./load-part.js', import.meta.url), 'utf8'),
    },
  }
}

/** Addresses from the base of the page, without what says nothing: spaces between tags, `./`, and the mode of requests to the page's own origin. */
function shortHtml(below) {
  const handler = (html) =>
    html
      .replace(/>\s+</g, '><')
      .replaceAll('"./', `"${below}`)
      .replace(/ crossorigin(?= src| href)/g, '')
  return { name: 'short-html', apply: 'build', transformIndexHtml: { order: 'post', handler } }
}

/** The development server serves a page below every path; the servers that serve the built page set `<base>` likewise. */
function devBase() {
  return {
    name: 'dev-base',
    apply: 'serve',
    transformIndexHtml: () => [{ tag: 'base', attrs: { href: '/' }, injectTo: 'head-prepend' }],
  }
}
