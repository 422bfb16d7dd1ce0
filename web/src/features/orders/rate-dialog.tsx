import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { rates } from '@balcao/shared/api/orders/rates.ts'
import type { Rate, RateType } from '@balcao/shared/entities/rate.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { useQuery } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'

/** Kilometres as typed, with a comma or a point; empty means none. */
const Kilometers = z
  .string()
  .trim()
  .transform(text => Number(text.replace(',', '.')))
  .pipe(z.number().min(0).max(20_000))

const fields = rates.create.body.extend({ kilometers: Kilometers })

interface RateDialogProps {
  /** The rate to edit; null: a new one. */
  rate: Rate | null
  /** The company's freight method, which decides the fields. */
  type: RateType
  /** Store of the rate, where it cannot be chosen. */
  store?: Pick<Store, 'id' | 'name'> | undefined
  onClose: () => void
}

export function RateDialog({ rate, type, store, onClose }: RateDialogProps) {
  const { t } = useTranslation('orders')
  const form = useForm({
    resolver: formResolver(fields),
    defaultValues: {
      storeId: store?.id ?? rate?.storeId ?? '',
      type,
      kilometers: String(rate?.kilometers ?? '').replace('.', ','),
      minimumValue: rate?.minimumValue ?? 0,
      isActive: rate?.isActive ?? true,
      ...(rate ? { value: rate.value } : {}),
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={rate ? t('rates.edit') : t('rates.add')}
      save={async body => {
        const saved = await (rate ? api(rates.update, { params: { id: rate.id }, body }) : api(rates.create, { body }))
        applyListEvent(queryClient, rates.ofStore, 'rates', { action: 'update', row: saved })
        return saved
      }}
      list={rates.list}
      rowsKey="rates"
      saved={rate ? t('rates.saved') : t('rates.added')}
      fieldOf={{
        ERR_RATE_ALREADY_EXISTS: type === 'byValue' ? 'minimumValue' : 'storeId',
        ERR_NO_STORE_FOUND: 'storeId',
        ERR_RATE_METHOD: 'type',
      }}
      onClose={onClose}
    >
      <Field label={t('rates.type')} hint={t('rates.typeHint')} error={fieldError(errors.type)}>
        <Input readOnly value={t(`method.${type}`)} />
      </Field>
      {store ? (
        <Field label={t('rates.store')} error={fieldError(errors.storeId)}>
          <Input readOnly value={store.name} />
        </Field>
      ) : (
        <Controller
          control={form.control}
          name="storeId"
          render={({ field, fieldState }) => (
            <Field label={t('rates.store')} error={fieldError(fieldState.error)} required>
              <StoreChoice value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        {type === 'byKm' && (
          <Field label={t('rates.kilometers')} hint={t('rates.kilometersHint')} error={fieldError(errors.kilometers)}>
            <Input
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              className="tabular text-right"
              {...form.register('kilometers')}
            />
          </Field>
        )}
        {type !== 'fixeRate' && (
          <Controller
            control={form.control}
            name="minimumValue"
            render={({ field, fieldState }) => (
              <Field
                label={t('rates.minimumValue')}
                hint={t(type === 'byValue' ? 'rates.minimumValueHint' : 'rates.minimumValueNote')}
                error={fieldError(fieldState.error)}
              >
                <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
              </Field>
            )}
          />
        )}
        <Controller
          control={form.control}
          name="value"
          render={({ field, fieldState }) => (
            <Field
              label={t(type === 'byKm' ? 'rates.valuePerKm' : 'rates.value')}
              error={fieldError(fieldState.error)}
              required
            >
              <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
      </div>
      <SwitchField control={form.control} name="isActive" label={t('active')} hint={t('rates.activeHint')} />
    </RowDialog>
  )
}

interface StoreChoiceProps {
  value: string
  onChange: (storeId: string) => void
  id?: string
}

function StoreChoice({ value, onChange, ...field }: StoreChoiceProps) {
  const { t } = useTranslation('orders')
  const { data, isPending } = useQuery(apiQuery(stores.listAll))
  return (
    <Combobox
      {...field}
      value={value || null}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onChange={storeId => onChange(storeId ?? '')}
      placeholder={t('rates.chooseStore')}
      loading={isPending}
      emptyText={t('rates.noStores')}
    />
  )
}
