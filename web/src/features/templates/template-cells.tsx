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

/** Shows a template in a row of the list: in columns, or in two lines. */
export function TemplateCells({ template, oneLine }: { template: Template; oneLine: boolean }) {
  const { t } = useTranslation('templates')
  const reason = useRejectedReason(template)
  const { name, language, category, status, quality } = template
  const text = plainText(renderTemplate(template.components, {}).body)
  const badge = (
    <Badge tone={TONES[status]} title={reason ?? undefined}>
      {t(`status.${status}`)}
    </Badge>
  )
  if (!oneLine)
    return (
      <>
        <span className="flex w-full min-w-0 items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
          {badge}
        </span>
        <span className="w-full truncate text-ink-2 text-sm">
          {[languageName(language), t(`category.${category}`), reason ?? text].join(' · ')}
        </span>
      </>
    )
  return (
    <>
      <span className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="max-w-[60%] shrink-0 truncate font-medium" title={name}>
          {name}
        </span>
        <span className="min-w-0 truncate text-ink-2 text-sm">{reason ?? text}</span>
      </span>
      <span className="w-40 shrink-0 truncate text-ink-2">{languageName(language)}</span>
      <span className="w-28 shrink-0 truncate text-ink-2">{t(`category.${category}`)}</span>
      <span className="w-20 shrink-0 truncate text-ink-2">{t(`quality.${quality}`)}</span>
      <span className="w-28 shrink-0">{badge}</span>
    </>
  )
}
