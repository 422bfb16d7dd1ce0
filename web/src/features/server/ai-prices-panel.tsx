import { aiPrices } from '@balcao/shared/api/automation/ai.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { readAiPrices, writeAiPrices } from './ai-price-rows.ts'
import { PricesPanel } from './prices-panel.tsx'

const query = apiQuery(aiPrices.get)

/** Edits the prices by which the use of AI models is shown and capped in money, for super users. */
export function AiPricesPanel() {
  const { t } = useTranslation('costs')
  return (
    <PricesPanel
      id="ai-prices"
      title={t('ai.title')}
      hint={t('ai.hint')}
      query={useQuery(query)}
      onSave={async body => queryClient.setQueryData(query.queryKey, await api(aiPrices.save, { body }))}
      read={readAiPrices}
      write={writeAiPrices}
      problemText={({ line, code }) => t(`ai.problem.${code}`, { line })}
      currencyLabel={t('ai.currency')}
      rowsLabel={t('ai.rows')}
      rowsHint={t('ai.rowsHint')}
      placeholder={'gpt-4o-mini\t0,83\t3,30'}
      saveLabel={t('ai.save')}
    />
  )
}
