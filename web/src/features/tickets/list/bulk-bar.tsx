import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { TICKET_PRIORITIES, type Ticket } from '@balcao/shared/entities/ticket.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowRightLeft, Check, SignalHigh, Tag, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#/components/ui/dropdown-menu.tsx'
import { Field } from '#/components/ui/field.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { apiQuery } from '#/lib/queries.ts'
import { TransferDialog } from '../dialogs/transfer-dialog.tsx'
import { PriorityIcon } from '../priority/priority-sign.tsx'
import { useBulk } from './use-bulk.ts'

interface BulkBarProps {
  chosen: readonly Ticket[]
  onDone: () => void
}

/** Shows the actions for the selected rows, above them. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const bulk = useBulk()
  const [asking, setAsking] = useState<'transfer' | 'tag' | null>(null)
  const count = chosen.length
  const first = chosen[0]
  if (!first) return null
  const after = (work: () => void) => {
    work()
    onDone()
  }
  return (
    <div
      role="toolbar"
      aria-label={t('ticketDetails:bulk.bar')}
      className="flex items-center gap-1 border-line border-b bg-accent-soft py-1.5 pr-2 pl-4"
    >
      <span role="status" className="tabular min-w-0 flex-1 truncate font-medium text-sm">
        {t('ticketDetails:bulk.selected', { count })}
      </span>
      <IconButton label={t('action.tag')} icon={<Tag size={18} />} onClick={() => setAsking('tag')} />
      <DropdownMenu>
        <DropdownMenuTrigger>
          <IconButton label={t('ticketDetails:priority.title')} icon={<SignalHigh size={18} />} />
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {[...TICKET_PRIORITIES].reverse().map(priority => (
            <DropdownMenuItem
              key={priority}
              icon={<PriorityIcon priority={priority} />}
              onSelect={() => after(() => bulk.prioritize(chosen, priority))}
            >
              {t(`ticketDetails:priority.${priority}`)}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <IconButton
        label={t('action.transfer')}
        icon={<ArrowRightLeft size={18} />}
        onClick={() => setAsking('transfer')}
      />
      <IconButton
        label={t('action.resolve')}
        icon={<Check size={18} />}
        onClick={() => after(() => void bulk.resolve(chosen))}
      />
      <IconButton label={t('ticketDetails:bulk.clear')} icon={<X size={18} />} onClick={onDone} />
      {asking === 'transfer' && (
        <TransferDialog
          ticket={first}
          several={{
            title: t('ticketDetails:bulk.transferTitle', { count }),
            onTransfer: to => after(() => bulk.transfer(chosen, to)),
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'tag' && (
        <TagChoice
          title={t('ticketDetails:bulk.tagTitle', { count })}
          onClose={() => setAsking(null)}
          onChoose={(tag, columns) => after(() => bulk.tag(chosen, tag, columns))}
        />
      )}
    </div>
  )
}

interface TagChoiceProps {
  title: string
  onClose: () => void
  onChoose: (tag: { id: string; name: string; color: string }, columns: ReadonlySet<string>) => void
}

function TagChoice({ title, onClose, onChoose }: TagChoiceProps) {
  const { t } = useTranslation(['tickets', 'ticketDetails', 'common'])
  const all = useQuery(apiQuery(tags.listAll))
  const [id, setId] = useState<string | null>(null)
  const [missing, setMissing] = useState(false)
  const choose = () => {
    const tag = all.data?.find(each => each.id === id)
    if (!tag) return setMissing(true)
    const columns = new Set((all.data ?? []).filter(each => each.kanban === 1).map(each => each.id))
    onChoose({ id: tag.id, name: tag.name, color: tag.color }, columns)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" onClick={choose}>
            {t('action.tag')}
          </Button>
        </>
      }
    >
      <Field
        label={t('ticketDetails:details.tags')}
        required
        error={missing ? t('ticketDetails:bulk.tagRequired') : undefined}
      >
        <Combobox
          loading={all.isPending}
          options={(all.data ?? []).map(tag => ({ value: tag.id, label: tag.name, color: tag.color }))}
          value={id}
          onChange={value => {
            setId(value)
            setMissing(false)
          }}
          emptyText={t('ticketDetails:details.noTags')}
        />
      </Field>
    </Dialog>
  )
}
