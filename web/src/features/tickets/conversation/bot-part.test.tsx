// @vitest-environment jsdom
import { sampleMessage } from '@balcao/shared/test/sample-message.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { BotPart } from './bot-part.tsx'

afterEach(cleanup)

async function show(transcript: string) {
  await loadTexts('prompts')
  await renderScreen('/tickets', <BotPart message={sampleMessage({ mediaType: 'audio', transcript })} />)
  return screen.findByText(transcript)
}

it('a short transcript is shown whole', async () => {
  await show('Qual o preço do bolo?')
  expect(screen.queryByRole('button')).toBeNull()
})

it('a long transcript is folded until somebody unfolds it', async () => {
  const words = (await show('Bom dia, eu queria saber do bolo. '.repeat(20).trim())).closest('p')!
  expect(words.className).toContain('line-clamp-4')
  const more = screen.getByRole('button', { name: 'Mostrar toda a transcrição' })
  expect([more.getAttribute('aria-expanded'), more.getAttribute('aria-controls')]).toEqual(['false', words.id])
  await userEvent.click(more)
  expect(words.className).not.toContain('line-clamp-4')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar menos' }))
  expect(words.className).toContain('line-clamp-4')
})
