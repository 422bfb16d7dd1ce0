import { ChannelMark } from './channel-mark.tsx'
import { ColorDot } from './pill.tsx'

export interface ComboboxOption {
  value: string
  label: string
  /** Second line or number, searched too. */
  hint?: string
  /** Colour shown as a dot (queues, tags). Null shows an empty dot. */
  color?: string | null
  /** Channel of a connection, shown as an icon before the text. */
  channel?: string
}

export function OptionText({ option }: { option: ComboboxOption }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      {option.color !== undefined && <ColorDot color={option.color} />}
      {option.channel && <ChannelMark channel={option.channel} size={16} />}
      <span className="truncate">{option.label}</span>
      {option.hint && <span className="tabular shrink-0 text-ink-2 text-sm">{option.hint}</span>}
    </span>
  )
}
