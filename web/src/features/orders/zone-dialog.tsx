import { zones } from '@balcao/shared/api/orders/zones.ts'
import type { Zone } from '@balcao/shared/entities/zone.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

interface ZoneDialogProps {
  /** The zone to edit; null: a new one. */
  zone: Zone | null
  onClose: () => void
  /** Called for a new zone, which has no places yet. */
  onMade: (zone: Zone) => void
}

export function ZoneDialog({ zone, onClose, onMade }: ZoneDialogProps) {
  const { t } = useTranslation('orders')
  const form = useForm({
    resolver: formResolver(zones.create.body),
    defaultValues: { name: zone?.name ?? '', isActive: zone?.isActive ?? true },
  })
  return (
    <RowDialog
      form={form}
      title={zone ? t('zones.edit') : t('zones.add')}
      size="sm"
      save={async body => {
        if (zone) return api(zones.update, { params: { id: zone.id }, body })
        const made = await api(zones.create, { body })
        onMade(made)
        return made
      }}
      list={zones.list}
      rowsKey="zones"
      saved={zone ? t('zones.saved') : t('zones.added')}
      fieldOf={{ ERR_ZONE_NAME_ALREADY_EXISTS: 'name' }}
      onClose={onClose}
    >
      <Field label={t('zones.name')} error={fieldError(form.formState.errors.name)} required>
        <Input autoComplete="off" {...form.register('name')} />
      </Field>
      <SwitchField control={form.control} name="isActive" label={t('active')} hint={t('zones.activeHint')} />
    </RowDialog>
  )
}
