// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { confirm } from '#/components/ui/confirm.tsx'
import { startI18n } from '#/lib/i18n.ts'
import { completeDom } from '#/testing/render-screen.tsx'
import { confirmHost, Questions } from './questions.tsx'

beforeEach(async () => {
  completeDom()
  await startI18n('pt')
  render(
    <>
      <button type="button">Excluir contato</button>
      <Questions />
    </>,
  )
})
afterEach(cleanup)

const ask = () => act(() => confirm({ title: 'Excluir Maria?', confirmLabel: 'Excluir' }))
/** Asked by a click, answered later. */
function asking() {
  screen.getByRole('button', { name: 'Excluir contato' }).focus()
  let answer!: Promise<boolean>
  act(() => {
    answer = confirm({ title: 'Excluir Maria?', confirmLabel: 'Excluir' })
  })
  return answer
}

describe('a question', () => {
  it('that cannot be shown is answered with no, and the next one is shown', async () => {
    const load = vi.spyOn(confirmHost, 'load').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    expect(await ask()).toBe(false)
    load.mockRestore()
    const answer = asking()
    await userEvent.click(await screen.findByRole('button', { name: 'Excluir' }))
    expect(await answer).toBe(true)
  })

  it('left by Esc is a no, and gives the focus back', async () => {
    const answer = asking()
    await screen.findByRole('alertdialog', { name: 'Excluir Maria?' })
    await userEvent.keyboard('{Escape}')
    expect(await answer).toBe(false)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Excluir contato'))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})
