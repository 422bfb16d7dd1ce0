import type {
  CustomField,
  FieldChanges,
  FieldOwner,
  FieldValue,
  FieldValues,
} from '@balcao/shared/entities/custom-field.ts'
import { ExternalLink, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { problemText } from '#/lib/field-error.ts'
import { writtenDay } from '#/lib/parse-day.ts'
import { toast } from '#/lib/toast.ts'
import { FieldControl } from './public/field-control.tsx'
import { useFields } from './public/use-fields.ts'

interface ShownFieldsProps {
  on: FieldOwner
  title: string
  values: FieldValues
  /** Saves a changed value; a refusal is thrown. */
  onSave: (changes: FieldChanges) => Promise<unknown>
}

/** Number of fields up to which those without a value are shown too. */
const FEW = 6

/**
 * Shows the custom fields of a row, each changed where it stands; nothing in a company without any.
 * Texts: `fields`.
 */
export function ShownFields({ on, title, values, onSave }: ShownFieldsProps) {
  const { t } = useTranslation('fields')
  const fields = useFields(on)
  const [all, setAll] = useState(false)
  if (fields.length === 0) return null
  const shown = all || fields.length <= FEW ? fields : fields.filter(({ id }) => values[id] !== undefined)
  const hidden = fields.length - shown.length
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{title}</h3>
      <ul className="flex flex-col gap-2">
        {shown.map(field => (
          <ShownField key={field.id} field={field} value={values[field.id] ?? null} onSave={onSave} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="link" size="inline" className="mt-2" onClick={() => setAll(true)}>
          {t('showAll', { count: hidden })}
        </Button>
      )}
    </section>
  )
}

interface ShownFieldProps extends Pick<ShownFieldsProps, 'onSave'> {
  field: CustomField
  value: FieldValue | null
}

function ShownField({ field, value, onSave }: ShownFieldProps) {
  const { t } = useTranslation('fields')
  const [typed, setTyped] = useState<{ value: FieldValue | null } | null>(null)
  const [error, setError] = useState<string>()
  const place = useRef<HTMLLIElement>(null)
  /** Value as it is now: the key or blur that saves it may have changed it just before. */
  const latest = useRef<FieldValue | null>(null)
  /** Value on its way to the server. */
  const sending = useRef<{ value: FieldValue | null } | null>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** True after a key: an arrow on the way to a choice is none yet. */
  const byKey = useRef(false)
  const isChosen = field.type === 'choice' || field.type === 'boolean'
  const open = () => {
    latest.current = value
    byKey.current = false
    setTyped({ value })
  }
  const close = () => {
    clearTimeout(leaving.current)
    const hasFocus = place.current?.contains(document.activeElement)
    flushSync(() => {
      setTyped(null)
      setError(undefined)
    })
    // The focus was in what is gone now.
    if (hasFocus) place.current?.querySelector('button')?.focus()
  }
  const save = async () => {
    const next = latest.current
    if (next === value) return close()
    if (sending.current?.value === next) return
    sending.current = { value: next }
    try {
      await onSave({ [field.id]: next })
      if (latest.current === next) close()
    } catch (failure) {
      const problem = failure instanceof ApiError ? failure.details[0] : undefined
      if (problem && 'code' in problem) setError(problemText(problem as Parameters<typeof problemText>[0]))
      else {
        close()
        toast.error(failure)
      }
    } finally {
      if (sending.current?.value === next) sending.current = null
    }
  }
  if (typed)
    return (
      <li
        ref={place}
        onPointerDown={() => {
          byKey.current = false
        }}
        onKeyDown={event => {
          // The calendar handles its own keys: it lies elsewhere in the document.
          const target = event.target as Element
          if (!event.currentTarget.contains(target)) return
          byKey.current = true
          if (event.key === 'Escape') {
            event.stopPropagation()
            close()
          } else if (event.key === 'Enter' && !target.closest('button')) {
            // Otherwise the key would press the button that gets the focus.
            event.preventDefault()
            void save()
          }
        }}
        // A focus that only moves on, also into the calendar, arrives before the timer ends.
        onFocus={() => clearTimeout(leaving.current)}
        onBlur={() => {
          leaving.current = setTimeout(() => void save())
        }}
      >
        <Field label={field.name} error={error}>
          <FieldControl
            autoFocus
            field={field}
            value={typed.value}
            onChange={next => {
              latest.current = next
              setTyped({ value: next })
              if (isChosen && !byKey.current) void save()
            }}
          />
        </Field>
      </li>
    )
  return (
    <li ref={place} className="group flex items-start gap-1">
      <dl className="min-w-0 flex-1">
        <dt className="text-ink-2 text-xs">{field.name}</dt>
        <dd className="wrap-anywhere">
          <ShownValue field={field} value={value} />
        </dd>
      </dl>
      <IconButton size="sm" label={t('edit', { name: field.name })} icon={<Pencil size={14} />} onClick={open} />
    </li>
  )
}

/** Shows a value as people read it. */
function ShownValue({ field, value }: { field: CustomField; value: FieldValue | null }) {
  const { t, i18n } = useTranslation('fields')
  if (value === null) return <span className="text-ink-2">{t('none')}</span>
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number')
    return <span className="tabular">{value.toLocaleString(i18n.language, { maximumFractionDigits: 10 })}</span>
  if (field.type === 'date') return <span className="tabular">{writtenDay(value)}</span>
  if (field.type !== 'link') return value
  return (
    <a href={value} target="_blank" rel="noreferrer" className="text-accent-ink hover:underline">
      {value.replace(/^https?:\/\//, '')} <ExternalLink aria-hidden size={12} className="icon inline" />
    </a>
  )
}
