import { VARIABLES } from '@balcao/shared/rules/variable-names.ts'
import { useTranslation } from 'react-i18next'
import { TemplateFields } from '#/features/templates/public/template-fields.tsx'

type Props = Omit<Parameters<typeof TemplateFields>[0], 'label' | 'hint' | 'variables' | 'clearLabel'>

/** Lets a person choose a template in place of the text of a scheduled message. */
export function ScheduleTemplate(props: Props) {
  const { t } = useTranslation('templateUse')
  return (
    <TemplateFields
      {...props}
      label={t('schedule')}
      hint={t(props.templateId === null ? 'scheduleOutside' : 'scheduleHint')}
      clearLabel={t('scheduleNone')}
      variables={VARIABLES}
    />
  )
}
