import { createFileRoute } from '@tanstack/react-router'
import { ContactListsScreen } from '#/features/campaigns/contact-lists-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/contact-lists/')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('contactLists'),
  component: ContactListsScreen,
})
