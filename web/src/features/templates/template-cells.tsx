import type { Template, TemplateStatus } from '@balcao/shared/entities/template.ts'
import { renderTemplate } from '@balcao/shared/rules/templates/render-template.ts'
import { plainText } from '@balcao/shared/rules/text-marks.ts'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { languageName } from './public/language-name.ts'
import { useRejectedReason } from './use-rejected-reason.ts'

const TONES: Readonly<Record<TemplateStatus, 'success' | 'warning' | 'danger' | 'info' | 'neutral'>> = {
  APPROVED: 'success',
  PENDING: 'info',
  IN_APPEAL: 'info',
  REJECTED: 'danger',
  DISABLED: 'danger',
  PAUSED: 'warning',
  LIMIT_EXCEEDED: 'warning',
  PENDING_DELETION: 'neutral',
  ARCHIVED: 'neutral',
}

/** Returns the words of a template's message, in one line. */
export const templateText = ({ components }: Template): string => plainText(renderTemplate(components, {}).body)

/** Shows the status of a template; the reason of a refusal is its hint. */
export function TemplateBadge({ template }: { template: Template }) {
  const { t } = useTranslation('templates')
  const reason = useRejectedReason(template)
  return (
    <Badge tone={TONES[template.status]} title={reason ?? undefined}>
      {t(`status.${template.status}`)}
    </Badge>
  )
}

/** Shows the words of a template, or why it was refused. */
export function TemplateWords({ template }: { template: Template }) {
  const reason = useRejectedReason(template)
  return <span className={reason ? 'truncate text-danger-ink' : 'truncate'}>{reason ?? templateText(template)}</span>
}

/** Shows language, category and the words of a template, or why it was refused. */
export function TemplateFacts({ template }: { template: Template }) {
  const { t } = useTranslation('templates')
  const reason = useRejectedReason(template)
  return (
    <span className="truncate">
      {[languageName(template.language), t(`category.${template.category}`), reason ?? templateText(template)].join(
        ' · ',
      )}
    </span>
  )
}
