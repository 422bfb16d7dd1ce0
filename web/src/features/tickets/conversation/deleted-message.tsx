import type { Message } from '@balcao/shared/entities/message.ts'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { isolate } from '#/lib/isolate.ts'
import { useLazyModule } from '#/lib/lazy-module.ts'
import { history } from './lazy-parts.ts'
import { useRewriter } from './use-rewriter.ts'

const nothing = () => undefined

/** Shows that a message was deleted and by whom, and to admins its text. */
export function DeletedMessage({ message }: { message: Message }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const { isAdmin } = useRewriter()
  const [open, setOpen] = useState(false)
  const { fromMe, deletedBy } = message
  const line = !fromMe
    ? t('message.deletedByContact')
    : deletedBy
      ? t('ticketDetails:message.deletedBy', { name: isolate(deletedBy.name) })
      : t('message.deleted')
  return (
    <>
      <p className="flex items-center gap-1.5 text-ink-2 italic">
        <Ban size={14} className="icon shrink-0" /> {line}
      </p>
      {isAdmin && (
        <Button size="sm" variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'ticketDetails:message.hideText' : 'ticketDetails:message.showText')}
        </Button>
      )}
      {open && <Texts id={message.id} />}
    </>
  )
}

function Texts({ id }: { id: string }) {
  const parts = useLazyModule(history, nothing)
  return parts ? <parts.MessageHistory id={id} /> : <Skeleton className="h-8" />
}
