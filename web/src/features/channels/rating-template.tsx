import { fillVariables } from '@balcao/shared/rules/variables.ts'
import { useTranslation } from 'react-i18next'
import { sampleSource } from '#/components/text-preview.tsx'
import { TemplateFields } from '#/features/templates/public/template-fields.tsx'

/** Variables that a closed ticket can fill. */
const FILLED = ['name', 'firstName', 'protocol', 'queue', 'user', 'date', 'hour'] as const

type Props = Pick<
  Parameters<typeof TemplateFields>[0],
  'whatsappId' | 'templateId' | 'values' | 'onChange' | 'error' | 'isTried'
>

/** Lets a person choose the template by which an official number asks for a rating. */
export function RatingTemplate(props: Props) {
  const { t } = useTranslation('templateUse')
  return (
    <TemplateFields
      {...props}
      label={t('rating')}
      hint={t('ratingHint')}
      clearLabel={t('ratingNone')}
      variables={FILLED}
      fill={text => fillVariables(text, sampleSource({ queueName: 'Vendas', userName: 'Ana' }))}
    />
  )
}
