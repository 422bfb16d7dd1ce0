import type { IntegrationType } from '../entities/queue-integration.ts'

type Checked = {
  type: IntegrationType
  projectName: string
  /** True if a service account is stored, or is part of this change. */
  hasJsonContent: boolean
  urlN8N: string
  typebotSlug: string
}

type Problem = { path: 'projectName' | 'jsonContent' | 'urlN8N' | 'typebotSlug'; code: 'required' }

/** Returns what an integration of its type lacks; undefined if it is complete. */
export function integrationProblem({
  type,
  projectName,
  hasJsonContent,
  urlN8N,
  typebotSlug,
}: Checked): Problem | undefined {
  const missing = (path: Problem['path']): Problem => ({ path, code: 'required' })
  if (type === 'dialogflow') {
    if (projectName === '') return missing('projectName')
    return hasJsonContent ? undefined : missing('jsonContent')
  }
  if (urlN8N === '') return missing('urlN8N')
  return type === 'typebot' && typebotSlug === '' ? missing('typebotSlug') : undefined
}
