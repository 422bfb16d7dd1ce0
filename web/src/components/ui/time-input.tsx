import { type ComponentProps, useState } from 'react'
import { cn } from '#/lib/cn.ts'
import { parseTime } from '#/lib/parse-time.ts'
import { Input } from './input.tsx'

interface TimeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** Time as HH:mm. */
  value: string
  /** Called with the time, or with the text as typed if it is none: the contract refuses it. */
  onChange: (value: string) => void
  /** True if it is the end of a span, which may be 24:00. */
  isEnd?: boolean
}

/**
 * Shows a field for a time of day in 24 hours, whatever the browser's locale: "830" becomes 08:30;
 * ↑ and ↓ move by 30 minutes.
 */
export function TimeInput({ value, onChange, isEnd = false, className, ...props }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const keep = () => {
    if (typed !== null) onChange(parseTime(typed, isEnd) ?? typed)
    setTyped(null)
  }
  return (
    <Input
      {...props}
      inputMode="numeric"
      maxLength={5}
      placeholder="00:00"
      value={typed ?? value}
      onChange={event => setTyped(event.target.value.replace(/[^\d:]/g, ''))}
      onBlur={keep}
      onKeyDown={event => {
        if (event.key === 'Enter') keep()
        const step = { ArrowUp: 30, ArrowDown: -30 }[event.key]
        if (!step) return
        event.preventDefault()
        const [hours = 0, minutes = 0] = (parseTime(typed ?? value, isEnd) ?? '').split(':').map(Number)
        const sum = hours * 60 + minutes + step
        const moved = isEnd && sum === 1440 ? sum : (sum + 1440) % 1440
        setTyped(null)
        onChange(`${String(Math.floor(moved / 60)).padStart(2, '0')}:${String(moved % 60).padStart(2, '0')}`)
      }}
      className={cn('tabular w-20 text-center', className)}
    />
  )
}
