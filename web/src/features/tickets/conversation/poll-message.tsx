import type { Poll } from '@balcao/shared/entities/poll.ts'
import { useTranslation } from 'react-i18next'

/** Shows a poll: each option with its votes and who gave them. */
export function PollMessage({ poll }: { poll: Poll }) {
  const { t } = useTranslation(['ticketDetails', 'tickets'])
  const { question, options, several, votes } = poll
  const nameOf = ({ name, fromMe }: Poll['votes'][number]) => (fromMe ? t('poll.you') : (name ?? t('poll.contact')))
  const all = Math.max(1, votes.length)
  return (
    <section aria-label={t('poll.label', { question })} className="w-72 max-w-full">
      <p className="mb-0.5 font-medium text-ink-2 text-xs">
        {t('tickets:kind.poll')} · {t(several ? 'poll.several' : 'poll.one')}
      </p>
      <p className="wrap-anywhere mb-1.5 whitespace-pre-wrap font-medium">{question}</p>
      <ul className="flex flex-col gap-2">
        {options.map((option, place) => {
          const by = votes.filter(vote => vote.options.includes(place))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: options never change, and may be equal
            <li key={place}>
              <div className="flex items-baseline gap-2">
                <bdi className="wrap-anywhere min-w-0 flex-1">{option}</bdi>
                <span className="tabular shrink-0 text-ink-2 text-sm">{t('poll.votes', { count: by.length })}</span>
              </div>
              <div className="mt-0.5 h-1.5 overflow-hidden rounded-full bg-active" aria-hidden="true">
                <div className="h-full rounded-full bg-accent" style={{ width: `${(by.length / all) * 100}%` }} />
              </div>
              {by.length > 0 && (
                <p className="wrap-anywhere mt-0.5 text-ink-2 text-xs">
                  <bdi>{by.map(nameOf).join(', ')}</bdi>
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-ink-2 text-xs">{t('poll.voters', { count: votes.length })}</p>
    </section>
  )
}
