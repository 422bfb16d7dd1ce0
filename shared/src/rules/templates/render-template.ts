/** A template's message as its reader sees it, with values or with names in their places. */
import type { MessageTemplate, TemplateButton } from '../../entities/message.ts'
import type { TemplateButtonDefinition, TemplateComponent } from '../../entities/template.ts'
import { fillPlaceholders } from './placeholders.ts'
import { buttonVariable, CODE_VARIABLE, HEADER_VARIABLE, headerVariable } from './template-variables.ts'

export type RenderedTemplate = Pick<MessageTemplate, 'header' | 'footer'> & { body: string; buttons: TemplateButton[] }

type Values = Readonly<Record<string, string>>

/** Text of a button whose template gives none. */
const COPY_CODE_TEXT = 'Copy offer code'

const valueIn = (values: Values, name: string): string | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined

function button(given: TemplateButtonDefinition, index: number, values: Values): TemplateButton[] {
  switch (given.type) {
    case 'QUICK_REPLY':
      return [{ type: 'QUICK_REPLY', text: given.text }]
    case 'URL': {
      const value = fillPlaceholders(given.url, () => valueIn(values, buttonVariable(index)))
      return [{ type: 'URL', text: given.text, value }]
    }
    case 'PHONE_NUMBER':
      return [{ type: 'PHONE_NUMBER', text: given.text, value: given.phone_number }]
    case 'COPY_CODE':
      return [
        {
          type: 'COPY_CODE',
          text: given.text || COPY_CODE_TEXT,
          value: valueIn(values, CODE_VARIABLE) || given.example,
        },
      ]
    case 'OTHER':
      return []
  }
}

/**
 * Returns the texts of a template's message. A value that is missing shows as its placeholder; the
 * header of a file or place is its value.
 */
export function renderTemplate(components: readonly TemplateComponent[], values: Values): RenderedTemplate {
  const rendered: RenderedTemplate = { header: '', body: '', footer: '', buttons: [] }
  for (const component of components)
    switch (component.type) {
      case 'HEADER':
        rendered.header =
          component.format === 'TEXT'
            ? fillPlaceholders(component.text, name => valueIn(values, headerVariable(name)))
            : (valueIn(values, HEADER_VARIABLE) ?? '')
        break
      case 'BODY':
        rendered.body = fillPlaceholders(component.text, name => valueIn(values, name))
        break
      case 'FOOTER':
        rendered.footer = component.text
        break
      case 'BUTTONS':
        rendered.buttons = component.buttons.flatMap((each, i) => button(each, i, values))
        break
    }
  return rendered
}
