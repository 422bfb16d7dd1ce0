import {
  fillVariables,
  type MoreValues,
  protocolOf,
  unknownVariables,
  type VariableSource,
} from '@balcao/shared/rules/variables.ts'
import { useTranslation } from 'react-i18next'
import { companyZone } from '#/lib/settings.ts'
import { MessageText } from './message-text.tsx'
import { useFieldSamples } from './use-field-samples.ts'

/** Sample values of somebody who writes now, for the preview of a text. */
export const sampleSource = (
  values: Pick<VariableSource, 'queueName' | 'userName'>,
  now = Date.now(),
): VariableSource => ({
  contactName: 'Maria Andrade',
  protocol: protocolOf('00a1b2c3', now, companyZone()),
  now,
  timeZone: companyZone(),
  ...values,
})

interface TextPreviewProps {
  text: string
  queueName?: string | undefined
  userName?: string | undefined
  /** Further variables of this kind of text. */
  more?: MoreValues
}

/**
 * Shows how an automatic text arrives, with its variables filled, and names the variables in it
 * that do not exist.
 */
export function TextPreview({ text, queueName, userName, more }: TextPreviewProps) {
  const { t } = useTranslation('common')
  const samples = useFieldSamples(text)
  if (text.trim() === '') return null
  const values = { ...more, ...samples }
  const unknown = samples ? unknownVariables(text, values) : []
  return (
    <div className="mt-1.5">
      {unknown.length > 0 && (
        <p role="status" className="mb-1 text-sm text-warning-ink">
          {t('preview.unknown', { list: unknown.map(name => `{{${name}}}`).join(' ') })}
        </p>
      )}
      <div className="flex items-start gap-2">
        <span className="shrink-0 pt-1 text-ink-2 text-xs">{t('preview.label')}</span>
        <div className="max-h-40 min-w-0 overflow-y-auto rounded-lg rounded-tl-sm bg-bubble-own px-3 py-1 text-sm">
          <MessageText text={fillVariables(text.trim(), sampleSource({ queueName, userName }), values)} />
        </div>
      </div>
    </div>
  )
}
