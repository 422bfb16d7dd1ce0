import { META_APP } from '../../local/simulator-accounts.ts'
import { CloudError } from './errors.ts'
import { type Fields, fieldsOf, listOf } from './read-param.ts'
import { type Template, type TemplateButton, type TemplateComponent, variablesOf } from './template-types.ts'

/** Subcode of what is wrong with a template, where Meta's documentation names one. */
const SUBCODES = { format: 2388043, edges: 2388299, sample: 2388043, name: 2388024, deleting: 2388023, edits: 2388003 }

/** Returns a refusal of a template, in the words that Meta shows to people. */
export const templateRefusal = (userTitle: string, userMessage: string, kind: keyof typeof SUBCODES = 'format') =>
  new CloudError(100, 'Invalid parameter', { subcode: SUBCODES[kind], userTitle, userMessage })

const ensure = (isGood: boolean, message: string, kind?: keyof typeof SUBCODES): void => {
  if (!isGood) throw templateRefusal('Invalid template', message, kind)
}

export const NAME = /^[a-z0-9_]{1,512}$/
const CATEGORIES = ['MARKETING', 'UTILITY', 'AUTHENTICATION'] as const
const TYPES = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS'] as const
const FORMATS = ['TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION'] as const

export function categoryOf(value: unknown): Template['category'] {
  const category = CATEGORIES.find(each => each === value)
  if (!category) throw new CloudError(100, `Param category must be one of {${CATEGORIES.join(', ')}}`)
  return category
}

