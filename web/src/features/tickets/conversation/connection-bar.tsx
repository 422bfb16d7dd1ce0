import { Link } from '@tanstack/react-router'
import { Unplug } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isolate } from '#/lib/isolate.ts'
import { useMayAccess } from '#/lib/permissions.ts'

/**
 * Shows above the input that the ticket's connection is down. Messages of a linked device are kept
 * and sent later; a connection at Meta refuses them until somebody connects it again.
 */
export function ConnectionBar({ name, kept }: { name: string; kept: boolean }) {
  const { t } = useTranslation('channels')
  const mayConnect = useMayAccess('admin')
  return (
    <p className="flex items-center gap-2 border-line border-t bg-warning-soft px-3 py-1.5 text-sm text-warning-ink">
      <Unplug aria-hidden size={16} className="icon shrink-0" />
      <span className="min-w-0">
        {t(kept ? 'bar.down' : 'bar.page', { name: isolate(name) })}{' '}
        {mayConnect && (
          <Link
            to="/connections"
            className="whitespace-nowrap font-medium underline underline-offset-2 touch:inline-flex touch:min-h-control touch:items-center"
          >
            {t('bar.open')}
          </Link>
        )}
      </span>
    </p>
  )
}
