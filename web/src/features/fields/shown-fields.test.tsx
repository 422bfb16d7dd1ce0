// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import type { CustomField, FieldChanges, FieldValues } from '@balcao/shared/entities/custom-field.ts'
import { newId } from '@balcao/shared/ids.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changeLanguage, loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ShownFields } from './shown-fields.tsx'

const at = '2026-11-20T12:00:00.000Z'
const own = (name: string, type: CustomField['type'], choices: string[] = []): CustomField => ({
  ...{ id: newId(), name, on: 'contact', type, choices },
  ...{ createdAt: at, updatedAt: at },
})
const limit = own('Limite', 'number')
const renewal = own('Renovação', 'date')
const segment = own('Segmento', 'choice', ['Varejo', 'Atacado'])

/** Changes that were sent, and the functions that answer them. */
let sent: FieldChanges[]
let answers: (() => void)[]
let backend: Awaited<ReturnType<typeof startBackend>>

function Fields({ start }: { start: FieldValues }) {
  const [values, setValues] = useState(start)
  return (
    <ShownFields
      on="contact"
      title="Campos do contato"
      values={values}
      onSave={changes => {
        sent.push(changes)
        return new Promise<void>(resolve => {
          answers.push(() => {
            setValues(now => ({ ...now, ...changes }) as FieldValues)
            resolve()
          })
        })
      }}
    />
  )
}

beforeEach(async () => {
  ;[sent, answers] = [[], []]
  backend = await startBackend()
  backend.on(fields.listAll, () => ({ body: [limit, renewal, segment] }))
})
afterEach(async () => {
  vi.useRealTimers()
  await changeLanguage('pt')
  cleanup()
  await backend.stop()
})

async function show(start: FieldValues = {}) {
  await loadTexts('fields', 'dates')
  await renderScreen('/contacts', <Fields start={start} />)
  await screen.findByText('Limite')
}
const pencil = (name: string) => screen.getByRole('button', { name: `Alterar ${name}` })
const open = async (name: string) => {
  await userEvent.click(pencil(name))
  return screen.getByLabelText<HTMLInputElement>(name)
}
const answer = () => act(async () => answers.shift()!())

describe('a custom field beside what it is of', () => {
  it('is saved once by Enter, and gives the focus back to its button', async () => {
    await show()
    await open('Limite')
    await userEvent.keyboard('20{Enter}{Enter}')
    expect(sent).toEqual([{ [limit.id]: 20 }])
    await answer()
    expect(await screen.findByText('20')).toBeTruthy()
    expect(document.activeElement).toBe(pencil('Limite'))
    await open('Limite')
    await userEvent.keyboard('5{Escape}')
    expect([sent.length, document.activeElement]).toEqual([1, pencil('Limite')])
  })

  it('keeps what is typed on while an earlier value is saved', async () => {
    await show()
    const field = await open('Limite')
    await userEvent.keyboard('2{Enter}0')
    await answer()
    expect([field.isConnected, field.value]).toEqual([true, '20'])
    await userEvent.tab()
    await waitFor(() => expect(sent.at(-1)).toEqual({ [limit.id]: 20 }))
  })

  it('reads thousands as they are shown, in each language', async () => {
    await show({ [limit.id]: 1500.5 })
    expect(screen.getByText('1.500,5')).toBeTruthy()
    for (const [language, typed, value] of [
      ['pt', '1.500', 1500],
      ['pt', '12.345,6', 12_345.6],
      ['pt', '1500,25', 1500.25],
      ['pt', '0.125', 0.125],
      ['en', '1,500', 1500],
      ['en', '12.5', 12.5],
    ] as const) {
      await act(() => changeLanguage(language))
      const field = await userEvent
        .click(screen.getByRole('button', { name: language === 'pt' ? 'Alterar Limite' : 'Change Limite' }))
        .then(() => screen.getByLabelText<HTMLInputElement>('Limite'))
      await userEvent.clear(field)
      await userEvent.type(field, `${typed}{Enter}`)
      expect(sent.at(-1), typed).toEqual({ [limit.id]: value })
      await answer()
    }
    await userEvent.click(screen.getByRole('button', { name: 'Change Limite' }))
    expect(screen.getByLabelText<HTMLInputElement>('Limite').value).toBe('12.5')
  })

  it('takes a day of two digits of a year by Enter, and a day of the calendar', async () => {
    vi.setSystemTime('2026-11-28T15:00:00Z')
    await show()
    await open('Renovação')
    await userEvent.keyboard('311226{Enter}')
    expect(sent).toEqual([{ [renewal.id]: '2026-12-31' }])
    await answer()
    await open('Renovação')
    await userEvent.click(screen.getByRole('button', { name: 'Abrir o calendário' }))
    await userEvent.click(await screen.findByRole('button', { name: /30 de dezembro/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Renovação').value).toBe('30/12/2026')
    await userEvent.click(document.body)
    await waitFor(() => expect(sent.at(-1)).toEqual({ [renewal.id]: '2026-12-30' }))
  })

  it('saves a choice of the pointer at once, and one of the keys when the field is left', async () => {
    await show()
    const field = await open('Segmento')
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.change(field, { target: { value: 'Varejo' } })
    fireEvent.keyDown(field, { key: 'ArrowDown' })
    fireEvent.change(field, { target: { value: 'Atacado' } })
    expect(sent).toEqual([])
    await userEvent.tab()
    await waitFor(() => expect(sent).toEqual([{ [segment.id]: 'Atacado' }]))
    await answer()
    await userEvent.selectOptions(await open('Segmento'), 'Varejo')
    expect(sent.at(-1)).toEqual({ [segment.id]: 'Varejo' })
  })
})
