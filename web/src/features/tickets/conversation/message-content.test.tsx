// @vitest-environment jsdom

import type { Message } from '@balcao/shared/entities/message.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleMessage } from '#/testing/sample-message.ts'
import { MessageContent } from './message-content.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function show(changes: Partial<Message>) {
  await loadTexts('tickets')
  const nothing = () => undefined
  await renderScreen(
    '/conversation',
    <MessageContent message={sampleMessage(changes)} onOpenImage={nothing} onRetry={nothing} onContact={nothing} />,
  )
}
const CUT = 'Parte desta mensagem era grande demais e foi cortada.'
const card = 'BEGIN:VCARD\nFN:Zé\nTEL;waid=5511966665555:+55 11 96666-5555\nEND:VCARD'

describe('a message of which a part is missing says so', () => {
  it.each([
    ['a text', { body: `aaa${CUT_MARK}` }],
    ['contact cards', { mediaType: 'contactMessage', body: `Zé ${CUT_MARK}`, vcards: [card] }],
    ['what could not be told at all', { mediaType: 'unsupported', body: CUT_MARK }],
  ] satisfies [string, Partial<Message>][])('%s', async (_, changes) => {
    await show(changes)
    expect(await screen.findByText(CUT)).toBeTruthy()
  })

  it('and a whole one does not', async () => {
    await show({ body: 'oi' })
    expect(await screen.findByText('oi')).toBeTruthy()
    expect(screen.queryByText(CUT)).toBeNull()
  })
})

it('a voice note has its player as soon as that is there', async () => {
  class NothingInSight {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', NothingInSight)
  await show({ mediaType: 'audio', mediaUrl: '/nota.ogg', body: '' })
  expect(await screen.findByRole('button', { name: 'Ouvir' })).toBeTruthy()
})
