import { createFileRoute } from '@tanstack/react-router'
import { ProductsScreen } from '#/features/catalog/products-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/products')({
  loader: () => loadTexts('catalog', 'lists'),
  component: ProductsScreen,
})
