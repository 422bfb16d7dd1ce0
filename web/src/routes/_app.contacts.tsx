import { createFileRoute } from '@tanstack/react-router'
import { ContactsScreen } from '#/features/contacts/contacts-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/contacts')({
  /** `edit`: the contact whose dialog is open, or `new`. */
  validateSearch: (search: Record<string, unknown>): { edit?: string } =>
    typeof search.edit === 'string' ? { edit: search.edit } : {},
  loader: () => loadTexts('contacts', 'lists'),
  component: ContactsScreen,
})
