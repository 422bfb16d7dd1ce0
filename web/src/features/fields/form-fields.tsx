import type { FieldOwner } from '@balcao/shared/entities/custom-field.ts'
import { type Control, Controller } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { FieldControl } from './public/field-control.tsx'
import { useFields } from './public/use-fields.ts'

interface FormFieldsProps {
  /** Control of any form; `lazyPart` keeps no type parameters. */
  control: Control
  on: FieldOwner
}

/**
 * Shows the custom fields of a form's row, in the form's value `fields`; nothing in a company
 * without any. Texts: `fields`.
 */
export function FormFields({ control, on }: FormFieldsProps) {
  const { t } = useTranslation('fields')
  const fields = useFields(on)
  if (fields.length === 0) return null
  return (
    <FormSection title={t('title')}>
      {fields.map(field => (
        <Controller
          key={field.id}
          control={control}
          name={`fields.${field.id}`}
          render={({ field: input, fieldState }) => (
            <Field label={field.name} error={fieldError(fieldState.error)}>
              <FieldControl field={field} value={input.value ?? null} onBlur={input.onBlur} onChange={input.onChange} />
            </Field>
          )}
        />
      ))}
    </FormSection>
  )
}
