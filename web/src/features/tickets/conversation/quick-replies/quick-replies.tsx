import { files } from '@balcao/shared/api/content/files.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import type { FileList } from '@balcao/shared/entities/file-list.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { Files, Paperclip } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '#/lib/cn.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { companyZone } from '#/lib/settings.ts'
import type { QuickFile, SentList } from '../../public/outgoing.ts'
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

const listsQuery = { ...apiQuery(files.listAll), gcTime: Number.POSITIVE_INFINITY }

/** Fetches the quick replies before the first slash. */
export const fetchQuickReplies = () =>
  Promise.all([queryClient.prefetchQuery(allQuery), queryClient.prefetchQuery(listsQuery)])

const LIST_ID = 'quick-replies'
const optionId = (id: string) => `${LIST_ID}-${id}`

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
  const { data, isError, isPaused } = useQuery(allQuery)
  // The file lists are optional: without them the quick replies still show.
  const lists = useQuery(listsQuery).data
  const found = useMemo((): Found[] => {
    const typed = text.slice(1)
    return [
      ...findQuickReplies(data ?? [], typed).map(quick => ({ id: quick.id, quick })),
      ...findFileLists(lists ?? [], typed).map(row => ({ id: row.id, list: listOf(row) })),
    ]
  }, [data, lists, text])
  const [now] = useState(Date.now)
  const [chosen, setChosen] = useState<string | null>(null)
  const at = Math.max(
    0,
    found.findIndex(({ id }) => id === chosen),
  )
  const active = found[at]
  const fill = (message: string) => {
    const timeZone = companyZone()
    return fillVariables(message, {
      contactName: ticket.contact.name,
      protocol: protocolOf(ticket.id, Date.parse(ticket.createdAt), timeZone),
      queueName: ticket.queue?.name,
      userName: user.name,
      now,
      timeZone,
    })
  }
  const choose = (row: Found) =>
    'quick' in row ? onChoose(fill(row.quick.message), fileOf(row.quick)) : onChooseList(row.list)
  const isLoading = !data && !isError && !isPaused

  const keys = useRef<(event: KeyboardEvent) => void>(() => undefined)
  keys.current = event => {
    if (event.isComposing) return
    const take = () => {
      event.preventDefault()
      event.stopPropagation()
    }
    const step = (by: number) => {
      take()
      setChosen(found[(at + by + found.length) % found.length]?.id ?? null)
    }
    const plain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'Escape') {
      take()
      onClose()
    } else if (event.key === 'Enter' && plain && isLoading) take()
    else if (!active || !plain) return
    else if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      take()
      choose(active)
    }
  }
  useEffect(() => {
    const element = field.current
    if (!element) return
    // Registered on the field itself, so that it handles a key before the composer does.
    const onKeyDown = (event: KeyboardEvent) => keys.current(event)
    element.addEventListener('keydown', onKeyDown)
    const state = { 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox', 'aria-controls': LIST_ID }
    for (const [name, value] of Object.entries(state)) element.setAttribute(name, value)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      for (const name of Object.keys(state)) element.removeAttribute(name)
    }
  }, [field])
  useEffect(() => {
    const element = field.current
    if (!element || !active) return
    element.setAttribute('aria-activedescendant', optionId(active.id))
    document.getElementById(optionId(active.id))?.scrollIntoView({ block: 'nearest' })
    return () => element.removeAttribute('aria-activedescendant')
  }, [field, active])

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
        {found.map((row, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard in the field, which keeps the focus
          <div
            key={row.id}
            id={optionId(row.id)}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(row)}
            className={cn(
              'flex min-h-control cursor-pointer items-center gap-3 rounded-sm px-2 hover:bg-hover pointer-coarse:min-h-11',
              i === at && 'bg-active',
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
