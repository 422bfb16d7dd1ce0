import type { Contact } from '@balcao/shared/entities/contact.ts'
import { Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { linkCustomer } from '#/features/customers/public/link-customer.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Offers to link the contact, which has no customer yet: its next order then begins with this
 * customer.
 */
export function LinkOffer({ contact, customerId }: { contact: Contact; customerId: string }) {
  const { t } = useTranslation('checkout')
  const accept = async () => {
    if (await linkCustomer(contact, customerId))
      toast.undo(t('customer.linked'), () => void linkCustomer(contact, null))
  }
  return (
    <Button size="sm" variant="ghost" icon={<Link2 size={16} />} onClick={() => void accept()} className="self-start">
      {t('customer.link')}
    </Button>
  )
}
