import { createFileRoute } from '@tanstack/react-router'
import { ContactListItemsRoute } from '#/features/campaigns/contact-list-items-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/contact-lists/$contactListId/contacts')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('contactLists'),
  component: ContactListItemsRoute,
})
