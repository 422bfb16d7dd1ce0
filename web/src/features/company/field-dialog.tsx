import { fields } from '@balcao/shared/api/company/fields.ts'
import { type CustomField, FIELD_OWNERS, FIELD_TYPES } from '@balcao/shared/entities/custom-field.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)

/** Creates a custom field (`field` null) or edits one. Texts: `fields`. */
export function FieldDialog({ field, onClose }: { field: CustomField | null; onClose: () => void }) {
  const { t } = useTranslation('fields')
  const plan = usePlan()
  const form = useForm({
    resolver: formResolver(fields.create.body),
    defaultValues: {
      name: field?.name ?? '',
      on: field?.on ?? 'contact',
      type: field?.type ?? 'text',
      choices: field?.choices ?? [],
    },
  })
  const { errors } = form.formState
  const { type, name } = form.watch()
  const owners = FIELD_OWNERS.filter(owner => owner !== 'customer' || plan?.useSales || field?.on === owner)
  const fixed = field ? t('fixed') : undefined
  return (
    <RowDialog
      form={form}
      title={field ? t('editField') : t('add')}
      size="sm"
      save={given => {
        const body = { ...given, choices: given.type === 'choice' ? given.choices : [] }
        return field ? api(fields.update, { params: { id: field.id }, body }) : api(fields.create, { body })
      }}
      list={fields.listAll}
      rowsKey={null}
      saved={field ? t('saved') : t('added')}
      fieldOf={{
        ERR_FIELD_NAME_ALREADY_EXISTS: 'name',
        ERR_FIELD_LIMIT: 'on',
        ERR_FIELD_TYPE_FIXED: 'type',
        ERR_FIELD_WITHOUT_CHOICES: 'choices',
      }}
      onClose={onClose}
    >
      <Field
        label={t('name')}
        hint={name.trim() && t('nameHint', { variable: `{{field.${name.trim()}}}` })}
        error={fieldError(errors.name)}
        required
      >
        <Input autoComplete="off" placeholder={t('nameExample')} {...form.register('name')} />
      </Field>
      <Field label={t('on')} hint={fixed} error={fieldError(errors.on)}>
        <Select
          disabled={field !== null}
          options={owners.map(owner => ({ value: owner, label: t(`owner.${owner}`) }))}
          {...form.register('on')}
        />
      </Field>
      <Field label={t('type')} hint={fixed} error={fieldError(errors.type)}>
        <Select
          disabled={field !== null}
          options={FIELD_TYPES.map(each => ({ value: each, label: t(`types.${each}`) }))}
          {...form.register('type')}
        />
      </Field>
      {type === 'choice' && (
        <Controller
          control={form.control}
          name="choices"
          render={({ field: input, fieldState }) => (
            <Field
              label={t('choices')}
              hint={t('choicesHint')}
              error={fieldError(Array.isArray(fieldState.error) ? fieldState.error.find(Boolean) : fieldState.error)}
              required
            >
              <Textarea
                rows={5}
                defaultValue={(input.value ?? []).join('\n')}
                onBlur={input.onBlur}
                onChange={event => input.onChange(linesOf(event.target.value))}
              />
            </Field>
          )}
        />
      )}
    </RowDialog>
  )
}
