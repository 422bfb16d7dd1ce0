// @vitest-environment jsdom
import { AREAS } from '@balcao/shared/api/index.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import { SPECIFIED_TEXTS, type SpecifiedText } from '@balcao/shared/test/specified-texts.ts'
import { cleanup, render, waitFor } from '@testing-library/react'
import { type FieldValues, useForm } from 'react-hook-form'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Field } from '#/components/ui/field.tsx'
import { fieldError } from './field-error.ts'
import { formResolver } from './form-resolver.ts'
import { changeLanguage, languages, startI18n } from './i18n.ts'

const routes = new Map(AREAS.flatMap(area => routesOf(area).map(({ name, route }) => [name, route])))
/** Fields that make the others of their form be checked together. */
const REST: Partial<Record<string, object>> = {
  'queue.create': { name: 'Vendas', color: '#FF0000', greetingMessage: 'Olá' },
  'subscription.create': {
    firstName: 'Maria',
    address2: 'Rua Um, 1',
    city: 'Osasco',
    zipcode: '06010-000',
    country: 'BR',
  },
}

beforeAll(() => startI18n('pt'))
afterEach(cleanup)

/** Shows one field of the form of a call, as dialogs do. */
function Form({ text: { route, field, value } }: { text: SpecifiedText }) {
  const form = useForm<FieldValues, unknown, unknown>({
    resolver: formResolver(routes.get(route)!.body as z.ZodType<unknown, FieldValues>),
    defaultValues: { ...REST[route], [field]: value },
  })
  const error = form.formState.errors[field] as { type: string } | undefined
  return (
    <form onSubmit={form.handleSubmit(() => undefined)}>
      <Field label="field" error={fieldError(error)}>
        <input />
      </Field>
      <button type="submit" />
    </form>
  )
}

describe.each(languages)('a form in %s', language => {
  it.each(SPECIFIED_TEXTS)('shows for $value in $field of $route the text of the specification', async text => {
    await changeLanguage(language)
    const { container } = render(<Form text={text} />)
    container.querySelector('button')!.click()
    await waitFor(() => expect(container.querySelector('[role="alert"]')?.textContent).toBe(text[language]))
  })
})

describe('a resolver', () => {
  const check = (schema: z.ZodType<unknown, FieldValues>, values: object) =>
    formResolver(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: false })

  it('gives what the schema makes of right values', async () => {
    expect(await check(z.object({ name: z.string().trim() }), { name: ' Ana ' })).toEqual({
      values: { name: 'Ana' },
      errors: {},
    })
  })

  it('names the first problem of each field, with its parameters, where the field stands', async () => {
    const schema = z.object({ names: z.array(z.string().min(2).regex(/^a/)), age: z.number().max(9) })
    const { errors } = await check(schema, { names: ['ab', 'b'], age: 10 })
    await changeLanguage('pt')
    expect(errors).toMatchObject({
      names: [undefined, { type: 'too_short', problem: { code: 'too_short', minimum: 2 } }],
      age: { type: 'too_large', problem: { code: 'too_large', maximum: 9 } },
    })
    expect(fieldError(errors.age as { type: string })).toBe('No máximo 9')
  })
})
