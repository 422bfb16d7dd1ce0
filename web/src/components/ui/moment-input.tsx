import { useTranslation } from 'react-i18next'
import { DayInput } from './day-input.tsx'
import { TimeInput } from './time-input.tsx'

interface MomentInputProps {
  /** Day and time as `yyyy-mm-ddTHH:mm`. */
  value: string
  onChange: (value: string) => void
  /** First day that the calendar offers. */
  min?: string
  /** Set by the field around it, on the day. */
  id?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/** Shows a day and, beside it, a time of day. */
export function MomentInput({ value, onChange, min, ...field }: MomentInputProps) {
  const { t } = useTranslation()
  const at = value.lastIndexOf('T')
  const [day, time] = [value.slice(0, at), value.slice(at + 1)]
  return (
    <div className="flex gap-2">
      <DayInput {...field} className="flex-1" value={day} min={min} onChange={next => onChange(`${next}T${time}`)} />
      <TimeInput aria-label={t('day.time')} value={time} onChange={next => onChange(`${day}T${next}`)} />
    </div>
  )
}
