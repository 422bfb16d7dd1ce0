import type { Contact } from '@balcao/shared/entities/contact.ts'
import { Link } from '@tanstack/react-router'
import { Ban, ContactRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { BlockNotice } from './block-notice.tsx'
import { useAskToBlock } from './use-ask-to-block.ts'

/** Shows beside a conversation whether its contact is blocked, and the ways to change that. */
export function ContactStanding({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contactPage')
  const { ask, isPending } = useAskToBlock()
  return (
    <div className="flex flex-col gap-2">
      {contact.blocked && <BlockNotice contact={contact} />}
      <div className="flex flex-wrap justify-center gap-2">
        <Button size="sm" asChild>
          <Link to="/contacts/$contactId" params={{ contactId: contact.id }}>
            <ContactRound aria-hidden size={16} />
            {t('open')}
          </Link>
        </Button>
        {!contact.blocked && (
          <Button
            size="sm"
            variant="ghost"
            icon={<Ban size={16} />}
            loading={isPending}
            onClick={() => void ask(contact)}
          >
            {t('blocked.action')}
          </Button>
        )}
      </div>
    </div>
  )
}
