import { messagePrices } from '@balcao/shared/api/company/message-prices.ts'
import { PRICE_CATEGORIES } from '@balcao/shared/events/queues.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { readPriceRows, writePriceRows } from './price-rows.ts'
import { PricesPanel } from './prices-panel.tsx'

const query = apiQuery(messagePrices.get)

/** Edits the prices by which messages over official numbers are shown in money, for super users. */
export function MessagePricesPanel() {
  const { t } = useTranslation(['costs', 'common'])
  const categories = PRICE_CATEGORIES.map(name => `${name} (${t(`category.${name}`)})`).join(', ')
  return (
    <PricesPanel
      id="message-prices"
      title={t('prices.title')}
      hint={t('prices.hint')}
      query={useQuery(query)}
      onSave={async body => queryClient.setQueryData(query.queryKey, await api(messagePrices.save, { body }))}
      read={readPriceRows}
      write={writePriceRows}
      problemText={({ line, code }) => t(`prices.problem.${code}`, { line, categories })}
      currencyLabel={t('prices.currency')}
      rowsLabel={t('prices.rows')}
      rowsHint={t('prices.rowsHint', { categories })}
      placeholder={'55\tmarketing\t0,3125'}
      saveLabel={t('common:action.save')}
    />
  )
}
