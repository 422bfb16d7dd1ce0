import type { CopilotSource } from '@balcao/shared/api/automation/copilot.ts'
import { useTranslation } from 'react-i18next'

/** Shows what a suggestion stands on, each to be opened and read. */
export function CopilotSources({ sources }: { sources: readonly CopilotSource[] }) {
  const { t } = useTranslation('ticketDetails', { keyPrefix: 'copilot' })
  if (sources.length === 0) return null
  return (
    <section aria-label={t('sources')}>
      <h3 className="font-medium text-sm">{t('sources')}</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {sources.map(({ kind, id, name, heading, text }) => (
          <li key={`${id} ${text}`}>
            <details className="rounded-sm border border-line px-2 py-1">
              <summary className="cursor-pointer text-sm">
                <bdi className="wrap-anywhere">{name}</bdi> <span className="text-ink-2">{t(`kind.${kind}`)}</span>
              </summary>
              <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-ink-2 text-sm">
                {heading && <strong className="block font-medium">{heading}</strong>}
                {text}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
