import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import type { DataImport, DataImportCounts } from '@balcao/shared/entities/data-import.ts'
import { isLinked } from '@balcao/shared/rules/is-linked.ts'
import { isUnsent } from '@balcao/shared/rules/is-unsent.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Says what is left to do by hand after an import that brought connections or users, as long as it
 * is: connections to link, invitations to send.
 */
export function NextSteps({ counts }: Pick<DataImport, 'counts'>) {
  const { t } = useTranslation('imports')
  const id = useId()
  const hasBrought = (kind: DataImportCounts['kind']) => counts.some(one => one.kind === kind && one.taken > 0)
  const connections = useQuery({ ...apiQuery(whatsapp.list), enabled: hasBrought('connection') }).data ?? []
  const invited = useQuery({ ...apiQuery(invitations.list), enabled: hasBrought('user') }).data ?? []
  const unlinked = connections.filter(one => !isLinked(one)).length
  const unsent = invited.filter(isUnsent).length
  if (unlinked + unsent === 0) return null
  const link = 'text-accent-ink underline underline-offset-4 touch:inline-flex touch:min-h-control touch:items-center'
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="font-medium">
        {t('next.title')}
      </h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {unlinked > 0 && (
          <li>
            {t('next.connections', { count: unlinked, shown: formatNumber(unlinked) })}{' '}
            <Link to="/connections" className={link}>
              {t('next.link')}
            </Link>
          </li>
        )}
        {unsent > 0 && (
          <li>
            {t('next.invitations', { count: unsent, shown: formatNumber(unsent) })}{' '}
            <Link to="/users" className={link}>
              {t('next.invite')}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}
