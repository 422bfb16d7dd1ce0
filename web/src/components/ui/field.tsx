import { type ComponentProps, cloneElement, type FormEvent, type ReactElement, type ReactNode, useId } from 'react'
import { cn } from '#/lib/cn.ts'

interface FieldProps {
  label: ReactNode
  /** Single control; id, aria-invalid, aria-describedby and aria-required are set on it. */
  children: ReactElement<Record<string, unknown>>
  /** Error text in the person's language. */
  error?: string | undefined
  /** Help below the control. A text gives way to an error: two texts may contradict each other. */
  hint?: ReactNode
  required?: boolean
  /** Content beside the label, on the right: a counter, a link. */
  aside?: ReactNode
  className?: string
}

export function Field({ label, children, error, hint: help, required, aside, className }: FieldProps) {
  const hint = error && typeof help === 'string' ? undefined : help
  const own = useId()
  const id = (children.props.id as string | undefined) ?? own
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('min-w-0', className)}>
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
          {required && (
            <span aria-hidden className="ml-0.5 text-danger-ink">
              *
            </span>
          )}
        </label>
        {aside && <span className="text-ink-2 text-xs">{aside}</span>}
      </div>
      {cloneElement(children, {
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-ink-2 text-xs">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-ink text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

interface ToggleFieldProps {
  label: ReactNode
  hint?: ReactNode
  /** A Switch or Checkbox. */
  children: ReactElement<Record<string, unknown>>
  className?: string
}

/** Shows a switch or checkbox with its label beside it; the whole line is the target. */
export function ToggleField({ label, hint, children, className }: ToggleFieldProps) {
  const id = useId()
  return (
    <div className={cn('flex items-start gap-3 py-1', className)}>
      {cloneElement(children, { id, 'aria-describedby': hint ? `${id}-hint` : undefined })}
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="block">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-2 text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  busy?: boolean
}

/**
 * Renders a form whose submit never bubbles into an outer one (dialogs are inside screens) and
 * cannot be sent twice at once.
 */
export function Form({ onSubmit, busy = false, className, ...props }: FormProps) {
  return (
    <form
      noValidate
      {...props}
      aria-busy={busy || undefined}
      onSubmit={event => {
        event.preventDefault()
        event.stopPropagation()
        if (!busy) onSubmit(event)
      }}
      className={cn('flex flex-col gap-4', className)}
    />
  )
}

/** Shows a titled group of fields. */
export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-line border-t pt-4 first:border-0 first:pt-0">
      <legend className="float-left w-full font-semibold">
        {title}
        {hint && <span className="mt-0.5 block font-normal text-ink-2 text-sm">{hint}</span>}
      </legend>
      {children}
    </fieldset>
  )
}
