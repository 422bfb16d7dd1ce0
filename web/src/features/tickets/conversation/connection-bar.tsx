import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isolate } from '#/lib/isolate.ts'

/** Above the input while the ticket's connection is down: what is written is kept, and leaves later. */
export function ConnectionBar({ name }: { name: string | null }) {
  const { t } = useTranslation('tickets')
  return (
    <div role="status">
      {name !== null && (
        <p className="flex items-center gap-2 border-line border-t bg-warning-soft px-3 py-1.5 text-sm text-warning-ink">
          <Unplug aria-hidden size={16} className="icon shrink-0" />
          {t('connectionDown', { name: isolate(name) })}
        </p>
      )}
    </div>
  )
}
