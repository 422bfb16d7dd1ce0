import type { Message } from '@balcao/shared/entities/message.ts'
import i18next from 'i18next'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { loadTexts } from '#/lib/i18n.ts'
import { isShortcut, useShortcut } from '#/lib/shortcuts.ts'
import { toast } from '#/lib/toast.ts'
import { canDelete, canEdit, canForward } from './message-actions.ts'
import type { MessageHandlers } from './message-handlers.ts'
import { selection } from './message-selection.ts'
import { useRewriter } from './use-rewriter.ts'

interface MessageKeysOptions {
  box: RefObject<HTMLElement | null>
  find: (id: string) => Message | undefined
  readOnly: boolean
  handlers: Omit<MessageHandlers, 'onJump'>
  /** Loads the messages above the first one; returns false if there are none. */
  loadOlder: () => Promise<boolean>
}

/** Frames within which loaded messages are shown, also on a busy device. */
const SHOWN_FRAMES = 120

/** Returns the element of the message that has the focus. */
const focused = (): HTMLElement | null =>
  document.activeElement instanceof HTMLElement ? document.activeElement.closest<HTMLElement>('[data-message]') : null

const rowsOf = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('[data-message]')]

const select = (row: HTMLElement | undefined) => {
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

/** Focuses the newest message of the conversation on screen. Returns whether there is one. */
export function selectNewest(): boolean {
  const box = document.querySelector<HTMLElement>('[data-conversation-log]')
  const row = box ? rowsOf(box).at(-1) : undefined
  select(row)
  return row !== undefined
}

/** Focuses the message above one, once it is shown, unless the focus has gone elsewhere. */
function selectAbove(box: HTMLElement, row: HTMLElement, frames = SHOWN_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.activeElement?.id !== row.id) return
    const rows = rowsOf(box)
    const at = rows.findIndex(({ id }) => id === row.id)
    if (at > 0) select(rows[at - 1])
    else if (frames > 0) selectAbove(box, row, frames - 1)
  })
}

const toComposer = (): boolean => {
  const field = document.querySelector<HTMLElement>('[data-composer]')
  field?.focus()
  return field !== null
}

/**
 * Moves between messages with the arrow keys: below the last message is the input, above the first
 * one older messages are fetched. The other keys run the entries of a message's menu.
 */
export function useMessageKeys({ box, find, readOnly, handlers, loadOlder }: MessageKeysOptions) {
  const { t } = useTranslation(['tickets', 'common'])
  const by = useRewriter()
  const chosen = () => {
    const id = focused()?.getAttribute('data-message')
    return id ? find(id) : undefined
  }

  const refuse = (why: 'forwardNot' | 'deleteNot' | 'editNot') =>
    void loadTexts('ticketDetails').then(() => toast.info(i18next.t(`ticketDetails:message.${why}`)))
  const copy = () => {
    const message = chosen()
    if (!message?.body) return
    void navigator.clipboard.writeText(message.body).then(() => toast.success(t('common:action.copied')))
  }
  const forward = () => {
    const message = chosen()
    if (!message || !handlers.onForward) return
    if (canForward(message)) handlers.onForward(message)
    else refuse('forwardNot')
  }
  const remove = () => {
    const message = chosen()
    if (!message || readOnly) return
    if (canDelete(message, by, handlers.can)) handlers.onDelete(message)
    else refuse('deleteNot')
  }
  const edit = () => {
    const message = chosen()
    if (!message || readOnly) return
    if (canEdit(message, by, handlers.can)) handlers.onEdit(message)
    else refuse('editNot')
  }
  const when = () => box.current?.contains(focused()) === true
  useShortcut('message.copy', { when, run: copy })
  useShortcut('message.edit', { when, run: edit })
  useShortcut('message.forward', { when, run: forward })
  useShortcut('message.delete', { when, run: remove })

  return useCallback(
    (event: KeyboardEvent) => {
      const element = box.current
      if (!element || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      const here = focused()
      // A control inside a message keeps its keys.
      const isRow = here !== null && document.activeElement === here
      const take = () => {
        event.preventDefault()
        event.stopPropagation()
      }
      if (isShortcut(event, 'message.above') || isShortcut(event, 'message.below')) {
        if (here && !isRow) return event.stopPropagation()
        take()
        const rows = rowsOf(element)
        if (!here) return select(rows.at(-1))
        const next = rows.indexOf(here) + (isShortcut(event, 'message.above') ? -1 : 1)
        if (next >= 0 && next < rows.length) return select(rows[next])
        if (next >= rows.length) return void toComposer()
        void loadOlder().then(areOlder => areOlder && selectAbove(element, here))
      } else if (isRow && isShortcut(event, 'message.newest')) {
        take()
        select(rowsOf(element).at(-1))
      } else if (isRow && isShortcut(event, 'message.leave') && selection.get() === null) {
        if (toComposer()) take()
      }
    },
    [box, loadOlder],
  )
}
