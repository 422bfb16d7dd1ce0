import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { CONTRACT_TYPES, type Contract } from '@balcao/shared/entities/contract.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#/components/day-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { SwitchField } from '#/components/switch-field.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Field, FormSection } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Input } from '#/components/ui/input.tsx'
import { MoneyInput } from '#/components/ui/money-input.tsx'
import { Select } from '#/components/ui/select.tsx'
import { fieldError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { useMayAccess, useMayDo } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { CustomerSelect } from './customer-select.tsx'

/** Maximum number of equipment entries in a contract. */
const MAX_EQUIPMENTS = 50

/** Creates a contract (`contract` null) or edits one. */
export function ContractDialog({ contract, onClose }: { contract: Contract | null; onClose: () => void }) {
  const { t } = useTranslation('contracts')
  const mayChoose = useMayDo('user-modal:editProfile')
  const mayPublish = useMayAccess('catalog')
  const form = useForm({
    resolver: formResolver(contracts.create.body),
    defaultValues: {
      number: contract?.number ?? '',
      ...(contract ? { customerId: contract.customerId, type: contract.type } : {}),
      value: contract?.value ?? 0,
      lateFine: contract?.lateFine ?? 0,
      renewal: contract?.renewal ?? false,
      published: contract?.published ?? false,
      equipments: contract?.equipments ?? [],
      startAt: contract?.startAt ?? '',
      expiresAt: contract?.expiresAt ?? '',
    },
  })
  const equipments = useFieldArray({ control: form.control, name: 'equipments' })
  const { errors } = form.formState
  return (
    <RowDialog
      form={form}
      title={contract ? t('edit') : t('add')}
      size="lg"
      save={body =>
        contract ? api(contracts.update, { params: { id: contract.id }, body }) : api(contracts.create, { body })
      }
      list={contracts.list}
      rowsKey="contracts"
      saved={contract ? t('saved') : t('added')}
      fieldOf={{
        ERR_CONTRACT_NUMBER_ALREADY_EXISTS: 'number',
        ERR_NO_CUSTOMER_FOUND: 'customerId',
        ERR_CONTRACT_DATES: 'expiresAt',
        ERR_CONTRACT_PUBLISHED: 'published',
      }}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('number')} error={fieldError(errors.number)} required>
          <Input autoComplete="off" {...form.register('number')} />
        </Field>
        <Field label={t('type')} error={fieldError(errors.type)} required>
          <Select
            {...form.register('type')}
            defaultValue={contract?.type ?? ''}
            options={[
              ...(contract ? [] : [{ value: '', label: t('chooseType'), disabled: true }]),
              ...CONTRACT_TYPES.map(type => ({ value: type, label: t(`types.${type}`) })),
            ]}
          />
        </Field>
      </div>
      {mayChoose && (
        <Controller
          control={form.control}
          name="customerId"
          render={({ field }) => (
            <Field label={t('customer')} error={fieldError(errors.customerId)} required>
              <CustomerSelect value={field.value ?? ''} known={contract?.customer} onChange={field.onChange} />
            </Field>
          )}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Controller
          control={form.control}
          name="value"
          render={({ field }) => (
            <Field label={t('value')} error={fieldError(errors.value)} required>
              <MoneyInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
        <Controller
          control={form.control}
          name="lateFine"
          render={({ field }) => (
            <Field label={t('lateFine')} error={fieldError(errors.lateFine)}>
              <MoneyInput value={field.value ?? 0} onChange={field.onChange} onBlur={field.onBlur} ref={field.ref} />
            </Field>
          )}
        />
        <DayField control={form.control} name="startAt" label={t('startAt')} required />
        <DayField control={form.control} name="expiresAt" label={t('expiresAt')} required />
      </div>
      <SwitchField control={form.control} name="renewal" label={t('renewal')} hint={t('renewalHint')} />
      <SwitchField
        control={form.control}
        name="published"
        label={t('published')}
        hint={t('publishHint')}
        disabled={!mayPublish || (contract?.published ?? false)}
      />
      <FormSection title={t('equipments')}>
        {equipments.fields.map((field, index) => (
          <div key={field.id} className="flex items-start gap-2">
            <Field
              label={index === 0 ? t('equipment') : <span className="sr-only">{t('equipment')}</span>}
              error={fieldError(errors.equipments?.[index]?.name)}
              className="flex-1"
            >
              <Input autoComplete="off" placeholder={t('equipment')} {...form.register(`equipments.${index}.name`)} />
            </Field>
            <Field
              label={index === 0 ? t('serialNumber') : <span className="sr-only">{t('serialNumber')}</span>}
              error={fieldError(errors.equipments?.[index]?.serialNumber)}
              className="flex-1"
            >
              <Input
                autoComplete="off"
                placeholder={t('serialNumber')}
                {...form.register(`equipments.${index}.serialNumber`)}
              />
            </Field>
            <IconButton
              label={t('removeEquipment', { position: index + 1 })}
              icon={<Trash2 size={16} />}
              tone="danger"
              className={index === 0 ? 'mt-[22px]' : 'mt-1'}
              onClick={() => equipments.remove(index)}
            />
          </div>
        ))}
        {equipments.fields.length < MAX_EQUIPMENTS && (
          <Button
            size="sm"
            icon={<Plus size={16} />}
            className="self-start"
            onClick={() => equipments.append({ name: '', serialNumber: '' })}
          >
            {t('addEquipment')}
          </Button>
        )}
      </FormSection>
    </RowDialog>
  )
}
