import { type Appearance, appearanceCss, checkAppearance } from '@galla/contract/appearance/appearance'

/** An appearance as the components apply it. */
export interface ComponentAppearance {
  readonly merchantName: string | undefined
  readonly logo: string | undefined
  /** Attribute `data-theme` of every root; undefined: as the page or the device is set. */
  readonly scheme: 'light' | 'dark' | undefined
  /** Class of every root, named by the rules: two providers on a page do not share them. Undefined without rules. */
  readonly className: string | undefined
  readonly css: string
}

/**
 * The style sheet that `<GallaProvider appearance>` adds in the browser. Serve the style sheet from your server, so that server-rendered
 * markup has the colours before any script runs.
 *
 * @throws TypeError that names the field and what it takes
 * @example
 * ```ts
 * app.get('/galla.css', () => new Response(appearanceStyles(appearance), { headers: { 'content-type': 'text/css' } }))
 * ```
 */
export function appearanceStyles(appearance: Appearance): string {
  return componentAppearance(appearance).css
}

/** @throws TypeError that names the field and what it takes */
export function componentAppearance(appearance: Appearance): ComponentAppearance {
  checkAppearance(appearance, { paths: true })
  const { merchantName, logo, colorScheme } = appearance
  const rules = appearanceCss(appearance, scopeOf('CLASS'))
  const className = rules === '' ? undefined : `galla-look-${hash(rules)}`
  return {
    merchantName,
    logo,
    scheme: colorScheme === 'auto' ? undefined : colorScheme,
    className,
    css: className === undefined ? '' : appearanceCss(appearance, scopeOf(className)),
  }
}

/** The class twice, so that the rules win over those of `tokens.css` whatever the order of the sheets. */
function scopeOf(className: string) {
  const root = `.galla.${className}.${className}`
  return {
    base: root,
    deviceDark: `:root:not([data-theme="light"]) ${root}:not([data-theme="light"])`,
    dark: `:root[data-theme="dark"] ${root}:not([data-theme="light"]),${root}[data-theme="dark"]`,
  }
}

/** FNV-1a: the same on the server and in the browser. */
function hash(text: string): string {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return (value >>> 0).toString(36)
}
