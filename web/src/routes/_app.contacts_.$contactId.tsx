import { createFileRoute } from '@tanstack/react-router'
import { ContactPageRoute } from '#/features/contacts/page/contact-page.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contacts_/$contactId')({
  loader: () => loadTexts('contactPage', 'contacts', 'tickets', 'campaignReport'),
  component: ContactPageRoute,
})
