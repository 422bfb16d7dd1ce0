import { zoneDetails } from '@balcao/shared/api/orders/zones.ts'
import type { ZoneDetail } from '@balcao/shared/entities/zone.ts'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

/**
 * Props of the dialog; `like`: the place whose values a new one begins with, since the next one is
 * mostly in the same city.
 */
type PlaceDialogProps = { zoneId: string; place: ZoneDetail | null; like?: ZoneDetail | undefined; onClose: () => void }

export function PlaceDialog({ zoneId, place, like, onClose }: PlaceDialogProps) {
  const { t } = useTranslation('orders')
  const form = useForm({
    resolver: formResolver(zoneDetails.create.body),
    defaultValues: {
      zoneId,
      city: place?.city ?? like?.city ?? '',
      neighborhood: place?.neighborhood ?? '',
      rate: place?.rate ?? like?.rate ?? 0,
      isActive: place?.isActive ?? true,
    },
  })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={place ? t('places.edit') : t('places.add')}
      save={body =>
        place ? api(zoneDetails.update, { params: { id: place.id }, body }) : api(zoneDetails.create, { body })
      }
      list={zoneDetails.list}
      rowsKey="zoneDetails"
      saved={place ? t('places.saved') : t('places.added')}
      fieldOf={{ ERR_ZONE_PLACE_ALREADY_EXISTS: 'neighborhood' }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('places.city')} error={fieldError(errors.city)} required>
          <Input autoComplete="off" {...form.register('city')} />
        </Field>
        <Field
          label={t('places.neighborhood')}
          hint={t('places.neighborhoodHint')}
          error={fieldError(errors.neighborhood)}
        >
          <Input autoComplete="off" {...form.register('neighborhood')} />
        </Field>
        <Controller
          control={form.control}
          name="rate"
          render={({ field }) => (
            <Field label={t('places.rate')} error={fieldError(errors.rate)} required>
              <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
      </div>
      <SwitchField control={form.control} name="isActive" label={t('active')} hint={t('places.activeHint')} />
    </RowDialog>
  )
}
