import { ChevronDown } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { afterFocusReturn } from '#/lib/after-focus-return.ts'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { type ComboboxOption, OptionText } from './combobox-option.tsx'
import { controlStyles } from './input.tsx'
import { Pill } from './pill.tsx'
import { Popover, PopoverContent, PopoverTrigger } from './popover.tsx'
import { Spinner } from './spinner.tsx'

const ComboboxList = lazyPart(() => import('./combobox-list.tsx').then(file => file.ComboboxList))

interface CommonProps {
  options: readonly ComboboxOption[]
  id?: string
  placeholder?: string
  disabled?: boolean
  /** Accessible name where no Field labels it. */
  label?: string
  loading?: boolean
  /** Searches on the server; without it options are filtered here, accents and case ignored. */
  onSearch?: (text: string) => void
  emptyText?: ReactNode
  className?: string
  /** Shows the list at once, for a place that is reached by a key alone. */
  autoOpen?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

interface SingleProps extends CommonProps {
  value: string | null
  onChange: (value: string | null) => void
  /** Offers an entry that clears the choice, with this text. */
  clearLabel?: string
}

/** Lets the person choose one entry of a long list, with search. */
export function Combobox({ value, onChange, clearLabel, autoOpen = false, ...props }: SingleProps) {
  const [open, setOpen] = useState(false)
  // The dialog around it takes the focus first.
  useEffect(() => {
    if (autoOpen) afterFocusReturn(() => setOpen(true))
  }, [autoOpen])
  const chosen = props.options.find(option => option.value === value)
  const choose = (next: string | null) => {
    onChange(next)
    setOpen(false)
  }
  return (
    <Frame
      {...props}
      open={open}
      onOpenChange={setOpen}
      summary={chosen && <OptionText option={chosen} />}
      isChosen={each => each === value}
      onSelect={choose}
      {...(clearLabel && value !== null ? { clearLabel, onClear: () => choose(null) } : {})}
    />
  )
}

interface MultiProps extends CommonProps {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** `count` keeps one line ("3 filas"), for filter rows; `pills` shows each choice, for forms. */
  summary?: 'pills' | 'count'
  countLabel?: (count: number) => string
}

/** Lets the person choose several entries of a list, with search. */
export function MultiSelect({ value, onChange, summary = 'pills', countLabel, ...props }: MultiProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const chosen = props.options.filter(option => value.includes(option.value))
  const [only] = chosen
  const toggle = (entry: string) =>
    onChange(value.includes(entry) ? value.filter(each => each !== entry) : [...value, entry])
  return (
    <div className="min-w-0">
      <Frame
        {...props}
        open={open}
        onOpenChange={setOpen}
        multiple
        summary={
          chosen.length > 1
            ? (countLabel?.(chosen.length) ?? t('select.chosen', { count: chosen.length }))
            : only && <OptionText option={only} />
        }
        isChosen={each => value.includes(each)}
        onSelect={toggle}
      />
      {summary === 'pills' && chosen.length > 1 && (
        <ul className="mt-2 flex flex-wrap gap-1.5">
          {chosen.map(option => (
            <li key={option.value} className="min-w-0">
              <Pill
                color={option.color}
                onRemove={props.disabled ? undefined : () => toggle(option.value)}
                removeLabel={t('select.remove', { name: option.label })}
              >
                {option.label}
              </Pill>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface FrameProps extends CommonProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The chosen entries; empty shows the placeholder. */
  summary: ReactNode
  isChosen: (value: string) => boolean
  onSelect: (value: string) => void
  clearLabel?: string
  onClear?: () => void
  multiple?: boolean
}

function Frame({ open, onOpenChange, summary, ...props }: FrameProps) {
  const { t } = useTranslation()
  const listId = useId()
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger>
        <button
          type="button"
          role="combobox"
          id={props.id}
          disabled={props.disabled}
          aria-expanded={open}
          aria-controls={open ? listId : undefined}
          aria-haspopup="listbox"
          aria-label={props.label}
          aria-invalid={props['aria-invalid']}
          aria-describedby={props['aria-describedby']}
          className={cn(controlStyles, 'flex h-control items-center gap-2 pr-2.5 pl-3 text-left', props.className)}
        >
          <span className={cn('min-w-0 flex-1 truncate', !summary && 'text-ink-3')}>
            {summary || props.placeholder || t('select.placeholder')}
          </span>
          <ChevronDown aria-hidden size={16} className="icon shrink-0 text-ink-2" />
        </button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={props.label ?? props.placeholder ?? t('select.placeholder')}
        className="w-(--radix-popover-trigger-width) min-w-56 p-0"
      >
        <Suspense
          fallback={
            <div className="flex justify-center p-4 text-ink-2">
              <Spinner />
            </div>
          }
        >
          <ComboboxList
            id={listId}
            label={props.label ?? props.placeholder ?? t('select.placeholder')}
            options={props.options}
            isChosen={props.isChosen}
            onSelect={props.onSelect}
            clearLabel={props.clearLabel}
            onClear={props.onClear}
            loading={props.loading}
            onSearch={props.onSearch}
            emptyText={props.emptyText}
            multiple={props.multiple}
          />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
