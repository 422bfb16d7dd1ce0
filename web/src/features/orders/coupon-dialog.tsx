import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import { COUPON_TYPES, type Coupon } from '@balcao/shared/entities/coupon.ts'
import { VALUE_FIELDS } from '@balcao/shared/rules/sales/coupon-value.ts'
import { givenBy, patternPercent } from '@balcao/shared/rules/sales/coupons.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#/components/day-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { MultiSelect } from '#/components/ui/combobox.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Textarea } from '#/components/ui/textarea.tsx'
import { cn } from '#/lib/cn.ts'
import { codeText } from '#/lib/error-text.ts'
import { fieldError } from '#/lib/field-error.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { couponResolver, couponValues } from './coupon-form.ts'
import { RegionsField } from './regions-field.tsx'

/**
 * Creates a coupon (`coupon` null) or edits one. The other fields open once its type is chosen
 * (decision 0021).
 */
export function CouponDialog({ coupon, onClose }: { coupon: Coupon | null; onClose: () => void }) {
  const { t } = useTranslation('coupons')
  const allStores = useQuery(apiQuery(stores.listAll))
  const allCategories = useQuery(apiQuery(categories.listAll))
  const form = useForm({ resolver: couponResolver(coupon), defaultValues: couponValues(coupon) })
  const { errors } = form.formState
  const values = form.watch()
  const { type } = values
  const percent = patternPercent(values.name)
  /** Effective type: a pattern in the name overrides the chosen type. */
  const effect = type && givenBy({ name: values.name, type, value: 0 }).type
  const gone = allStores.data && values.storeId && !allStores.data.some(({ id }) => id === values.storeId)
  const money = (name: 'valueFixed' | 'valueFreeShipping' | 'minimumValue' | 'maxDiscount', hint?: string) => (
    <Controller
      key={name}
      control={form.control}
      name={name}
      render={({ field }) => (
        <Field label={t(name)} hint={hint} error={fieldError(errors[name])} required={name === 'valueFixed'}>
          <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
        </Field>
      )}
    />
  )
  const toggle = (name: 'freeShipping' | 'cumulative', hint: string) => (
    <SwitchField control={form.control} name={name} label={t(name)} hint={hint} />
  )
  const count = (name: 'usageLimit' | 'usagePerUser') => (
    <Field label={t(name)} hint={t('emptyUnlimited')} error={fieldError(errors[name])}>
      <Input inputMode="numeric" autoComplete="off" className="tabular" {...form.register(name)} />
    </Field>
  )
  return (
    <RowDialog
      form={form}
      title={coupon ? t('edit') : t('add')}
      size={type ? 'lg' : 'md'}
      notice={coupon ? t('usedSoFar', { count: coupon.used }) : undefined}
      save={asked => {
        // A category deleted meanwhile is not listed, so nobody could deselect it.
        const there = allCategories.data?.map(({ id }) => id) ?? asked.categories
        const body = { ...asked, categories: asked.categories.filter(id => there.includes(id)) }
        return coupon ? api(coupons.update, { params: { id: coupon.id }, body }) : api(coupons.create, { body })
      }}
      list={coupons.list}
      rowsKey="coupons"
      saved={coupon ? t('saved') : t('added')}
      fieldOf={{
        ERR_COUPON_NAME_ALREADY_EXISTS: 'name',
        ERR_COUPON_TERMS: type ? VALUE_FIELDS[type] : 'type',
        ERR_NO_STORE_FOUND: 'storeId',
        ERR_NO_CATEGORY_FOUND: 'categories',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('name')}
          hint={percent === undefined ? t('nameHint') : t('patternHint', { percent })}
          error={fieldError(errors.name)}
          required
        >
          <Input autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label={t('type')} error={fieldError(errors.type)} required>
          <Select
            {...form.register('type')}
            {...(type ? {} : { placeholder: t('typeChoose') })}
            options={COUPON_TYPES.map(each => ({ value: each, label: t(`types.${each}`) }))}
          />
        </Field>
      </div>
      {type && (
        <>
          <div
            className={cn(
              'grid gap-4',
              percent === undefined && type === 'percentage' ? 'sm:grid-cols-3' : 'sm:grid-cols-2',
            )}
          >
            {percent === undefined && type === 'fixed' && money('valueFixed')}
            {percent === undefined && type === 'percentage' && (
              <Field label={t('valuePercentage')} error={fieldError(errors.valuePercentage)} required>
                <Input
                  inputMode="decimal"
                  autoComplete="off"
                  className="tabular text-right"
                  {...form.register('valuePercentage')}
                />
              </Field>
            )}
            {percent === undefined &&
              type === 'free_shipping' &&
              money('valueFreeShipping', t('valueFreeShippingHint'))}
            {effect === 'percentage' && money('maxDiscount', t('maxDiscountHint'))}
            {money('minimumValue', t('minimumValueHint'))}
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <DayField control={form.control} name="startAt" label={t('startAt')} required />
            <DayField
              control={form.control}
              name="expiresAt"
              label={t('expiresAt')}
              hint={t('expiresAtHint')}
              error={errors.expiresAt && t('expiresBefore')}
            />
          </div>
          <div className="flex flex-col gap-1">
            {effect !== 'free_shipping' && toggle('freeShipping', t('freeShippingHint'))}
            {toggle('cumulative', t('cumulativeHint'))}
          </div>
          <FormSection title={t('limits')}>
            <div className="grid gap-4 sm:grid-cols-2">
              {count('usageLimit')}
              {count('usagePerUser')}
            </div>
          </FormSection>
          <FormSection title={t('where')}>
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('storeId')} error={fieldError(errors.storeId)}>
                <Select
                  {...form.register('storeId')}
                  placeholder={t('allStores')}
                  options={[
                    ...(allStores.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
                    ...(gone ? [{ value: values.storeId, label: t('storeGone') }] : []),
                  ]}
                />
              </Field>
              <Controller
                control={form.control}
                name="categories"
                render={({ field }) => (
                  <Field label={t('categories')} error={errors.categories && codeText(errors.categories.message ?? '')}>
                    <MultiSelect
                      value={field.value}
                      onChange={field.onChange}
                      placeholder={t('allCategories')}
                      emptyText={t('noCategories')}
                      loading={allCategories.isPending}
                      options={(allCategories.data ?? []).map(({ id, name, color }) => ({
                        value: id,
                        label: name,
                        color,
                      }))}
                    />
                  </Field>
                )}
              />
            </div>
            <Controller
              control={form.control}
              name="regions"
              render={({ field }) => (
                <Field label={t('regions')} hint={t('regionsHint')} error={errors.regions && t('regionsWrong')}>
                  <RegionsField value={field.value} onChange={field.onChange} />
                </Field>
              )}
            />
          </FormSection>
          <Field label={t('restrictions')} hint={t('restrictionsHint')} error={fieldError(errors.restrictions)}>
            <Textarea rows={2} {...form.register('restrictions')} />
          </Field>
        </>
      )}
    </RowDialog>
  )
}
