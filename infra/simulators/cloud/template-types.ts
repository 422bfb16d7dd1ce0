/** Components of a template, in Meta's words. */
export type TemplateButton = {
  type: 'QUICK_REPLY' | 'URL' | 'PHONE_NUMBER' | 'COPY_CODE'
  text?: string
  url?: string
  phone_number?: string
  example?: string | string[]
}

export type TemplateComponent = {
  type: 'HEADER' | 'BODY' | 'FOOTER' | 'BUTTONS'
  format?: 'TEXT' | 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION'
  text?: string
  example?: {
    header_text?: string[]
    header_text_named_params?: { param_name: string; example: string }[]
    header_handle?: string[]
    body_text?: string[][]
    body_text_named_params?: { param_name: string; example: string }[]
  }
  buttons?: TemplateButton[]
}

export type TemplateStatus = 'PENDING' | 'APPROVED' | 'REJECTED' | 'PAUSED' | 'DISABLED'
export type TemplateCategory = 'MARKETING' | 'UTILITY' | 'AUTHENTICATION'

export type Template = {
  id: string
  accountId: string
  name: string
  language: string
  category: TemplateCategory
  parameterFormat: 'NAMED' | 'POSITIONAL'
  components: TemplateComponent[]
  status: TemplateStatus
  rejectedReason: string
  quality: 'GREEN' | 'YELLOW' | 'RED' | 'UNKNOWN'
  /** Moved times of edits while it was approved. */
  editedAt: number[]
  /** Moved time of its deletion; null while it exists. */
  deletedAt: number | null
}

/** Returns a text's variables, each once, in order. */
export const variablesOf = (text: string | undefined): string[] => [
  ...new Set([...(text ?? '').matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/g)].map(([, name]) => name!)),
]

export const componentOf = (template: Pick<Template, 'components'>, type: TemplateComponent['type']) =>
  template.components.find(component => component.type === type)
