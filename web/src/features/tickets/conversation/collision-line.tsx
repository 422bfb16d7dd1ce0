import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Collision } from './collision.ts'

/** Shows why an answer was not sent at once; sending it again sends it. */
export function CollisionLine({ collision: { kind, name, text } }: { collision: Collision }) {
  const { t } = useTranslation('ticketDetails')
  const who = name ?? t('collision.handset')
  return (
    <p
      role="alert"
      className="mb-2 flex items-center gap-2 rounded-md bg-warning-soft px-3 py-1.5 text-sm text-warning-ink"
    >
      <TriangleAlert aria-hidden size={16} className="icon shrink-0" />
      <span className="min-w-0 truncate">
        <bdi>{t(`collision.${kind}`, { name: who })}</bdi>
        {text && (
          <>
            {': '}
            <bdi>“{text}”</bdi>
          </>
        )}
      </span>
      <span className="ml-auto shrink-0 font-medium">{t('collision.again')}</span>
    </p>
  )
}
