import type { CampaignRecipient } from '@balcao/shared/entities/campaign.ts'
import { Link } from '@tanstack/react-router'
import { MessageSquareText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions } from '#/components/list-row.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { codeText } from '#/lib/error-text.ts'
import { formatPhone, formatRowTime, formatWhen } from '#/lib/format.ts'
import { RecipientStateBadge } from './recipient-state.tsx'

/** Widths of the columns, for heading and rows. */
const COLUMNS = {
  name: 'min-w-0 flex-1',
  number: 'tabular w-44 shrink-0',
  state: 'flex w-48 shrink-0',
  reason: 'min-w-0 flex-1',
  at: 'tabular w-24 shrink-0 text-right',
}

const TIMES = ['confirmationRequestedAt', 'confirmedAt', 'sentAt', 'deliveredAt', 'readAt', 'answeredAt'] as const

export function RecipientHeads() {
  const { t } = useTranslation('campaignReport')
  return (
    <ColumnHeads
      columns={[
        { label: t('column.name'), className: COLUMNS.name },
        { label: t('column.number'), className: COLUMNS.number },
        { label: t('column.state'), className: COLUMNS.state },
        { label: t('column.reason'), className: COLUMNS.reason },
        { label: t('column.at'), className: COLUMNS.at },
      ]}
      actions={1}
    />
  )
}

/** Shows a recipient of a campaign and its state. */
export function RecipientRow({
  recipient,
  oneLine,
  active,
}: {
  recipient: CampaignRecipient
  oneLine: boolean
  active: boolean
}) {
  const { t } = useTranslation('campaignReport')
  const number = formatPhone(recipient.number)
  const name = recipient.name || number
  const reason = recipient.state === 'failed' ? (codeText(recipient.reason ?? '') ?? t('reasonUnknown')) : ''
  const state = <RecipientStateBadge state={recipient.state} />
  return (
    <ListRow active={active}>
      {oneLine ? (
        <span className="flex min-w-0 flex-1 items-center gap-4">
          <bdi title={name} className={`truncate font-medium ${COLUMNS.name}`}>
            {name}
          </bdi>
          <span className={`truncate text-ink-2 ${COLUMNS.number}`}>{number}</span>
          <span className={COLUMNS.state}>{state}</span>
          <span title={reason} className={`truncate text-danger-ink text-sm ${COLUMNS.reason}`}>
            {reason}
          </span>
          <span className={COLUMNS.at}>
            <Times recipient={recipient} name={name} />
          </span>
        </span>
      ) : (
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-center gap-2">
            <bdi title={name} className="min-w-0 flex-1 truncate font-medium">
              {name}
            </bdi>
            <Times recipient={recipient} name={name} />
          </span>
          <span className="flex min-w-0 items-center gap-2 text-sm">
            {state}
            <span title={reason || number} className="tabular min-w-0 truncate text-ink-2">
              {reason || number}
            </span>
          </span>
        </span>
      )}
      <RowActions name={name}>
        {recipient.ticketId ? (
          <Link
            to="/tickets/$uuid"
            params={{ uuid: recipient.ticketId }}
            aria-label={t('ticketOf', { name })}
            title={t('ticketOf', { name })}
            className="inline-flex size-control-sm shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors hover:bg-hover hover:text-ink"
          >
            <MessageSquareText aria-hidden size={16} className="icon" />
          </Link>
        ) : (
          <span className="w-control-sm" />
        )}
      </RowActions>
    </ListRow>
  )
}

/** Shows the time of the latest event; all events with their times are in the hint. */
function Times({ recipient, name }: { recipient: CampaignRecipient; name: string }) {
  const { t } = useTranslation('campaignReport')
  const known = TIMES.flatMap(key => {
    const at = recipient[key]
    return at ? [{ at, text: t(`time.${key}`, { when: formatWhen(at) }) }] : []
  })
  const last = known.at(-1)
  if (!last) return null
  const texts = known.map(({ text }) => text)
  return (
    <Tooltip
      content={
        <span className="tabular flex flex-col">
          {texts.map(text => (
            <span key={text}>{text}</span>
          ))}
        </span>
      }
    >
      <button
        type="button"
        aria-label={t('timesOf', { name, times: texts.join(', ') })}
        className="tabular relative z-10 cursor-default rounded-sm text-ink-2 text-sm"
      >
        {formatRowTime(last.at)}
      </button>
    </Tooltip>
  )
}
