import { UNKNOWN_ERROR } from '@balcao/shared/error-texts/unknown-error.ts'
import i18next from 'i18next'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'
import { currentLanguage, type Language } from './i18n.ts'

/** Returns the text of a code in the catalogue; undefined for every other code. */
export function codeText(code: string, language: Language = currentLanguage()): string | undefined {
  const key = `errors:${code}`
  return /^ERR_\w+$/.test(code) && i18next.exists(key)
    ? (i18next.t as (key: string, options: object) => string)(key, { lng: language })
    : undefined
}

/**
 * Returns the text of a known code, else the raw text, else 'An error occurred!' (decision 0010).
 */
export function errorText(error: unknown, language: Language = currentLanguage()): string {
  if (error instanceof ApiError) {
    if (error.code === 'ERR_NETWORK') return i18next.t('error.network')
    const { dueDate, timezone } = error.body
    if (error.code === 'ERR_COMPANY_EXPIRED' && typeof dueDate === 'string') {
      // Not by lib/format.ts, which the sign-in screen would load for this alone.
      const day = new Intl.DateTimeFormat('en-GB', typeof timezone === 'string' ? { timeZone: timezone } : {})
      return i18next.t('error.companyExpired', { date: day.format(new Date(dueDate)) })
    }
    return codeText(error.code, language) ?? (error.code || UNKNOWN_ERROR)
  }
  return error instanceof Error && error.message ? error.message : UNKNOWN_ERROR
}

/** Returns `errorText` for a component: it follows a change of language. */
export function useErrorText() {
  const { i18n } = useTranslation()
  const language = i18n.language as Language
  return useCallback((error: unknown) => errorText(error, language), [language])
}
