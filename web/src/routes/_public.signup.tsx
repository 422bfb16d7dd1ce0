import { createFileRoute } from '@tanstack/react-router'
import { SignupScreen } from '#/features/account/signup-screen.tsx'

export const Route = createFileRoute('/_public/signup')({ component: SignupScreen })
