import { announcements } from '@balcao/shared/api/content/announcements.ts'
import type { Announcement } from '@balcao/shared/entities/announcement.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ImageOff, Newspaper } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoreButton } from '#/components/more-button.tsx'
import { Badge, CountBadge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Picture } from '#/components/ui/picture.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#/components/ui/popover.tsx'
import { PriorityBadge } from '#/features/content/public/priority-badge.tsx'
import { PictureViewer } from '#/features/tickets/public/lazy-picture-viewer.ts'
import { formatWhen } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { apiPages } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { storeText, useStoredText } from '#/lib/stored-text.ts'

/**
 * Shows the announcements of the installation, the newest first; a badge counts those this browser
 * has not yet shown to this person.
 */
export function AnnouncementsPopover() {
  const { t } = useTranslation('announcements')
  const isSuper = useMayAccess('super')
  const [open, setOpen] = useState(false)
  const [viewed, setViewed] = useState<Announcement | null>(null)
  const list = useInfiniteQuery(apiPages(announcements.list, {}))
  const all = list.data?.pages.flatMap(page => page.records) ?? []
  // Super users also receive announcements that are not published.
  const rows = all.filter(({ status }) => status)
  const { seen, see } = useSeen()
  const unread = rows.filter(({ id }) => !seen.has(id))
  /** Announcements that were new when the panel was opened stay marked while it is read. */
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setFresh(new Set(unread.map(({ id }) => id)))
    see(rows)
  }
  return (
    <>
      <Popover open={open} onOpenChange={change}>
        <span className="relative inline-flex">
          <PopoverTrigger>
            <IconButton
              label={unread.length > 0 ? t('bell.unread', { count: unread.length }) : t('bell.open')}
              icon={<Newspaper size={20} />}
            />
          </PopoverTrigger>
          <span className="-top-0.5 -right-0.5 pointer-events-none absolute">
            <CountBadge count={open ? 0 : unread.length} />
          </span>
        </span>
        <PopoverContent align="end" aria-label={t('title')} className="w-96 max-w-[calc(100vw-16px)] p-0">
          <div className="flex items-center justify-between gap-2 border-line border-b px-3 py-2">
            <h2 className="font-semibold">{t('title')}</h2>
            {isSuper && (
              <Link
                to="/announcements"
                onClick={() => setOpen(false)}
                className="rounded-sm text-accent-ink text-sm underline-offset-4 hover:underline"
              >
                {t('bell.manage')}
              </Link>
            )}
          </div>
          {rows.length === 0 ? (
            <p className="p-6 text-center text-ink-2">{t('bell.none')}</p>
          ) : (
            <ul className="max-h-[min(32rem,70vh)] overflow-y-auto">
              {rows.map(row => (
                <li key={row.id} className="border-line border-b p-3 last:border-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <PriorityBadge priority={row.priority} />
                    {(fresh.has(row.id) || !seen.has(row.id)) && <Badge tone="accent">{t('bell.new')}</Badge>}
                    <time dateTime={row.createdAt} className="tabular ml-auto text-ink-2 text-xs">
                      {formatWhen(row.createdAt)}
                    </time>
                  </p>
                  <h3 className="mt-1.5 break-words font-medium">{row.title}</h3>
                  <p className="mt-0.5 whitespace-pre-wrap break-words text-ink-2 text-sm">{row.text}</p>
                  {row.mediaPath && (
                    <button
                      type="button"
                      aria-label={t('bell.openPicture', { title: row.title })}
                      onClick={() => {
                        change(false)
                        setViewed(row)
                      }}
                      className="mt-2 block w-full overflow-hidden rounded-md border border-line bg-active"
                    >
                      <Picture
                        src={row.mediaPath}
                        className="h-40 w-full object-cover"
                        instead={
                          <span className="flex h-40 flex-col items-center justify-center gap-1 px-3 text-ink-2 text-sm">
                            <ImageOff aria-hidden size={20} className="icon" />
                            <bdi className="max-w-full truncate">{row.mediaName}</bdi>
                          </span>
                        }
                      />
                    </button>
                  )}
                </li>
              ))}
              {list.hasNextPage && (
                <li className="flex justify-center p-2">
                  <MoreButton list={list} size="sm" variant="ghost" />
                </li>
              )}
            </ul>
          )}
        </PopoverContent>
      </Popover>
      <Suspense>
        {viewed?.mediaPath && (
          <PictureViewer
            picture={{
              id: viewed.id,
              url: viewed.mediaPath,
              name: viewed.mediaName,
              text: viewed.title,
              createdAt: viewed.createdAt,
            }}
            onClose={() => setViewed(null)}
          />
        )}
      </Suspense>
    </>
  )
}

/** Maximum number of remembered ids. */
const MAX_SEEN = 500

function idsOf(raw: string | null): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(raw ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter(id => typeof id === 'string') : [])
  } catch {
    return new Set()
  }
}

/** Returns the announcements this person has seen in this browser, in all its tabs. */
function useSeen() {
  const key = `balcao.announcements.${useUser().id}`
  const raw = useStoredText(key)
  const seen = useMemo(() => idsOf(raw), [raw])
  const see = (rows: readonly Announcement[]) => {
    if (rows.every(({ id }) => seen.has(id))) return
    // When the storage is full, nothing is stored: the badge comes again.
    storeText(key, JSON.stringify([...new Set([...rows.map(({ id }) => id), ...seen])].slice(0, MAX_SEEN)))
  }
  return { seen, see }
}
