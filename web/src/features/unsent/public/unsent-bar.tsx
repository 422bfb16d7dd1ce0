import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { barAction } from '#/components/ui/bar-action.ts'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ShellBar } from '#/components/ui/shell-bar.tsx'
import { discardChatMessage, resendChatMessage, useHeldChatMessages } from '#/features/chats/public/chat-outbox.ts'
import { discard, sendAgain } from '#/features/tickets/public/outbox.ts'
import { useHeld } from '#/features/tickets/public/outgoing.ts'
import { formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Says that messages of an earlier page wait for a decision, and shows their list. */
export function UnsentBar() {
  const { t } = useTranslation('unsent')
  const client = useQueryClient()
  const held = useHeld()
  const heldMessages = useHeldChatMessages()
  const [open, setOpen] = useState(false)
  const count = held.length + heldMessages.length
  const discardAll = () => {
    for (const { clientId } of held) discard(clientId)
    for (const { clientId } of heldMessages) discardChatMessage(clientId)
  }
  return (
    <>
      {count > 0 && (
        <ShellBar tone="warning" text={t('count', { count })}>
          <button type="button" className={barAction} onClick={() => setOpen(true)}>
            {t('see')}
          </button>
        </ShellBar>
      )}
      <Dialog
        open={open && count > 0}
        onOpenChange={setOpen}
        title={t('title')}
        description={t('hint')}
        footer={
          <Button variant="ghost" onClick={discardAll}>
            {t('discardAll')}
          </Button>
        }
      >
        <ul className="flex flex-col divide-y divide-line">
          {held.map(item => (
            <Row
              key={item.clientId}
              name={<TicketName ticketId={item.ticketId} />}
              text={item.body}
              file={item.file?.file.name ?? item.quick?.name ?? item.list?.name}
              at={item.createdAt}
              onSend={() => sendAgain(client, item.clientId)}
              onDiscard={() => discard(item.clientId)}
            />
          ))}
          {heldMessages.map(item => (
            <Row
              key={item.clientId}
              name={t('colleague')}
              text={item.text}
              file={item.file?.name}
              at={item.createdAt}
              onSend={() => resendChatMessage(client, item)}
              onDiscard={() => discardChatMessage(item.clientId)}
            />
          ))}
        </ul>
      </Dialog>
    </>
  )
}

interface RowProps {
  name: React.ReactNode
  text: string
  file: string | undefined
  at: string
  onSend: () => void
  onDiscard: () => void
}

function Row({ name, text, file, at, onSend, onDiscard }: RowProps) {
  const { t } = useTranslation('unsent')
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex gap-2 text-sm">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <time dateTime={at} className="shrink-0 text-ink-2">
            {formatWhen(at)}
          </time>
        </p>
        {file && (
          <p className="truncate text-ink-2 text-sm">
            <bdi>{t('file', { name: file })}</bdi>
          </p>
        )}
        {text && (
          <p className="wrap-anywhere line-clamp-3 whitespace-pre-wrap">
            <bdi>{text}</bdi>
          </p>
        )}
      </div>
      <div className="ml-auto flex gap-2">
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          {t('discard')}
        </Button>
        <Button size="sm" onClick={onSend}>
          {t('send')}
        </Button>
      </div>
    </li>
  )
}

/** Shows the contact's name, if the user may still see the ticket. */
function TicketName({ ticketId }: { ticketId: string }) {
  const { data } = useQuery({ ...apiQuery(tickets.get, { params: { id: ticketId } }), retry: false })
  return <bdi>{data?.contact.name ?? '—'}</bdi>
}
