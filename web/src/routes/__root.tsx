import { createRootRoute, Outlet } from '@tanstack/react-router'
import { startSession } from '#/lib/session.ts'

export const Route = createRootRoute({
  beforeLoad: () => startSession(),
  component: Outlet,
})
