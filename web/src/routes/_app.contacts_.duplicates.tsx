import { createFileRoute } from '@tanstack/react-router'
import { DuplicatesScreen } from '#/features/contacts/page/duplicates-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contacts_/duplicates')({
  loader: () => loadTexts('contactPage', 'contacts'),
  component: DuplicatesScreen,
})
