// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { useConnection } from './use-connection.ts'

afterEach(cleanup)

function Shown({ ticket }: { ticket: Parameters<typeof useConnection>[0] }) {
  return <p>{useConnection(ticket).can.voiceNotes}</p>
}

it('voice notes are recorded in the format of the ticket’s connection', async () => {
  const official = sampleTicket({ window: { open: true, closesAt: new Date(Date.now() + 60_000).toISOString() } })
  await renderScreen('/tickets', <Shown ticket={official} />)
  expect(screen.getByRole('paragraph').textContent).toBe('opus')
  cleanup()
  await renderScreen('/tickets', <Shown ticket={sampleTicket()} />)
  expect(screen.getByRole('paragraph').textContent).toBe('mp3')
})
