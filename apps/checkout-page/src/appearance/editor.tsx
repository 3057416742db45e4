import { type Appearance, MAX_RADIUS } from '@galla/contract/appearance/appearance'
import { accentTokens, parseHexColor } from '@galla/contract/appearance/color'
import { CopyButton, Field } from '@galla/react/components'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import './appearance.css'
import { snippetsOf } from './code.ts'
import { type Draft, INITIAL_DRAFT, readDraft } from './draft.ts'
import { type PreviewMessage, SHOWN, type Shown } from './messages.ts'

const NAMES: { readonly [Name in Shown]: string } = { page: 'Payment page', components: 'React components' }

/** The page on which a developer changes the look, sees it in both schemes, and copies the code. In English only. */
export function AppearanceEditor() {
  const [draft, setDraft] = useState<Draft>(INITIAL_DRAFT)
  const [shown, setShown] = useState<Shown>('page')
  const [narrow, setNarrow] = useState(true)
  const { appearance, errors } = useMemo(() => readDraft(draft), [draft])
  useEffect(() => {
    document.title = 'Appearance · Galla sandbox'
  }, [])
  return (
    <main className="appearance">
      <header>
        <a href="/">Sandbox</a>
        <h1>Appearance</h1>
        <p className="galla-muted">
          One option for the sandbox’s payment page and the React components. Nothing here is saved: copy the code.
        </p>
      </header>
      <div className="appearance-columns">
        <div className="galla-stack">
          <Fields draft={draft} errors={errors} change={(part) => setDraft((before) => ({ ...before, ...part }))} />
          <Corrections accentColor={appearance.accentColor} />
          <Code appearance={appearance} />
        </div>
        <section className="galla-stack" aria-label="Preview">
          <div className="appearance-choices">
            <Choice label="Show" value={shown} options={SHOWN.map((one) => [one, NAMES[one]])} onChoose={setShown} />
            <Choice
              label="Width"
              value={narrow ? 'phone' : 'desktop'}
              options={[
                ['phone', '360 px'],
                ['desktop', 'Full'],
              ]}
              onChoose={(width) => setNarrow(width === 'phone')}
            />
          </div>
          <div className={narrow ? 'previews previews-narrow' : 'previews'}>
            {(['light', 'dark'] as const).map((scheme) => (
              <Preview key={scheme} shown={shown} scheme={scheme} appearance={appearance} />
            ))}
          </div>
        </section>
      </div>
    </main>
  )
}

interface FieldsProps {
  draft: Draft
  errors: { readonly [Name in keyof Draft]?: string | undefined }
  change: (part: Partial<Draft>) => void
}

function Fields({ draft, errors, change }: FieldsProps) {
  const scheme = useId()
  const logo = useId()
  const readFile = async (file: File | undefined) => change({ logo: file ? await dataUrlOf(file) : '' })
  return (
    <form className="galla-stack" onSubmit={(event) => event.preventDefault()}>
      <Field
        label="merchantName"
        value={draft.merchantName}
        error={errors.merchantName}
        onChange={({ target }) => change({ merchantName: target.value })}
      />
      <div className="galla-field">
        <label htmlFor={logo}>logo</label>
        <input
          id={logo}
          type="file"
          accept="image/png,image/jpeg,image/webp"
          aria-describedby={`${logo}-hint`}
          onChange={({ target }) => void readFile(target.files?.[0])}
        />
        {errors.logo && (
          <p className="galla-error" role="alert">
            {errors.logo}
          </p>
        )}
        <p className="galla-hint" id={`${logo}-hint`}>
          PNG, JPEG or WebP, at most 32 kB. No SVG: it can contain scripts.
        </p>
      </div>
      <Field
        label="accentColor"
        value={draft.accentColor}
        error={errors.accentColor}
        hint="#rgb or #rrggbb"
        spellCheck={false}
        onChange={({ target }) => change({ accentColor: target.value })}
        badge={
          <span className="galla-brand">
            <Swatch color={errors.accentColor ? undefined : draft.accentColor} />
          </span>
        }
      />
      <Field
        label="radius"
        type="number"
        min={0}
        max={MAX_RADIUS}
        value={draft.radius}
        error={errors.radius}
        hint={`Pixels, 0 to ${MAX_RADIUS}`}
        onChange={({ target }) => change({ radius: target.value })}
      />
      <div className="galla-field">
        <label htmlFor={scheme}>colorScheme</label>
        <select
          id={scheme}
          value={draft.colorScheme}
          onChange={({ target }) => change({ colorScheme: target.value as Draft['colorScheme'] })}
        >
          {['auto', 'light', 'dark'].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
    </form>
  )
}

/** Says which colour each scheme gets, where it is not the one that was chosen. */
function Corrections({ accentColor = '' }: { accentColor: string | undefined }) {
  const accent = parseHexColor(accentColor)
  if (!accent) return null
  return (
    <ul className="corrections" aria-label="Colours by scheme" aria-live="polite">
      {(['light', 'dark'] as const).map((scheme) => {
        const { brass } = accentTokens(accent, scheme)
        const asChosen = parseHexColor(brass)?.join() === accent.join()
        return (
          <li key={scheme}>
            <Swatch color={brass} /> {scheme}: <code translate="no">{brass}</code>{' '}
            <span className="galla-muted">{asChosen ? 'as chosen' : 'corrected to a contrast of 4.5'}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** A colour as an attribute of a picture: the policy of the page allows no style attribute in its source. */
function Swatch({ color }: { color: string | undefined }) {
  return (
    <svg className="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <rect width="1" height="1" fill={color ?? 'none'} />
    </svg>
  )
}

function Code({ appearance }: { appearance: Appearance }) {
  return (
    <section className="galla-stack" aria-label="Code">
      <h2>Code</h2>
      {snippetsOf(appearance).map(({ title, code }) => (
        <figure key={title} className="snippet">
          <figcaption>
            {title} <CopyButton text={code} label="Copy" copied="Copied" />
          </figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <pre tabIndex={0}>
            <code translate="no">{code}</code>
          </pre>
        </figure>
      ))}
    </section>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [Value, string])[]
  onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="code-chips">
      <legend className="galla-visually-hidden">{label}</legend>
      {options.map(([one, name]) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChoose(one)}>
          {name}
        </button>
      ))}
    </fieldset>
  )
}

interface PreviewProps {
  shown: Shown
  scheme: 'light' | 'dark'
  appearance: Appearance
}

/** A frame with the page's own width: its media queries see a phone or a desktop. */
function Preview({ shown, scheme, appearance }: PreviewProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const message: PreviewMessage = { appearance }
    const send = () => frame.current?.contentWindow?.postMessage(message, window.location.origin)
    const answer = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data === 'preview-ready') send()
    }
    window.addEventListener('message', answer)
    send()
    return () => window.removeEventListener('message', answer)
  }, [appearance])
  return (
    <iframe
      ref={frame}
      key={shown}
      className="preview-frame"
      title={`${NAMES[shown]} on a ${scheme} device`}
      src={`/appearance/preview?show=${shown}&scheme=${scheme}`}
    />
  )
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
