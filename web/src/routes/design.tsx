import { createFileRoute, notFound } from '@tanstack/react-router'
import { lazyPart } from '#/lib/lazy-part.ts'

// False at build time in a production build, so the page is not even in the bundle.
const DesignScreen = import.meta.env.DEV
  ? lazyPart(() => import('#/features/design/design-screen.tsx').then(file => file.DesignScreen))
  : () => null

export const Route = createFileRoute('/design')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  component: DesignScreen,
})
