import type { IntegrationType } from '../entities/queue-integration.ts'

type Checked = {
  type: IntegrationType
  projectName: string
  /** A service account is there, or comes along. */
  hasJsonContent: boolean
  urlN8N: string
  typebotSlug: string
}

type Problem = { path: 'projectName' | 'jsonContent' | 'urlN8N' | 'typebotSlug'; message: string }

/** What an integration of its type lacks; undefined when it is whole. */
export function integrationProblem({
  type,
  projectName,
  hasJsonContent,
  urlN8N,
  typebotSlug,
}: Checked): Problem | undefined {
  const missing = (path: Problem['path']): Problem => ({ path, message: 'Obrigatório' })
  if (type === 'dialogflow') {
    if (projectName === '') return missing('projectName')
    return hasJsonContent ? undefined : missing('jsonContent')
  }
  if (urlN8N === '') return missing('urlN8N')
  return type === 'typebot' && typebotSlug === '' ? missing('typebotSlug') : undefined
}
