import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { typedNumber } from '@balcao/shared/rules/phone-number.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Returns the number in a text if it belongs to no contact; undefined while that is unknown, or
 * where the text is no number.
 */
export function useUnknownNumber(text: string): string | undefined {
  const number = typedNumber(text)
  const known = useQuery({ ...apiQuery(contacts.listAll, { query: { name: number ?? '' } }), enabled: number !== null })
  return number !== null && known.data?.length === 0 ? number : undefined
}

/**
 * Offers to create a contact for an unknown number that was searched, and to begin a conversation.
 */
export function TalkToNumber({ text }: { text: string }) {
  const { t } = useTranslation(['tickets', 'ticketDetails'])
  const navigate = useNavigate()
  const number = useUnknownNumber(text)
  if (!number) return null
  return (
    <Button
      variant="primary"
      icon={<UserPlus size={16} />}
      onClick={() => void navigate({ to: '/tickets', search: previous => ({ ...previous, newNumber: number }) })}
    >
      {t('ticketDetails:talk.offer', { number: formatPhone(number) })}
    </Button>
  )
}
