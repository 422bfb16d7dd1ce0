import type { CampaignRecipient } from '@balcao/shared/entities/campaign.ts'
import { useTranslation } from 'react-i18next'
import type { Column } from '#/components/list/column.ts'
import type { Card } from '#/components/list/list-table.tsx'
import { Tooltip } from '#/components/ui/tooltip.tsx'
import { codeText } from '#/lib/error-text.ts'
import { formatPhone, formatRowTime, formatWhen } from '#/lib/format.ts'
import { RecipientStateBadge } from './recipient-state.tsx'

const TIMES = ['confirmationRequestedAt', 'confirmedAt', 'sentAt', 'deliveredAt', 'readAt', 'answeredAt'] as const

export const recipientName = ({ name, number }: CampaignRecipient): string => name || formatPhone(number)

/** Returns the columns of a campaign's recipients, and a recipient as a card. */
export function useRecipientCells(): {
  columns: Column<CampaignRecipient>[]
  card: (recipient: CampaignRecipient) => Card
} {
  const { t } = useTranslation('campaignReport')
  const reasonOf = ({ state, reason }: CampaignRecipient) =>
    state === 'failed' ? (codeText(reason ?? '') ?? t('reasonUnknown')) : ''
  return {
    columns: [
      { id: 'name', head: t('column.name'), main: true, text: recipientName },
      { id: 'number', head: t('column.number'), text: ({ number }) => formatPhone(number) },
      {
        id: 'state',
        head: t('column.state'),
        beside: 36,
        text: ({ state }) => t(`state.${state}`),
        cell: ({ state }) => <RecipientStateBadge state={state} />,
      },
      {
        id: 'reason',
        head: t('column.reason'),
        most: 420,
        text: reasonOf,
        cell: recipient =>
          reasonOf(recipient) ? (
            <span className="truncate text-danger-ink text-sm">{reasonOf(recipient)}</span>
          ) : (
            <span className="text-ink-3">–</span>
          ),
      },
      {
        id: 'at',
        head: t('column.at'),
        end: true,
        apart: true,
        beside: 70,
        text: () => '',
        cell: recipient => <Times recipient={recipient} name={recipientName(recipient)} />,
      },
    ],
    card: recipient => ({
      title: <bdi className="truncate">{recipientName(recipient)}</bdi>,
      line: (
        <>
          <RecipientStateBadge state={recipient.state} />
          <span className="tabular min-w-0 truncate">{reasonOf(recipient) || formatPhone(recipient.number)}</span>
        </>
      ),
      end: <Times recipient={recipient} name={recipientName(recipient)} />,
    }),
  }
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
