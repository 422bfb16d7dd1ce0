import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Field } from '#/components/ui/field.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { usePlan } from '#/lib/use-plan.ts'

interface AnsweringFieldsProps {
  integrationId: string | null
  promptId: string | null
  /** Called with the choice; at most one of the two answers. */
  onChange: (chosen: { integrationId: string | null; promptId: string | null }) => void
}

/**
 * Shows which integration or AI agent answers in the tickets of a queue or a connection; renders
 * nothing where the plan has neither.
 */
export function AnsweringFields({ integrationId, promptId, onChange }: AnsweringFieldsProps) {
  const { t } = useTranslation('integrations')
  const plan = usePlan()
  const integrations = useQuery({ ...apiQuery(queueIntegration.listAll), enabled: plan?.useIntegrations === true })
  const agents = useQuery({ ...apiQuery(prompts.listAll), enabled: plan?.useOpenAi === true })
  const options = (rows: readonly { id: string; name: string }[] = []) =>
    rows.map(row => ({ value: row.id, label: row.name }))
  if (!plan?.useIntegrations && !plan?.useOpenAi) return null
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {plan.useIntegrations && (
        <Field label={t('answering.integration')} hint={t('answering.integrationHint')}>
          <Combobox
            value={integrationId}
            onChange={id => onChange({ integrationId: id, promptId: id ? null : promptId })}
            options={options(integrations.data)}
            loading={integrations.isPending}
            placeholder={t('answering.noIntegration')}
            clearLabel={t('answering.noIntegration')}
          />
        </Field>
      )}
      {plan.useOpenAi && (
        <Field label={t('answering.prompt')} hint={t('answering.promptHint')}>
          <Combobox
            value={promptId}
            onChange={id => onChange({ promptId: id, integrationId: id ? null : integrationId })}
            options={options(agents.data)}
            loading={agents.isPending}
            placeholder={t('answering.none')}
            clearLabel={t('answering.none')}
          />
        </Field>
      )}
    </div>
  )
}
