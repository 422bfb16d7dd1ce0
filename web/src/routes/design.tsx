import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazy } from 'react'

// In a production build the condition is false at build time, so the page is not even in the bundle.
const DesignScreen = import.meta.env.DEV
  ? lazy(() => import('#/features/design/design-screen.tsx').then(file => ({ default: file.DesignScreen })))
  : () => null

export const Route = createFileRoute('/design')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: DesignScreen,
})
