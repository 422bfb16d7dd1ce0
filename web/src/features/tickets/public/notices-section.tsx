import { notices } from '@balcao/shared/api/company/notices.ts'
import type { Notice } from '@balcao/shared/entities/notice.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { AtSign, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { cn } from '#/lib/cn.ts'
import { formatRowTime } from '#/lib/format.ts'
import { apiPages } from '#/lib/queries.ts'
import { readNotices, useUnreadNotices } from './unread-notices.ts'

/** Shows mentions and notices in the bell, those that are unread with a dot. */
export function NoticesSection({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation('ticketDetails')
  const client = useQueryClient()
  const unread = useUnreadNotices()
  const list = useInfiniteQuery(apiPages(notices.list, { query: { limit: 20 } }))
  const rows = list.data?.pages.flatMap(page => page.notices) ?? []
  return (
    <div className="border-line border-t">
      <div className="flex min-h-9 items-center justify-between px-3 pt-1">
        <h3 id="notices-title" className="font-semibold">
          {t('notices.title')}
        </h3>
        {unread.length > 0 && (
          <Button size="sm" variant="ghost" onClick={() => readNotices(client)}>
            {t('notices.readAll')}
          </Button>
        )}
      </div>
      {list.isPending && <Skeleton className="mx-3 mb-3 h-10" />}
      {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && rows.length === 0 && <p className="px-3 pb-3 text-ink-2">{t('notices.none')}</p>}
      {rows.length > 0 && (
        <ul aria-labelledby="notices-title" className="max-h-72 overflow-y-auto p-1">
          {rows.map(row => (
            <Row
              key={row.id}
              notice={row}
              onOpen={() => {
                if (!row.read) readNotices(client, [row.id])
                onOpen()
              }}
            />
          ))}
          {list.hasNextPage && (
            <li className="p-1 text-center">
              <MoreButton list={list} size="sm" variant="ghost" />
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function Row({ notice, onOpen }: { notice: Notice; onOpen: () => void }) {
  const { t } = useTranslation('ticketDetails')
  const Icon = notice.kind === 'mention' ? AtSign : BellRing
  const names = { name: notice.by.name, contact: notice.contactName }
  return (
    <li>
      <Link
        to="/tickets/$uuid"
        params={{ uuid: notice.ticketId }}
        onClick={onOpen}
        className="flex items-start gap-3 rounded-md px-2 py-2 hover:bg-hover"
      >
        <Icon
          aria-hidden
          size={16}
          className={cn('icon mt-0.5 shrink-0', notice.read ? 'text-ink-3' : 'text-accent-ink')}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <bdi className={cn('min-w-0 flex-1 truncate', notice.read ? 'font-medium' : 'font-semibold')}>
              {t(`notices.${notice.kind}`, names)}
            </bdi>
            <time dateTime={notice.createdAt} className="tabular text-ink-2 text-xs">
              {formatRowTime(notice.createdAt)}
            </time>
          </span>
          <bdi className="line-clamp-2 text-ink-2 text-sm">{notice.text}</bdi>
        </span>
        {!notice.read && (
          <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
            <span className="sr-only">{t('notices.unread')}</span>
          </span>
        )}
      </Link>
    </li>
  )
}
