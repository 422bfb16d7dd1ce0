import type { PromptUsage } from '@balcao/shared/api/automation/prompts.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#/lib/format.ts'

/** Returns this month's use, beside the limit where there is one. */
export function useUsageText() {
  const { t } = useTranslation('prompts')
  return ({ tokens, limit }: PromptUsage): string =>
    limit === null
      ? t('usage', { count: tokens, tokens: formatNumber(tokens) })
      : t('usageOf', { count: limit, tokens: formatNumber(tokens), limit: formatNumber(limit) })
}
