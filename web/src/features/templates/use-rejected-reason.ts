import type { Template } from '@balcao/shared/entities/template.ts'
import { useTranslation } from 'react-i18next'

const KNOWN = [
  'ABUSIVE_CONTENT',
  'CATEGORY_NOT_AVAILABLE',
  'INCORRECT_CATEGORY',
  'INVALID_FORMAT',
  'PROMOTIONAL',
  'SCAM',
  'TAG_CONTENT_MISMATCH',
] as const

/** Returns why Meta rejected a template, in words; null if it did not. */
export function useRejectedReason({ rejectedReason }: Pick<Template, 'rejectedReason'>): string | null {
  const { t } = useTranslation('templates')
  if (rejectedReason === null) return null
  const known = KNOWN.find(reason => reason === rejectedReason)
  return known ? t(`reason.${known}`) : t('reason.other', { reason: rejectedReason })
}
