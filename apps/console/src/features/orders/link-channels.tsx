import type { LinkChannel } from '@galla/contract/gateway-api/links'
import { messages } from '../../i18n/messages.ts'
import { linksEnglish } from './english-links.ts'

const t = messages('orders/links', linksEnglish).channels

const CHANNELS: readonly LinkChannel[] = ['SMS', 'EMAIL']

interface ChannelsProps {
  value: readonly LinkChannel[]
  onChange(value: readonly LinkChannel[]): void
  /** None is chosen, and one is needed. */
  isMissing?: boolean
  hint?: string
}

/** The ways in which the provider sends a link. */
export function Channels({ value, onChange, isMissing = false, hint }: ChannelsProps) {
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-strong">{t.legend}</legend>
      {CHANNELS.map((channel) => (
        <label key={channel} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={value.includes(channel)}
            aria-invalid={isMissing || undefined}
            onChange={({ target }) =>
              onChange(CHANNELS.filter((one) => (one === channel ? target.checked : value.includes(one))))
            }
            className="size-5 accent-brass"
          />
          {t[channel]}
        </label>
      ))}
      {hint && <p className="text-sm text-soft">{hint}</p>}
      {isMissing && <p className="text-sm font-strong text-bad">{t.missing}</p>}
    </fieldset>
  )
}
