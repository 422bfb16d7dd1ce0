import { mayDo } from '@balcao/shared/access.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { isOfferedIn } from '@balcao/shared/rules/quick-message-visibility.ts'
import { fillVariables, hasFieldVariable, type MoreValues, protocolOf } from '@balcao/shared/rules/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { Files, Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import { toast } from '#/lib/toast.ts'
import type { QuickFile, SentList } from '../../public/outgoing.ts'
import { optionId, useFieldList } from '../use-field-list.ts'
import { findFileLists, findQuickReplies, previewOf } from './find-quick-replies.ts'

export interface QuickReplyListProps {
  ticket: Ticket
  /** Text of the field, from the slash on. */
  text: string
  /**
   * Field of the composer; while the list is shown, it controls the field's keys and ARIA state.
   */
  field: RefObject<HTMLTextAreaElement | null>
  /** Called with the text, its variables filled. */
  onChoose: (body: string, file: QuickFile | null) => void
  onChooseList: (list: SentList) => void
  onClose: () => void
}

/** Kept as long as the page: they are needed without a network, too. */
const allQuery = { ...apiQuery(quickMessages.listAll), gcTime: Number.POSITIVE_INFINITY }

/** Returns the query of a ticket in a queue that is not the user's: it was given to them alone. */
const ticketQuery = (ticketId: string) => ({
  ...apiQuery(quickMessages.listAll, { query: { ticketId } }),
  gcTime: Number.POSITIVE_INFINITY,
})

const listsQuery = { ...apiQuery(files.listAll), gcTime: Number.POSITIVE_INFINITY }

/** Fetches the quick replies before the first slash. */
export const fetchQuickReplies = () =>
  Promise.all([queryClient.prefetchQuery(allQuery), queryClient.prefetchQuery(listsQuery)])

const LIST_ID = 'quick-replies'

const fileOf = ({ id, mediaName, mediaPath, mediaType }: QuickMessage): QuickFile | null =>
  mediaPath ? { quickMessageId: id, name: mediaName ?? '', path: mediaPath, type: mediaType } : null

const listOf = ({ id, name, options }: FileList): SentList => ({
  fileListId: id,
  name,
  files: options.flatMap(({ id, name, fileName, path, mediaType }) =>
    path === null ? [] : [{ id, name: fileName ?? '', text: name, path, type: mediaType }],
  ),
})

type Found = { id: string; quick: QuickMessage } | { id: string; list: SentList }

/**
 * Shows the quick replies and file lists that match the text after the slash, above the composer;
 * the focus stays in its field.
 */
export function QuickReplyList({ ticket, text, field, onChoose, onChooseList, onClose }: QuickReplyListProps) {
  const { t } = useTranslation('quickMessages')
  const user = useUser()
  const { queueId } = ticket
  const isOwnQueue =
    queueId === null || mayDo('tickets-manager:showall', user) || user.queues.some(({ id }) => id === queueId)
  const { data, isError, isPaused } = useQuery(isOwnQueue ? allQuery : ticketQuery(ticket.id))
  // The file lists are optional: without them the quick replies still show.
  const lists = useQuery(listsQuery).data
  const found = useMemo((): Found[] => {
    const typed = text.slice(1)
    return [
      ...findQuickReplies(
        (data ?? []).filter(row => isOfferedIn(row, queueId)),
        typed,
      ).map(quick => ({ id: quick.id, quick })),
      ...findFileLists(lists ?? [], typed).map(row => ({ id: row.id, list: listOf(row) })),
    ]
  }, [data, lists, queueId, text])
  const [now] = useState(Date.now)
  const fill = (message: string, more: MoreValues = {}) => {
    const timeZone = companyZone()
    const source = {
      contactName: ticket.contact.name,
      protocol: protocolOf(ticket.id, Date.parse(ticket.createdAt), timeZone),
      queueName: ticket.queue?.name,
      userName: user.name,
      now,
      timeZone,
    }
    return fillVariables(message, source, more)
  }
  /** Text that the list is shown for now; null once it has closed. */
  const latest = useRef<string | null>(null)
  useEffect(() => {
    latest.current = text
    return () => {
      latest.current = null
    }
  }, [text])
  const choose = (row: Found) => {
    if (!('quick' in row)) return onChooseList(row.list)
    const { message } = row.quick
    const take = (more?: MoreValues) => onChoose(fill(message, more), fileOf(row.quick))
    if (!hasFieldVariable(message)) return take()
    void import('./field-values.ts')
      .then(file => file.fieldValuesOf(ticket))
      .then(more => {
        // A person who wrote on meanwhile, or closed the list, keeps their text.
        if (latest.current === text) take(more)
      }, toast.error)
  }
  const isLoading = !data && !isError && !isPaused

  const active = useFieldList({ field, listId: LIST_ID, rows: found, isLoading, onChoose: choose, onClose })

  // Set after the list is rendered: a live region's initial text is not announced.
  const [announced, setAnnounced] = useState('')
  const none = isLoading ? t('composer.loading') : data ? t('composer.none', { text }) : t('composer.failed')
  const count = found.length
  useEffect(() => setAnnounced(count > 0 ? t('composer.found', { count }) : none), [count, none, t])

  return (
    <div className="absolute inset-x-2 bottom-full z-20 mb-1 flex max-h-72 max-w-2xl flex-col rounded-md border border-line-strong bg-raised text-ink shadow-overlay sm:inset-x-3">
      <span role="status" className="sr-only">
        {announced}
      </span>
      <div
        id={LIST_ID}
        role="listbox"
        aria-label={t('composer.label')}
        className="min-h-0 overflow-y-auto p-1 empty:p-0"
      >
        {found.map(row => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which keeps the focus
          <div
            key={row.id}
            id={optionId(LIST_ID, row.id)}
            role="option"
            tabIndex={-1}
            aria-selected={row === active}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(row)}
            className={cn(
              'flex min-h-control cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
              row === active && 'bg-active',
            )}
          >
            {'quick' in row ? (
              <>
                <span className="max-w-[45%] shrink-0 truncate font-medium">/{row.quick.shortcode}</span>
                <bdi className="min-w-0 flex-1 truncate text-ink-2 text-sm">{previewOf(fill(row.quick.message))}</bdi>
                {row.quick.isMedia && (
                  <Paperclip
                    size={16}
                    role="img"
                    aria-label={t('composer.file')}
                    className="icon shrink-0 text-ink-2"
                  />
                )}
              </>
            ) : (
              <>
                <bdi className="min-w-0 flex-1 truncate font-medium">{row.list.name}</bdi>
                <span className="flex shrink-0 items-center gap-1.5 text-ink-2 text-sm">
                  <Files aria-hidden size={16} className="icon" />
                  {t('composer.fileList', { count: row.list.files.length })}
                </span>
              </>
            )}
          </div>
        ))}
      </div>
      <p
        aria-hidden
        className={cn('border-line border-t px-3 py-1.5 text-ink-2 text-xs', count > 0 && 'pointer-coarse:hidden')}
      >
        {count > 0 ? t('composer.keys') : none}
      </p>
    </div>
  )
}
