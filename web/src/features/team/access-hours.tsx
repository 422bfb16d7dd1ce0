import type { Profile } from '@balcao/shared/access.ts'
import { DEFAULT_SCHEDULES, type WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { useTranslation } from 'react-i18next'
import { HoursEditor } from '#/components/hours-editor.tsx'
import { FormSection, ToggleField } from '#/components/ui/field.tsx'
import { Switch } from '#/components/ui/switch.tsx'

interface AccessHoursProps {
  profile: Profile
  value: readonly WeekdaySchedule[] | null
  onChange: (value: WeekdaySchedule[] | null) => void
}

/** Edits the hours in which a user may be signed in; admins always may. */
export function AccessHours({ profile, value, onChange }: AccessHoursProps) {
  const { t } = useTranslation('team')
  return (
    <FormSection title={t('accessHours.title')} hint={profile === 'admin' ? t('accessHours.admin') : undefined}>
      {profile !== 'admin' && (
        <>
          <ToggleField label={t('accessHours.limit')} hint={t('accessHours.limitHint')}>
            <Switch checked={value !== null} onCheckedChange={on => onChange(on ? DEFAULT_SCHEDULES : null)} />
          </ToggleField>
          {value && <HoursEditor value={value} onChange={onChange} />}
        </>
      )}
    </FormSection>
  )
}
