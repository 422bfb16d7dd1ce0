/** A template's message in the form that Meta takes (Cloud API v23.0, "Template messages"). */
import type { TemplateButtonDefinition, TemplateComponent } from '../../entities/template.ts'
import { isPositional, placeholdersIn } from './placeholders.ts'
import { readTemplatePlace } from './template-place.ts'
import { isTemplateValue, MAX_VALUE_LENGTH } from './template-value.ts'
import {
  buttonVariable,
  CODE_VARIABLE,
  HEADER_VARIABLE,
  headerVariable,
  type TemplateVariable,
  templateVariables,
} from './template-variables.ts'

type Values = Readonly<Record<string, string>>
export type SendingComponent = {
  type: string
  sub_type?: string
  index?: string
  parameters: Record<string, unknown>[]
}

/** Longest code that a button copies (Cloud API, "Coupon code templates"). */
const MAX_CODE_LENGTH = 15

const isFileAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

function isFit({ kind }: TemplateVariable, value: string): boolean {
  if (value.trim() === '' || value.length > MAX_VALUE_LENGTH || !isTemplateValue(value)) return false
  switch (kind) {
    case 'text':
      return true
    case 'url':
      return !/\s/.test(value)
    case 'code':
      return value.length <= MAX_CODE_LENGTH
    case 'location':
      return readTemplatePlace(value) !== undefined
    case 'image':
    case 'video':
    case 'document':
      return isFileAddress(value)
  }
}

/** Returns the variables that have no value, or one that Meta would refuse. */
export const unfilledVariables = (components: readonly TemplateComponent[], values: Values): string[] =>
  templateVariables(components)
    .filter(variable => !Object.hasOwn(values, variable.name) || !isFit(variable, values[variable.name]!))
    .map(({ name }) => name)

/** Returns whether messages can be made of a template: not of one with parts that are only read. */
export const isSendable = (components: readonly TemplateComponent[]): boolean =>
  components.every(
    component =>
      component.type !== 'OTHER' &&
      (component.type !== 'BUTTONS' || component.buttons.every(({ type }) => type !== 'OTHER')),
  )

const textParameter = (placeholder: string, text: string) => ({
  type: 'text',
  ...(isPositional(placeholder) ? {} : { parameter_name: placeholder }),
  text,
})

/** Returns the last part of an address, under which its reader gets a document. */
const fileNameOf = (address: string): string => {
  const name = new URL(address).pathname.split('/').pop() ?? ''
  try {
    return decodeURIComponent(name) || 'document'
  } catch {
    return name
  }
}

function headerParameter(format: 'IMAGE' | 'VIDEO' | 'DOCUMENT' | 'LOCATION', value: string): Record<string, unknown> {
  switch (format) {
    case 'IMAGE':
      return { type: 'image', image: { link: value } }
    case 'VIDEO':
      return { type: 'video', video: { link: value } }
    case 'DOCUMENT':
      return { type: 'document', document: { link: value, filename: fileNameOf(value) } }
    case 'LOCATION':
      return { type: 'location', location: readTemplatePlace(value) }
  }
}

function buttonParameters(
  button: TemplateButtonDefinition,
  index: number,
  values: Values,
): Pick<SendingComponent, 'sub_type' | 'parameters'> | undefined {
  if (button.type === 'COPY_CODE')
    return { sub_type: 'copy_code', parameters: [{ type: 'coupon_code', coupon_code: values[CODE_VARIABLE] }] }
  if (button.type !== 'URL' || placeholdersIn(button.url).length === 0) return undefined
  return { sub_type: 'url', parameters: [{ type: 'text', text: values[buttonVariable(index)] }] }
}

function sendingForm(component: TemplateComponent, values: Values): SendingComponent[] {
  switch (component.type) {
    case 'HEADER': {
      const parameters =
        component.format === 'TEXT'
          ? placeholdersIn(component.text).map(name => textParameter(name, values[headerVariable(name)]!))
          : [headerParameter(component.format, values[HEADER_VARIABLE]!)]
      return parameters.length > 0 ? [{ type: 'header', parameters }] : []
    }
    case 'BODY': {
      const parameters = inOrder(placeholdersIn(component.text)).map(name => textParameter(name, values[name]!))
      return parameters.length > 0 ? [{ type: 'body', parameters }] : []
    }
    case 'BUTTONS':
      return component.buttons.flatMap((button, index) => {
        const filled = buttonParameters(button, index, values)
        return filled ? [{ type: 'button', index: String(index), ...filled }] : []
      })
    default:
      return []
  }
}

/** Returns names by position in the order of their numbers, as Meta reads them. */
const inOrder = (names: string[]): string[] =>
  names.every(isPositional) ? names.sort((a, b) => Number(a) - Number(b)) : names

/** Returns the filled parameters of a template; each of its variables must have a value. */
export const sendingComponents = (components: readonly TemplateComponent[], values: Values): SendingComponent[] =>
  components.flatMap(component => sendingForm(component, values))
