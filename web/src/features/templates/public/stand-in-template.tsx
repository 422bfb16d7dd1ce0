import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import type { TemplateChoice } from '@balcao/shared/rules/templates/template-choice.ts'
import { VARIABLES } from '@balcao/shared/rules/variable-names.ts'
import { fillVariables, type MoreValues } from '@balcao/shared/rules/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sampleSource } from '#/components/text-preview.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { TemplateFields } from './template-fields.tsx'

interface StandInTemplateProps extends TemplateChoice {
  onChange: (choice: TemplateChoice) => void
  /** Further variables of the text, with samples. */
  more?: MoreValues
  error?: string | undefined
  /** True after the form was submitted: values that are missing are marked. */
  isTried: boolean
}

/**
 * Lets a person choose the template that stands in for a text which leaves by itself, and warns
 * while there is none: outside of a customer's window the text fails. Shows nothing in a company
 * whose default connection is no official number.
 */
export function StandInTemplate({
  templateId,
  templateVariables,
  onChange,
  more = {},
  error,
  isTried,
}: StandInTemplateProps) {
  const { t } = useTranslation('templateUse')
  const { data } = useQuery(apiQuery(whatsapp.list))
  const sender = data?.find(({ isDefault }) => isDefault)
  if (!sender || capabilitiesOf(sender).window !== 'template') return null
  return (
    <div className="flex flex-col gap-3">
      {templateId === null && (
        <p role="note" className="rounded-md bg-warning-soft p-3 text-sm text-warning-ink">
          {t('standInMissing', { name: sender.name })}
        </p>
      )}
      <TemplateFields
        label={t('standIn')}
        hint={t('standInHint')}
        clearLabel={t('standInNone')}
        whatsappId={sender.id}
        templateId={templateId}
        values={templateVariables}
        onChange={(id, values) => onChange({ templateId: id, templateVariables: { ...values } })}
        variables={[...VARIABLES, ...Object.keys(more)]}
        fill={text => fillVariables(text, sampleSource({ queueName: 'Vendas', userName: 'Ana' }), more)}
        error={error}
        isTried={isTried}
      />
    </div>
  )
}
