import { createFileRoute } from '@tanstack/react-router'
import { StoresScreen } from '#/features/catalog/stores-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/stores')({
  loader: () => loadTexts('catalog', 'customers', 'lists'),
  component: StoresScreen,
})
