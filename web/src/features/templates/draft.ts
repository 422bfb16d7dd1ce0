/** A template while it is being written: the fields of its editor, and the parts they make. */
import type { Template, TemplateButtonDefinition, TemplateComponent } from '@balcao/shared/entities/template.ts'
import { isPositional, placeholdersIn } from '@balcao/shared/rules/templates/placeholders.ts'
import { type TemplateProblem, templateProblems } from '@balcao/shared/rules/templates/template-problems.ts'
import { templateVariables } from '@balcao/shared/rules/templates/template-variables.ts'

export const HEADERS = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const
export type HeaderKind = (typeof HEADERS)[number]

export type Draft = {
  name: string
  language: string
  category: 'MARKETING' | 'UTILITY'
  header: HeaderKind
  headerText: string
  /** Handle of the uploaded sample of the header's file; empty without one. */
  headerHandle: string
  body: string
  footer: string
  buttons: TemplateButtonDefinition[]
  /** Samples by the placeholder's name: those of the header by position as `header1`. */
  samples: Record<string, string>
}

export const emptyDraft = (language: string): Draft => ({
  name: '',
  language,
  category: 'UTILITY',
  header: 'NONE',
  headerText: '',
  headerHandle: '',
  body: '',
  footer: '',
  buttons: [],
  samples: {},
})

/** Returns the draft of a template that exists. */
export function draftOf({ name, language, category, components }: Template): Draft {
  const draft = emptyDraft(language)
  draft.name = name
  draft.category = category === 'MARKETING' ? category : 'UTILITY'
  for (const component of components)
    switch (component.type) {
      case 'HEADER':
        draft.header = component.format
        if (component.format === 'TEXT') draft.headerText = component.text
        // Meta lists the sample's address, not its handle: each submission needs a new upload.
        break
      case 'BODY':
        draft.body = component.text
        break
      case 'FOOTER':
        draft.footer = component.text
        break
      case 'BUTTONS':
        draft.buttons = component.buttons
        break
    }
  draft.samples = Object.fromEntries(
    templateVariables(components)
      .filter(({ kind }) => kind === 'text')
      .map(variable => [variable.name, variable.sample]),
  )
  return draft
}

/** Returns the names under which a draft's samples are asked for, in their order. */
export const sampleNames = ({ header, headerText, body }: Draft): string[] => [
  ...new Set([...(header === 'TEXT' ? headerSampleNames(headerText) : []), ...placeholdersIn(body)]),
]

const headerSampleNames = (text: string): string[] =>
  placeholdersIn(text).map(name => (isPositional(name) ? `header${name}` : name))

function headerOf({ header, headerText, headerHandle, samples }: Draft): TemplateComponent[] {
  if (header === 'NONE') return []
  if (header === 'LOCATION') return [{ type: 'HEADER', format: header }]
  if (header !== 'TEXT')
    return [{ type: 'HEADER', format: header, ...(headerHandle ? { example: { header_handle: [headerHandle] } } : {}) }]
  const names = placeholdersIn(headerText)
  const example = names.some(isPositional)
    ? { header_text: names.map(name => samples[`header${name}`] ?? '') }
    : { header_text_named_params: named(names, samples) }
  return [{ type: 'HEADER', format: 'TEXT', text: headerText.trim(), ...(names.length > 0 ? { example } : {}) }]
}

const named = (names: readonly string[], samples: Draft['samples']) =>
  names.map(name => ({ param_name: name, example: samples[name] ?? '' }))

function bodyOf({ body, samples }: Draft): TemplateComponent {
  const names = placeholdersIn(body)
  const count = Math.max(0, ...names.filter(isPositional).map(Number))
  const example = names.some(isPositional)
    ? { body_text: [Array.from({ length: Math.min(count, names.length) }, (_, i) => samples[String(i + 1)] ?? '')] }
    : { body_text_named_params: named(names, samples) }
  return { type: 'BODY', text: body.trim(), ...(names.length > 0 ? { example } : {}) }
}

/** Returns the parts of a draft in Meta's form. */
export const componentsOf = (draft: Draft): TemplateComponent[] => [
  ...headerOf(draft),
  bodyOf(draft),
  ...(draft.footer.trim() === '' ? [] : [{ type: 'FOOTER' as const, text: draft.footer.trim() }]),
  ...(draft.buttons.length === 0 ? [] : [{ type: 'BUTTONS' as const, buttons: draft.buttons }]),
]

/**
 * Returns the first problem of each field of the editor: `body`, `samples.first_name`,
 * `buttons.0.url`.
 */
export function draftProblems(draft: Draft): Map<string, TemplateProblem> {
  const components = componentsOf(draft)
  const found = new Map<string, TemplateProblem>()
  const note = (field: string, problem: TemplateProblem) => {
    if (!found.has(field)) found.set(field, problem)
  }
  for (const problem of templateProblems(components)) {
    const [at, part, ...rest] = problem.path
    const type = typeof at === 'number' ? components[at]?.type : undefined
    if (type === 'BUTTONS') note(['buttons', ...rest].join('.'), problem)
    else if (part === 'example' && type === 'HEADER' && draft.header !== 'TEXT') note('headerHandle', problem)
    else if (part === 'example') {
      for (const name of sampleNames(draft)) if (!draft.samples[name]?.trim()) note(`samples.${name}`, problem)
    } else note(type === 'HEADER' ? 'headerText' : type === 'FOOTER' ? 'footer' : 'body', problem)
  }
  return found
}
