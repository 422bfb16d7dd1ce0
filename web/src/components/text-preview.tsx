import { fillVariables, protocolOf, unknownVariables } from '@balcao/shared/rules/variables.ts'
import { TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'

/** A ticket's id as good as any. */
const SOME_TICKET = '00000000-0000-7000-8000-0000009f3a1c'

/** How a text with variables arrives, filled for a customer as there may be one, as it is typed; unknown variables are flagged. */
export function TextPreview({ text }: { text: string }) {
  const { t } = useTranslation('preview')
  const user = useUser()
  const id = useId()
  const [now] = useState(Date.now)
  const zone = companyZone()
  const filled = fillVariables(text, {
    contactName: t('name'),
    protocol: protocolOf(SOME_TICKET, now, zone),
    queueName: user.queues[0]?.name ?? t('queue'),
    userName: user.name,
    now,
    timeZone: zone,
  })
  const unknown = unknownVariables(text)
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h3 id={id} className="mb-1 font-medium text-sm">
        {t('title')}
      </h3>
      {text.trim() === '' ? (
        <p className="text-ink-2 text-sm">{t('empty')}</p>
      ) : (
        <p className="wrap-anywhere max-h-48 w-fit max-w-full overflow-y-auto whitespace-pre-wrap rounded-lg rounded-tr-sm bg-bubble-own px-3 py-1.5">
          {filled}
        </p>
      )}
      {unknown.length > 0 && (
        <p role="status" className="mt-1 flex gap-1.5 text-sm text-warning-ink">
          <TriangleAlert aria-hidden size={16} className="icon mt-0.5 shrink-0" />
          <span className="wrap-anywhere min-w-0">
            {t('unknown', { count: unknown.length, list: unknown.map(name => `{{${name}}}`).join(' ') })}
          </span>
        </p>
      )}
    </section>
  )
}
