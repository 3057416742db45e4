import type { LinkChannel } from '@galla/contract/gateway-api/links'

const CHANNELS: readonly { value: LinkChannel; label: string }[] = [
  { value: 'SMS', label: 'By SMS' },
  { value: 'EMAIL', label: 'By e-mail' },
]

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
      <legend className="text-sm font-strong">The provider sends the link</legend>
      {CHANNELS.map((channel) => (
        <label key={channel.value} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            checked={value.includes(channel.value)}
            aria-invalid={isMissing || undefined}
            onChange={({ target }) =>
              onChange(
                CHANNELS.map((one) => one.value).filter((one) =>
                  one === channel.value ? target.checked : value.includes(one),
                ),
              )
            }
            className="size-5 accent-brass"
          />
          {channel.label}
        </label>
      ))}
      {hint && <p className="text-sm text-soft">{hint}</p>}
      {isMissing && <p className="text-sm font-strong text-bad">Choose one.</p>}
    </fieldset>
  )
}
