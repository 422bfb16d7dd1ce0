import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { Message } from '@balcao/shared/entities/message.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { isolate } from '#/lib/isolate.ts'
import { apiQuery } from '#/lib/queries.ts'
import { EarlierTexts } from './earlier-texts.tsx'
import { useRewriter } from './use-rewriter.ts'

/** A message that was deleted: by whom, and for admins what it said. */
export function DeletedMessage({ message }: { message: Message }) {
  const { t } = useTranslation('tickets')
  const { isAdmin } = useRewriter()
  const [open, setOpen] = useState(false)
  const { fromMe, deletedBy } = message
  const line = !fromMe
    ? t('message.deletedByContact')
    : deletedBy
      ? t('message.deletedBy', { name: isolate(deletedBy.name) })
      : t('message.deleted')
  return (
    <>
      <p className="flex items-center gap-1.5 text-ink-2 italic">
        <Ban size={14} className="icon shrink-0" /> {line}
      </p>
      {isAdmin && (
        <Button size="sm" variant="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'message.hideText' : 'message.showText')}
        </Button>
      )}
      {open && <Texts id={message.id} />}
    </>
  )
}

function Texts({ id }: { id: string }) {
  const { t } = useTranslation('tickets')
  const query = useQuery(apiQuery(messages.history, { params: { id } }))
  if (query.isPending) return <Skeleton className="h-8" />
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const texts = query.data.history.filter(({ body }) => body.trim() !== '')
  if (texts.length === 0) return <p className="text-ink-2 text-sm">{t('message.noText')}</p>
  return <EarlierTexts texts={texts} className="text-ink-2 text-sm" />
}
