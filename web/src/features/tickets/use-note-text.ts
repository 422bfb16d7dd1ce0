import type { TicketNote } from '@balcao/shared/entities/ticket.ts'
import { useTranslation } from 'react-i18next'
import { codeText } from '#/lib/error-text.ts'

/** What a note says and who wrote it: of a machine's by its reason, in the language of who reads it, as soon as its texts are there. */
export function useNoteText({ note, reason, user }: TicketNote): { text: string; by: string } {
  // Texts of codes are no keys that a type knows.
  const { t, i18n } = useTranslation('errors' as 'common', { useSuspense: false })
  const told = (key: string) =>
    reason && i18n.exists(`errors:${key}`)
      ? (t as (key: string, given: object) => string)(key, { ...reason, error: codeText(reason.error ?? '') })
      : undefined
  return { text: told(`NOTE_${reason?.note}`) ?? note, by: told(`BY_${reason?.note}`) ?? user.name }
}
