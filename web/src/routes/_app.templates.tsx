import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPart } from '#/features/templates/templates-part.tsx'

export const Route = createFileRoute('/_app/templates')({ component: TemplatesPart })
