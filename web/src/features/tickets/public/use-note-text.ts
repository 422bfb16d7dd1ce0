import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { codeText } from '#/lib/error-text.ts'

/**
 * Returns a note's text and author; a bot's note is translated from its reason, as soon as those
 * texts are loaded.
 */
export function useNoteText({ note, reason, user }: TicketNote): { text: string; by: string } {
  // The type of keys does not contain the texts of codes.
  const { t, i18n } = useTranslation('errors' as 'common', { useSuspense: false })
  const translated = (key: string) =>
    reason && i18n.exists(`errors:${key}`)
      ? (t as (key: string, given: object) => string)(key, { ...reason, error: codeText(reason.error ?? '') })
      : undefined
  return { text: translated(`NOTE_${reason?.note}`) ?? note, by: translated(`BY_${reason?.note}`) ?? user.name }
}
