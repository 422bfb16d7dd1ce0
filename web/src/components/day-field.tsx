import type { ReactNode } from 'react'
import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { fieldError } from '#/lib/field-error.ts'
import { DayInput } from './ui/day-input.tsx'
import { Field } from './ui/field.tsx'

interface DayFieldProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>
  /**
   * Its value is a day `yyyy-mm-dd`, and '', null or undefined for none, as the form began with.
   */
  name: FieldPathByValue<Input, string | null | undefined>
  label: ReactNode
  hint?: ReactNode
  /** Text of the error, where it is not that of the field's problem. */
  error?: string | undefined
  required?: boolean
  min?: string
  max?: string
  disabled?: boolean
  className?: string
  /** Value of an empty field: null where the contract takes null for none. */
  none?: null | ''
}

/** Shows a form field for a day. */
export function DayField<Input extends FieldValues, Output>({
  control,
  name,
  none = '',
  label,
  hint,
  error,
  required = false,
  className,
  ...limits
}: DayFieldProps<Input, Output>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          label={label}
          hint={hint}
          error={error ?? fieldError(fieldState.error)}
          required={required}
          {...(className ? { className } : {})}
        >
          <DayInput
            {...limits}
            ref={field.ref}
            value={field.value ?? ''}
            onBlur={field.onBlur}
            onChange={day => field.onChange(day || none)}
          />
        </Field>
      )}
    />
  )
}
