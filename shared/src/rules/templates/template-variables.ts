/**
 * Variables of a template by name: named ones of header and body by their names, those of the body
 * by position `1`, `2`…, of a header's text by position `header1`, its file or place `header`, the
 * end of a URL button `button1`… (by the button's place), the code to copy `code`.
 */
import type { TemplateButtonDefinition, TemplateComponent } from '../../entities/template.ts'
import { isPositional, placeholdersIn } from './placeholders.ts'

export type TemplateVariable = {
  name: string
  /** Form of its value: `image`, `video` and `document` are addresses of a file (https). */
  kind: 'text' | 'image' | 'video' | 'document' | 'location' | 'url' | 'code'
  /** Value that its maker gave as an example; empty without one. */
  sample: string
}

const HEADER_KINDS = { IMAGE: 'image', VIDEO: 'video', DOCUMENT: 'document', LOCATION: 'location' } as const

/** Returns the name of a placeholder of the header's text. */
export const headerVariable = (placeholder: string): string =>
  isPositional(placeholder) ? `header${placeholder}` : placeholder

/** Returns the name of a button's variable, by its place among the buttons from 0. */
export const buttonVariable = (index: number): string => `button${index + 1}`

/** Name of the file or place of a header, and of the code that a button copies. */
export const HEADER_VARIABLE = 'header'
export const CODE_VARIABLE = 'code'

type Samples = { named?: { param_name: string; example: string }[] | undefined; placed?: string[] | undefined }

const sampleOf = (placeholder: string, { named, placed }: Samples): string =>
  (isPositional(placeholder)
    ? placed?.[Number(placeholder) - 1]
    : named?.find(({ param_name }) => param_name === placeholder)?.example) ?? ''

function ofButton(button: TemplateButtonDefinition, index: number): TemplateVariable[] {
  if (button.type === 'COPY_CODE') return [{ name: CODE_VARIABLE, kind: 'code', sample: button.example }]
  if (button.type !== 'URL' || placeholdersIn(button.url).length === 0) return []
  const [begin = ''] = button.url.split('{{')
  const example = button.example?.[0] ?? ''
  const sample = example.startsWith(begin) ? example.slice(begin.length) : example
  return [{ name: buttonVariable(index), kind: 'url', sample }]
}

function ofComponent(component: TemplateComponent): TemplateVariable[] {
  switch (component.type) {
    case 'HEADER': {
      if (component.format !== 'TEXT')
        return [
          {
            name: HEADER_VARIABLE,
            kind: HEADER_KINDS[component.format],
            sample: component.example?.header_handle?.find(handle => handle.startsWith('https://')) ?? '',
          },
        ]
      const { header_text_named_params: named, header_text: placed } = component.example ?? {}
      return placeholdersIn(component.text).map(placeholder => ({
        name: headerVariable(placeholder),
        kind: 'text',
        sample: sampleOf(placeholder, { named, placed }),
      }))
    }
    case 'BODY': {
      const { body_text_named_params: named, body_text } = component.example ?? {}
      return placeholdersIn(component.text).map(name => ({
        name,
        kind: 'text',
        sample: sampleOf(name, { named, placed: body_text?.[0] }),
      }))
    }
    case 'BUTTONS':
      return component.buttons.flatMap(ofButton)
    default:
      return []
  }
}

/** Returns the variables of a template, each once, in the order in which they are read. */
export function templateVariables(components: readonly TemplateComponent[]): TemplateVariable[] {
  const found = new Map<string, TemplateVariable>()
  for (const type of ['HEADER', 'BODY', 'BUTTONS'])
    for (const component of components)
      if (component.type === type)
        for (const variable of ofComponent(component)) if (!found.has(variable.name)) found.set(variable.name, variable)
  return [...found.values()]
}
