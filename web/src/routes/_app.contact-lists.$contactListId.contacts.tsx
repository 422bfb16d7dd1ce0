import { createFileRoute } from '@tanstack/react-router'
import { ContactListItemsRoute } from '#/features/campaigns/contact-list-items-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contact-lists/$contactListId/contacts')({
  loader: () => loadTexts('contactLists', 'lists'),
  component: ContactListItemsRoute,
})
