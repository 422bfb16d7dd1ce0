import { createFileRoute } from '@tanstack/react-router'
import { CategoriesScreen } from '#/features/catalog/categories-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/categories')({
  loader: () => loadTexts('catalog', 'lists'),
  component: CategoriesScreen,
})
