import { holidays } from '@balcao/shared/api/company/holidays.ts'
import type { Holiday } from '@balcao/shared/entities/holiday.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '#/components/day-field.tsx'
import { RowDialog } from '#/components/row-dialog.tsx'
import { Field, ToggleField } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { TimeInput } from '#/components/ui/time-input.tsx'
import { fieldError, problemError } from '#/lib/field-error.ts'
import { formResolver } from '#/lib/form-resolver.ts'
import { api } from '#/lib/session.ts'

/** Default hours of a holiday: half a day, as most holidays with hours have. */
const HALF_DAY = { startTime: '08:00', endTime: '12:00' }

/** Creates a holiday (`holiday` null) or edits one. */
export function HolidayDialog({ holiday, onClose }: { holiday: Holiday | null; onClose: () => void }) {
  const { t } = useTranslation(['company', 'common'])
  const form = useForm({
    resolver: formResolver(holidays.create.body),
    defaultValues: {
      date: holiday?.date ?? '',
      name: holiday?.name ?? '',
      startTime: holiday?.startTime ?? null,
      endTime: holiday?.endTime ?? null,
    },
  })
  const { errors } = form.formState
  const { startTime, endTime } = form.watch()
  const put = (field: 'startTime' | 'endTime', value: string | null) => {
    form.setValue(field, value, { shouldDirty: true })
    form.clearErrors(['startTime', 'endTime'])
  }
  const hours = typeof startTime === 'string' && typeof endTime === 'string' ? { startTime, endTime } : null
  return (
    <RowDialog
      form={form}
      title={holiday ? t('holidays.edit') : t('holidays.add')}
      size="sm"
      save={async body => {
        if (body.startTime !== null && body.startTime === body.endTime)
          return void form.setError('endTime', problemError({ code: 'same_time', field: 'holiday.endTime' }))
        return holiday ? api(holidays.update, { params: { id: holiday.id }, body }) : api(holidays.create, { body })
      }}
      list={holidays.listAll}
      rowsKey={null}
      saved={holiday ? t('holidays.saved') : t('holidays.added')}
      fieldOf={{ ERR_HOLIDAY_ALREADY_EXISTS: 'date' }}
      onClose={onClose}
    >
      <DayField control={form.control} name="date" label={t('holidays.date')} required />
      <Field label={t('holidays.name')} error={fieldError(errors.name)} required>
        <Input autoComplete="off" placeholder={t('holidays.nameExample')} {...form.register('name')} />
      </Field>
      <ToggleField label={t('holidays.closed')} hint={t('holidays.closedHint')}>
        <Switch
          checked={hours === null}
          onCheckedChange={closed => {
            put('startTime', closed ? null : HALF_DAY.startTime)
            put('endTime', closed ? null : HALF_DAY.endTime)
          }}
        />
      </ToggleField>
      {hours && (
        <div className="flex flex-wrap items-start gap-4">
          <Field label={t('common:hours.from')} error={fieldError(errors.startTime)}>
            <TimeInput value={hours.startTime} onChange={value => put('startTime', value)} />
          </Field>
          <Field
            label={t('common:hours.to')}
            hint={hours.startTime > hours.endTime && t('holidays.nextDay')}
            error={fieldError(errors.endTime)}
          >
            <TimeInput value={hours.endTime} isEnd onChange={value => put('endTime', value)} />
          </Field>
        </div>
      )}
    </RowDialog>
  )
}
