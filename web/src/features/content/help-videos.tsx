import { helps } from '@balcao/shared/api/content/helps.ts'
import type { Help } from '@balcao/shared/entities/help.ts'
import { Play } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowActions } from '#/components/list-row.tsx'
import { ListStates } from '#/components/list-states.tsx'
import { MessageText } from '#/components/message-text.tsx'
import { MoreButton } from '#/components/more-button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { lazyPart } from '#/lib/lazy-part.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'
import type { useRowList } from '#/lib/use-row-list.ts'

const HelpDialog = lazyPart(() => import('./help-dialog.tsx').then(file => file.HelpDialog))

type Videos = Pick<ReturnType<typeof useRowList<typeof helps.list, Help>>, 'list' | 'rows' | 'search'>

interface HelpVideosProps extends Videos {
  edited: Help | 'new' | null
  onEdit: (edited: Help | 'new' | null) => void
}

/** Shows the help videos as cards; super users edit and delete them here. */
export function HelpVideos({ list, rows, search, edited, onEdit }: HelpVideosProps) {
  const { t } = useTranslation(['helps', 'common'])
  const isSuper = useMayAccess('super')
  const [played, setPlayed] = useState<Help | null>(null)
  const remove = useRemove<Help>({
    title: row => t('deleteTitle', { name: row.title }),
    hint: t('deleteHint'),
    done: t('deleted'),
    failed: t('common:error.operation'),
    call: row => api(helps.remove, { params: { id: row.id } }),
    list: helps.list,
    rowsKey: 'records',
  })
  return (
    <>
      <ListStates
        list={list}
        count={rows.length}
        rowHeight={120}
        rows={3}
        search={search}
        firstUse={<p className="text-ink-2">{t(isSuper ? 'emptySuper' : 'empty')}</p>}
      >
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
          {rows.map(row => (
            <li key={row.id} className="flex flex-col overflow-hidden rounded-md border border-line bg-surface">
              <button
                type="button"
                aria-label={t('play', { title: row.title })}
                onClick={() => setPlayed(row)}
                className="group flex aspect-video w-full items-center justify-center bg-active -outline-offset-2"
              >
                <span className="flex size-12 items-center justify-center rounded-full border border-line-strong bg-raised text-accent-ink group-hover:bg-accent-soft">
                  <Play aria-hidden size={20} className="icon ml-0.5" />
                </span>
              </button>
              <div className="flex min-w-0 flex-1 items-start gap-2 p-3">
                <div className="min-w-0 flex-1">
                  <h2 className="line-clamp-2 font-medium" title={row.title}>
                    {row.title}
                  </h2>
                  {row.description && <p className="mt-1 line-clamp-3 text-ink-2 text-sm">{row.description}</p>}
                </div>
                {isSuper && (
                  <RowActions name={row.title} onEdit={() => onEdit(row)} onDelete={() => void remove(row)} />
                )}
              </div>
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <div className="mt-4 flex justify-center">
            <MoreButton list={list} />
          </div>
        )}
        <p className="mt-3 text-ink-2 text-xs">{t('privacy')}</p>
      </ListStates>
      {played && <PlayedHelp row={played} onClose={() => setPlayed(null)} />}
      <Suspense>
        {edited && <HelpDialog row={edited === 'new' ? null : edited} onClose={() => onEdit(null)} />}
      </Suspense>
    </>
  )
}

/** Shows the video in an iframe that cannot reach the page, with its text below. */
function PlayedHelp({ row, onClose }: { row: Help; onClose: () => void }) {
  const { t } = useTranslation('helps')
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={row.title} size="xl">
      <iframe
        title={t('player', { title: row.title })}
        src={`https://www.youtube-nocookie.com/embed/${row.video}`}
        sandbox="allow-scripts allow-same-origin allow-presentation"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        // The player refuses a page without a referrer; the origin is enough, the path stays
        // private.
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
        className="aspect-video w-full rounded-md border border-line bg-active"
      />
      {row.description && (
        <div className="mt-4 whitespace-pre-wrap break-words">
          <MessageText text={row.description} />
        </div>
      )}
    </Dialog>
  )
}
