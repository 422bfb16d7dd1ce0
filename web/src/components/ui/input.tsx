import { Eye, EyeOff, Search, X } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'

export const controlStyles =
  'w-full min-w-0 scroll-my-16 rounded-md border border-control bg-surface text-ink transition-colors hover:border-ink-3 focus-visible:border-accent-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line-strong disabled:bg-hover disabled:text-ink-3 [input&[readonly]]:bg-hover dark:bg-bg'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...props} className={cn(controlStyles, 'h-control px-3', className)} />
}

/** Shows a password field with a button that reveals it. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className={cn('pr-11', className)} />
      <button
        type="button"
        aria-label={shown ? t('password.hide') : t('password.show')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-md text-ink-2 hover:text-ink"
      >
        <Icon size={16} className="icon" />
      </button>
    </div>
  )
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'type'> {
  /** Accessible name; also the placeholder unless one is given. */
  label: string
  value: string
  onChange: (value: string) => void
}

/** Shows a search box with a clear button; Esc clears. */
export function SearchInput({ label, value, onChange, className, placeholder, ...props }: SearchInputProps) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={cn('relative', className)}>
      <Search
        aria-hidden
        size={16}
        className="icon pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        {...props}
        ref={input}
        id={id}
        type="search"
        value={value}
        placeholder={placeholder ?? label}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape' && value) {
            event.stopPropagation()
            onChange('')
          }
        }}
        className={cn(controlStyles, 'h-control text-ellipsis pl-9', value ? 'pr-control' : 'pr-3')}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t('search.clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
          className="absolute inset-y-0 right-0 flex w-control items-center justify-center rounded-md text-ink-2 hover:text-ink"
        >
          <X size={16} className="icon" />
        </button>
      )}
    </div>
  )
}
