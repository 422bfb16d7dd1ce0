import { categories } from '@balcao/shared/api/catalog/categories.ts'
import type { Category } from '@balcao/shared/entities/category.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { ColorPicker } from '#/components/ui/color-picker.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { queueColors } from '#/lib/queue-colors.ts'
import { api } from '#/lib/session.ts'

/** Creates a category (null) or edits one. */
export function CategoryDialog({ category, onClose }: { category: Category | null; onClose: () => void }) {
  const { t } = useTranslation('catalog')
  const form = useForm({
    resolver: formResolver(categories.create.body),
    defaultValues: {
      code: category?.code ?? '',
      name: category?.name ?? '',
      color: category ? category.color : queueColors[Math.floor(Math.random() * queueColors.length)]!,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={category ? t('categories.edit') : t('categories.add')}
      save={body =>
        category ? api(categories.update, { params: { id: category.id }, body }) : api(categories.create, { body })
      }
      list={categories.list}
      rowsKey="categories"
      saved={category ? t('categories.saved') : t('categories.added')}
      fieldOf={{ ERR_CATEGORY_NAME_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('code')} error={fieldError(errors.code)}>
          <Input autoComplete="off" maxLength={30} {...form.register('code')} />
        </Field>
        <Field label={t('categories.name')} error={fieldError(errors.name)} className="sm:col-span-2" required>
          <Input autoComplete="off" maxLength={50} {...form.register('name')} />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="color"
        render={({ field }) => (
          <Field label={t('categories.color')} error={fieldError(errors.color)}>
            <ColorPicker value={field.value ?? ''} onChange={field.onChange} />
          </Field>
        )}
      />
    </RowDialog>
  )
}