/** Checks the components of a new or changed template (Meta's *Template components*). */
export function checkComponents(
  value: unknown,
  parameterFormat: Template['parameterFormat'],
  isHandle: (handle: string) => boolean,
): TemplateComponent[] {
  const given = listOf(value, 'components', 10).map(each => fieldsOf(each, 'components'))
  const components = given.map(each => {
    const type = TYPES.find(known => known === String(each.type).toUpperCase())
    ensure(type !== undefined, `Component type ${String(each.type)} is not covered by the simulator`)
    return { ...each, type } as TemplateComponent
  })
  for (const type of TYPES)
    ensure(components.filter(each => each.type === type).length <= 1, `Only one component of type ${type} is allowed`)
  ensure(
    components.some(({ type }) => type === 'BODY'),
    'Template must have a component of type BODY',
  )
  for (const component of components) {
    if (component.type === 'HEADER') checkHeader(component, parameterFormat, isHandle)
    if (component.type === 'BODY') checkBody(component, parameterFormat)
    if (component.type === 'FOOTER') {
      checkText(component.text, 'footer', 60)
      ensure(
        variablesOf(component.text).length === 0 && !/\{\{/.test(component.text ?? ''),
        "The footer can't have variables",
      )
    }
    if (component.type === 'BUTTONS') checkButtons(component)
  }
  return components
}

function checkText(text: unknown, part: string, most: number): void {
  ensure(typeof text === 'string' && text.trim().length > 0, `The ${part} has no text`)
  ensure((text as string).length <= most, `The ${part} text has more than ${most} characters`)
}

function checkHeader(
  component: TemplateComponent,
  format: Template['parameterFormat'],
  isHandle: (handle: string) => boolean,
) {
  const kind = FORMATS.find(each => each === component.format)
  ensure(kind !== undefined, `Header format ${String(component.format)} is not allowed`)
  if (kind === 'LOCATION') return
  if (kind !== 'TEXT') {
    const handle = component.example?.header_handle?.[0]
    ensure(typeof handle === 'string', `A header of type ${kind} requires an example (header_handle)`, 'sample')
    ensure(isHandle(handle!), 'header_handle is not a handle of an upload', 'sample')
    return
  }
  checkText(component.text, 'header', 60)
  const variables = variablesOf(component.text)
  ensure(variables.length <= 1, 'The header can have one variable at most')
  requireNames(component.text!, variables, format, 'header')
  const { header_text = [], header_text_named_params = [] } = component.example ?? {}
  const samples = format === 'NAMED' ? header_text_named_params.map(({ param_name }) => param_name) : header_text
  requireSamples(variables, samples, format, 'header')
}

function checkBody(component: TemplateComponent, format: Template['parameterFormat']): void {
  checkText(component.text, 'body', 1024)
  const text = component.text!
  const variables = variablesOf(text)
  requireNames(text, variables, format, 'body')
  ensure(
    !/^\s*\{\{/.test(text) && !/\}\}\s*$/.test(text),
    "Variables can't be at the start or end of the template",
    'edges',
  )
  const { body_text = [], body_text_named_params = [] } = component.example ?? {}
  const samples = format === 'NAMED' ? body_text_named_params.map(({ param_name }) => param_name) : (body_text[0] ?? [])
  requireSamples(variables, samples, format, 'body')
}

function requireNames(text: string, variables: readonly string[], format: Template['parameterFormat'], part: string) {
  ensure(
    (text.match(/\{\{/g) ?? []).length === (text.match(/\{\{\s*[a-z0-9_]+\s*\}\}/g) ?? []).length,
    `The ${part} has a variable with signs that are not allowed`,
  )
  if (format === 'POSITIONAL')
    ensure(
      variables.every((name, i) => name === String(i + 1)),
      `The variables of the ${part} must be {{1}}, {{2}}, … in order`,
    )
  else
    ensure(
      variables.every(name => !/^\d+$/.test(name)),
      `The variables of the ${part} must have names`,
    )
}

function requireSamples(variables: readonly string[], samples: readonly unknown[], format: string, part: string): void {
  const isWhole =
    format === 'NAMED'
      ? variables.every(name => samples.includes(name))
      : samples.length === variables.length && samples.every(sample => typeof sample === 'string' && sample.length > 0)
  ensure(isWhole, `The ${part} requires a sample for each variable`, 'sample')
}

function checkButtons({ buttons }: TemplateComponent): void {
  ensure(Array.isArray(buttons) && buttons.length >= 1 && buttons.length <= 10, 'A template has 1 to 10 buttons')
  const all = buttons!
  for (const button of all) checkButton(button)
  const many = (type: TemplateButton['type']) => all.filter(each => each.type === type).length
  ensure(many('URL') <= 2, 'At most 2 buttons of type URL')
  ensure(many('PHONE_NUMBER') <= 1, 'At most 1 button of type PHONE_NUMBER')
  ensure(many('COPY_CODE') <= 1, 'At most 1 button of type COPY_CODE')
  const changes = all.filter((each, i) => i > 0 && isReply(each) !== isReply(all[i - 1]!)).length
  ensure(changes <= 1, 'Quick reply buttons and the others must stand in two groups')
}

const isReply = ({ type }: TemplateButton): boolean => type === 'QUICK_REPLY'

function checkButton(value: TemplateButton): void {
  const button = fieldsOf(value, 'buttons') as Fields & TemplateButton
  const { type, url = '', phone_number = '' } = button
  if (type === 'COPY_CODE') ensure(Boolean(button.example), 'A button of type COPY_CODE requires an example', 'sample')
  else checkText(button.text, 'button', 25)
  if (type === 'PHONE_NUMBER') ensure(/^\+?\d{8,20}$/.test(phone_number), 'The phone number of a button is not valid')
  else if (type === 'URL') checkUrl(url, button.example)
  else
    ensure(
      type === 'QUICK_REPLY' || type === 'COPY_CODE',
      `Button type ${String(type)} is not covered by the simulator`,
    )
}

function checkUrl(url: string, example: TemplateButton['example']): void {
  ensure(/^https?:\/\/\S+$/.test(url) && url.length <= 2000, 'The URL of a button is not valid')
  const variables = variablesOf(url)
  ensure(variables.length === 0 || (variables.length === 1 && /\}\}$/.test(url)), 'A URL has one variable, at its end')
  ensure(variables.length === 0 || Boolean(example), 'The URL of a button requires a sample', 'sample')
}

/** Path of the upload of a sample: Meta's *Resumable Upload API*. */
export const UPLOADS = `${META_APP.id}/uploads`
