import type { TemplateComponent } from '@balcao/shared/entities/template.ts'
import { renderTemplate } from '@balcao/shared/rules/templates/render-template.ts'
import { FileText, Film, ImageIcon, MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MessageButtons } from '#/components/message-buttons.tsx'
import { MessageText } from '#/components/message-text.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { formatTime } from '#/lib/format.ts'
import { useObjectUrl } from '#/lib/use-object-url.ts'

const ICONS = { IMAGE: ImageIcon, VIDEO: Film, DOCUMENT: FileText, LOCATION: MapPin } as const

interface TemplatePreviewProps {
  components: readonly TemplateComponent[]
  values: Readonly<Record<string, string>>
  /** The header's file, where it is in this browser. */
  file?: File | null
}

/** Shows a template's message as its customer's phone does. Its texts are those of `templates`. */
export function TemplatePreview({ components, values, file = null }: TemplatePreviewProps) {
  const { t } = useTranslation('templates')
  const { header, body, footer, buttons } = renderTemplate(components, values)
  const format = components.find(component => component.type === 'HEADER')?.format ?? 'TEXT'
  const Icon = format === 'TEXT' ? null : ICONS[format]
  const shown = format === 'IMAGE' && file !== null ? file : undefined
  const url = useObjectUrl(shown)
  return (
    <section aria-label={t('preview.title')} className="rounded-lg border border-line bg-bg p-3">
      <div className="max-w-80 overflow-hidden rounded-lg rounded-tl-sm bg-bubble-other">
        <div className="px-3 py-1.5">
          {Icon && (
            <div className="-mx-2 mt-0.5 mb-1.5">
              <Picture
                src={shown && url}
                alt={header}
                className="max-h-48 w-full rounded-md object-cover"
                instead={
                  <div className="flex h-24 flex-col items-center justify-center gap-1 rounded-md bg-active px-2 text-ink-2">
                    <Icon aria-hidden size={24} className="icon" />
                    <span className="max-w-full truncate text-xs">{header || t(`header.${format}`)}</span>
                  </div>
                }
              />
            </div>
          )}
          {!Icon && header !== '' && <p className="wrap-anywhere mb-0.5 font-semibold">{header}</p>}
          {body === '' ? <p className="text-ink-3">{t('preview.empty')}</p> : <MessageText text={body} />}
          <p className="flex items-end gap-2 text-ink-2 text-xs">
            <span className="wrap-anywhere min-w-0 flex-1">{footer}</span>
            <time className="tabular shrink-0">{formatTime(Date.now())}</time>
          </p>
        </div>
        <MessageButtons buttons={buttons} />
      </div>
    </section>
  )
}
