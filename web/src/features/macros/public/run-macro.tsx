import { macros } from '@balcao/shared/api/tickets/macros.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Macro } from '@balcao/shared/entities/macro.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import i18next from 'i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { whenSent } from '#/features/tickets/public/outbox.ts'
import { moving } from '#/features/tickets/public/own-moves.ts'
import { codeText } from '#/lib/error-text.ts'
import { isolate } from '#/lib/isolate.ts'
import { queryClient } from '#/lib/queries.ts'
import { api, currentUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { seenContactMessage } from '#/realtime/message-pages.ts'
import { actionSentence, hasMoreWords } from './action-sentence.ts'

type Shown = Awaited<ReturnType<typeof preview>>['actions']

const preview = (ticket: Ticket, { id }: Macro) =>
  api(macros.preview, { params: { id }, body: { ticketId: ticket.id } })

export const showNoMacros = () => toast.info(i18next.t('macros:run.none'))

/** Called once a run has ended the work on its ticket for now, and once that is taken back. */
interface OnDone {
  onDone: () => void
  onTakenBack: () => void
}

/**
 * Returns whether an action leaves its runner nothing to do: the ticket is over, asleep or
 * another's.
 */
const endsWork = (action: Macro['actions'][number] | undefined): boolean =>
  action?.type === 'resolve' ||
  action?.type === 'snooze' ||
  action?.type === 'queue' ||
  (action?.type === 'assign' && action.userId !== undefined && action.userId !== currentUser()?.id)

/**
 * Shows what a macro would do in a ticket, and runs it once it is confirmed; its toast takes it
 * back. One key per confirmation: a call that is repeated does nothing twice.
 */
export async function runMacro(ticket: Ticket, macro: Macro, { onDone, onTakenBack }: OnDone): Promise<void> {
  const name = isolate(macro.name)
  try {
    const { actions } = await preview(ticket, macro)
    const yes = await confirm({
      title: i18next.t('macros:run.title', { name }),
      description: <Preview contact={ticket.contact.name} actions={actions} />,
      confirmLabel: i18next.t('macros:run.confirm'),
      tone: 'neutral',
    })
    if (!yes) return
    const seen = seenContactMessage(queryClient, ticket)
    await whenSent(queryClient, ticket.id)
    const key = newId()
    const { results, undo } = await moving(ticket.id, () =>
      api(
        macros.run,
        { params: { id: macro.id }, body: { ticketId: ticket.id, seenContactMessage: seen } },
        { headers: { 'idempotency-key': key } },
      ),
    )
    refetch(ticket)
    const isDone = results.some(({ ok }, i) => ok && endsWork(macro.actions[i]))
    if (isDone) onDone()
    const refused = results.flatMap(({ ok, error }, i) => (ok ? [] : [{ action: macro.actions[i], error }]))
    const text =
      refused.length === 0
        ? i18next.t('macros:run.done', { name })
        : i18next.t('macros:run.partly', {
            name,
            what: refused
              .map(({ action, error }) =>
                [action && actionSentence(action), error && codeText(error)].filter(Boolean).join(' – '),
              )
              .join('; '),
          })
    if (undo) toast.undo(text, () => void takeBack(ticket, macro, undo.key).then(all => all && isDone && onTakenBack()))
    else if (refused.length > 0) toast.refused(text)
    else toast.success(text)
  } catch (error) {
    toast.error(error)
  }
}

/** Takes a run back. Returns whether all of it was. */
async function takeBack(ticket: Ticket, macro: Macro, key: string): Promise<boolean> {
  const name = isolate(macro.name)
  try {
    const { results } = await api(macros.undo, { params: { id: macro.id }, body: { ticketId: ticket.id, key } })
    refetch(ticket)
    const all = results.every(({ ok }) => ok)
    if (all) toast.success(i18next.t('macros:run.undone', { name }))
    else toast.info(i18next.t('macros:run.undonePartly', { name }))
    return all
  } catch (error) {
    toast.error(error)
    return false
  }
}

/** Reads again what the events of the run may not have told yet. */
function refetch(ticket: Ticket): void {
  void queryClient.invalidateQueries({ queryKey: queryKey(tickets.list) })
  void queryClient.invalidateQueries({ queryKey: queryKey(tickets.count) })
  void queryClient.invalidateQueries({ queryKey: queryKey(tickets.getByUuid, { params: { ticketId: ticket.uuid } }) })
}

/** Lists what will happen, the texts as they would be sent, and what would be refused. */
function Preview({ contact, actions }: { contact: string; actions: Shown }) {
  return (
    <>
      <p>{i18next.t('macros:run.hint', { contact: isolate(contact) })}</p>
      <ol className="mt-2 flex max-h-72 list-decimal flex-col gap-2 overflow-y-auto pl-5 text-ink">
        {actions.map((action, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
          <li key={i}>
            <span className="wrap-anywhere block first-letter:uppercase">{actionSentence(action)}</span>
            {(action.type === 'email' || hasMoreWords(action)) && (
              <span className="wrap-anywhere mt-0.5 block whitespace-pre-wrap text-ink-2 text-sm">
                {action.subject && <bdi className="block font-medium">{action.subject}</bdi>}
                <bdi>{action.text}</bdi>
              </span>
            )}
            {action.error && <span className="mt-0.5 block text-danger-ink text-sm">{codeText(action.error)}</span>}
          </li>
        ))}
      </ol>
    </>
  )
}
