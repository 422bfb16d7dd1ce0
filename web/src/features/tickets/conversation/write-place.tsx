import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Tabs, TabsList, TabsTrigger } from '#/components/ui/tabs.tsx'
import { cn } from '#/lib/cn.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { type UnsentKind, useUnsentText } from '#/lib/unsent.ts'
import { useTicketActions } from '../actions/use-ticket-actions.ts'
import { WRITE_ID, type WriteMode } from './write-mode.ts'

const NoteField = lazyPart(() => import('./note-field.tsx').then(file => file.NoteField), 'ticketDetails')

/** Id of what both tabs fill. */
const PANEL_ID = 'ticket-writing'

interface WritePlaceProps {
  ticket: Ticket
  mode: WriteMode
  onMode: (mode: WriteMode) => void
  /** The composer, hidden in the mode of notes; absent where nothing may be sent. */
  children: ReactNode
}

/**
 * Shows the place below a conversation in which the person writes: to the contact, or a note for
 * the team, which every ticket takes.
 */
export function WritePlace({ ticket, mode, onMode, children }: WritePlaceProps) {
  const { t } = useTranslation('tickets')
  return (
    <div className={cn('relative border-line border-t', mode === 'note' ? 'bg-warning-soft' : 'bg-surface')}>
      <Tabs value={mode} onValueChange={value => onMode(value as WriteMode)} activationMode="manual">
        <TabsList aria-label={t('composer.what')} className="gap-0 border-b-0 px-1 sm:px-2">
          <Mode value="reply" ticketId={ticket.id} kind="draft">
            {t('message.reply')}
          </Mode>
          <Mode value="note" ticketId={ticket.id} kind="note">
            {t('event.note')}
          </Mode>
        </TabsList>
      </Tabs>
      <div id={PANEL_ID} role="tabpanel" aria-label={t('composer.what')}>
        {children}
        {mode === 'note' ? (
          <Suspense fallback={<div className="h-control pb-2" />}>
            <NoteField key={ticket.id} ticket={ticket} />
          </Suspense>
        ) : (
          ticket.status !== 'open' && <Begin ticket={ticket} />
        )}
      </div>
    </div>
  )
}

/** Shows one tab, with a dot while something unsent waits behind it. */
function Mode({
  value,
  ticketId,
  kind,
  children,
}: {
  value: WriteMode
  ticketId: string
  kind: UnsentKind
  children: ReactNode
}) {
  const { t } = useTranslation('tickets')
  const begun = useUnsentText(kind, ticketId).trim() !== ''
  return (
    <TabsTrigger value={value} aria-controls={PANEL_ID} className="group/mode h-9 px-2 text-sm touch:h-control">
      {children}
      {begun && (
        <span className="size-1.5 rounded-full bg-accent group-data-[state=active]/mode:hidden">
          <span className="sr-only">{t('row.draft')}</span>
        </span>
      )}
    </TabsTrigger>
  )
}

/** Shows why nobody can answer yet, and the action that changes it. */
function Begin({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation('tickets')
  const actions = useTicketActions()
  const pending = ticket.status === 'pending'
  const why = !pending ? 'closed' : ticket.useIntegration ? 'machine' : ticket.bot ? 'bot' : 'pending'
  return (
    <div className="flex items-center justify-center gap-3 px-3 pt-1 pb-3 text-ink-2">
      <span>{t(`closed.${why}`)}</span>
      <Button
        id={WRITE_ID}
        variant="primary"
        onClick={() => void (pending ? actions.accept(ticket) : actions.reopen(ticket))}
      >
        {t(!pending ? 'action.reopen' : ticket.useIntegration ? 'action.takeOver' : 'action.accept')}
      </Button>
    </div>
  )
}
