// @vitest-environment jsdom
import { POLL_LIMITS } from '@balcao/shared/entities/poll.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { PollButton } from './poll-button.tsx'

afterEach(cleanup)

const focused = () => document.activeElement as HTMLInputElement
const option = (position: number) => screen.getByRole('textbox', { name: `Opção ${position}` })

it('the focus goes to the option that was added, and to the neighbour of one that was removed', async () => {
  await loadTexts('ticketDetails')
  await renderScreen('/tickets', <PollButton ticketId="t" quoted={null} onSent={() => undefined} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Enquete' }))
  await userEvent.type(option(1), 'a')
  await userEvent.type(option(2), 'b')
  for (let position = 3; position <= POLL_LIMITS.most; position++) {
    await userEvent.click(screen.getByRole('button', { name: 'Adicionar opção' }))
    expect(focused()).toBe(option(position))
    await userEvent.keyboard(`${position}`)
  }
  expect(screen.queryByRole('button', { name: 'Adicionar opção' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: `Remover a opção ${POLL_LIMITS.most}` }))
  expect(focused().value).toBe(`${POLL_LIMITS.most - 1}`)
  await userEvent.click(screen.getByRole('button', { name: 'Remover a opção 1' }))
  expect(focused().value).toBe('b')
  for (let left = POLL_LIMITS.most - 2; left > POLL_LIMITS.fewest; left--)
    await userEvent.click(screen.getByRole('button', { name: 'Remover a opção 1' }))
  expect(focused()).toBe(option(1))
})
