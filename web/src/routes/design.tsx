import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// In a production build the condition is false at build time, so the page is not even in the bundle.
const DesignPage = import.meta.env.DEV
  ? lazy(() => import('#/features/design/design-page.tsx').then(file => ({ default: file.DesignPage })))
  : () => null

export const Route = createFileRoute('/design')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: DesignPage,
})
