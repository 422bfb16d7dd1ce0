import { createFileRoute } from '@tanstack/react-router'
import { SignupScreen } from '#/features/account/signup-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_public/signup')({
  loader: () => loadTexts('onboarding'),
  component: SignupScreen,
})
