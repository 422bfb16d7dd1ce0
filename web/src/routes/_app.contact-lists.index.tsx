import { createFileRoute } from '@tanstack/react-router'
import { ContactListsScreen } from '#/features/campaigns/contact-lists-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contact-lists/')({
  loader: () => loadTexts('contactLists', 'lists'),
  component: ContactListsScreen,
})
