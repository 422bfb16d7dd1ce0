import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { products } from '@balcao/shared/api/catalog/products.ts'
import type { Product } from '@balcao/shared/entities/product.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { PictureField, type PictureValue } from './picture-field.tsx'

interface ProductDialogProps {
  /** The product to edit; null: a new one. */
  product: Product | null
  onClose: () => void
  /** Called for a new product, which has no price yet. */
  onMade: (product: Product) => void
}

export function ProductDialog({ product, onClose, onMade }: ProductDialogProps) {
  const { t } = useTranslation('catalog')
  const known = useQuery(apiQuery(categories.listAll))
  const form = useForm({
    resolver: formResolver(z.object({ ...products.create.body.shape, picture: z.custom<PictureValue>() })),
    defaultValues: {
      name: product?.name ?? '',
      ean: product?.ean ?? '',
      code: product?.code ?? '',
      description: product?.description ?? '',
      isActive: product?.isActive ?? true,
      categoryId: product?.categoryId ?? null,
      picture: (product?.mediaPath ?? null) as PictureValue,
    },
  })
  const { errors } = form.formState

  return (
    <RowDialog
      form={form}
      title={product ? t('products.edit') : t('products.add')}
      size="lg"
      save={async ({ picture, ...body }) => {
        const sentFiles = picture && typeof picture === 'object' ? { files: [picture.detail, picture.list] } : {}
        const gone = picture === null && product?.mediaPath ? { media: null } : {}
        const saved = product
          ? await api(products.update, { params: { id: product.id }, body: { ...body, ...gone } }, sentFiles)
          : await api(products.create, { body }, sentFiles)
        if (!product) onMade(saved)
        return saved
      }}
      list={products.list}
      rowsKey="products"
      saved={product ? t('products.saved') : t('products.added')}
      fieldOf={{
        ERR_PRODUCT_CODE_ALREADY_EXISTS: 'code',
        ERR_PRODUCT_EAN_ALREADY_EXISTS: 'ean',
        ERR_NO_CATEGORY_FOUND: 'categoryId',
        ERR_UPLOAD_TYPE: 'picture',
        ERR_UPLOAD_TOO_LARGE: 'picture',
        ERR_UPLOAD_MISSING: 'picture',
        ERR_PICTURE_TOO_LARGE: 'picture',
      }}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="picture"
        render={({ field, fieldState }) => (
          <PictureField
            value={(field.value as PictureValue | undefined) ?? null}
            onChange={field.onChange}
            error={fieldError(fieldState.error)}
          />
        )}
      />
      <Field label={t('products.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" maxLength={160} {...form.register('name')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('code')} error={fieldError(errors.code)}>
          <Input autoComplete="off" maxLength={30} {...form.register('code')} />
        </Field>
        <Field label={t('products.ean')} hint={t('products.eanHint')} error={fieldError(errors.ean)}>
          <Input autoComplete="off" inputMode="numeric" maxLength={14} className="tabular" {...form.register('ean')} />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="categoryId"
        render={({ field }) => (
          <Field label={t('products.category')} error={fieldError(errors.categoryId)}>
            <Combobox
              value={field.value ?? null}
              onChange={field.onChange}
              options={(known.data ?? []).map(({ id, name, color }) => ({
                value: id,
                label: name,
                ...(color ? { color } : {}),
              }))}
              loading={known.isPending}
              placeholder={t('products.noCategory')}
              clearLabel={t('products.noCategory')}
            />
          </Field>
        )}
      />
      <Field label={t('products.description')} error={fieldError(errors.description)}>
        <Textarea rows={3} maxLength={1000} {...form.register('description')} />
      </Field>
      <SwitchField
        control={form.control}
        name="isActive"
        label={t('products.active')}
        hint={t('products.activeHint')}
      />
    </RowDialog>
  )
}
