import { createFileRoute } from '@tanstack/react-router'
import { WelcomeScreen } from '#/features/tickets/welcome-screen.tsx'

export const Route = createFileRoute('/_app/tickets/')({
  component: WelcomeScreen,
})
