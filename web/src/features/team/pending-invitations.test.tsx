// @vitest-environment jsdom
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import type { Invitation } from '@balcao/shared/entities/invitation.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { ColleagueSecondFactor } from './colleague-second-factor.tsx'
import { PendingInvitations } from './pending-invitations.tsx'

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const row = (name: string, isExpired: boolean) =>
  ({
    ...{ id: newId(), name, email: `${name.toLowerCase()}@exemplo.com.br`, isExpired },
    ...{ sentAt: '2026-01-02T12:00:00.000Z', expiresAt: '2999-12-31T12:00:00.000Z' },
  }) as Invitation

describe('invitations nobody has answered yet', () => {
  it('are sent again, and withdrawn after asking', async () => {
    const [bia, caio] = [row('Bia', false), row('Caio', true)]
    const calls: string[] = []
    backend.on(invitations.send, ({ path }) => {
      calls.push(path)
      return { body: caio }
    })
    backend.on(invitations.remove, ({ path, method }) => {
      calls.push(`${method} ${path}`)
      return { status: 204 }
    })
    await renderScreen('/users', <PendingInvitations rows={[bia, caio]} />)
    await screen.findByText('Vale até 31/12/2999')
    expect(screen.getAllByText('Expirado').length).toBeGreaterThan(0)
    expect(await axeFaults()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Enviar de novo a Caio' }))
    await screen.findByText('Convite enviado para caio@exemplo.com.br')
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar o convite de Bia' }))
    const asked = within(await screen.findByRole('alertdialog'))
    expect(calls).toHaveLength(1)
    await userEvent.click(asked.getByRole('button', { name: 'Cancelar convite' }))
    await waitFor(() => expect(calls[1]).toBe(`DELETE /users/invitations/${bia.id}`))
  })

  it('say of those that an import left unsent that they were not sent', async () => {
    const imported = row('Otávio', true)
    await renderScreen('/users', <PendingInvitations rows={[{ ...imported, expiresAt: imported.sentAt }]} />)
    expect((await screen.findAllByText('Não enviado')).length).toBeGreaterThan(0)
    expect(screen.queryByText('Expirado')).toBeNull()
  })

  it('are not there while there are none', async () => {
    await renderScreen('/users', <PendingInvitations rows={[]} />)
    expect(screen.queryByText('Convites pendentes')).toBeNull()
  })
})

describe('a colleague’s second factor', () => {
  it('is taken away after asking, and is gone from the dialog', async () => {
    backend.on(users.getSecondFactor, () => ({ body: { enabled: true } }))
    let reset = 0
    backend.on(users.resetSecondFactor, () => {
      reset += 1
      return reset === 1 ? { status: 403, body: { error: 'ERR_NO_PERMISSION' } } : { status: 204 }
    })
    await renderScreen('/users', <ColleagueSecondFactor id={newId()} name="Bia" />)
    await screen.findByText('Entra com verificação em duas etapas')
    expect(await axeFaults()).toEqual([])
    for (const _ of ['refused', 'done']) {
      await userEvent.click(screen.getByRole('button', { name: 'Remover' }))
      const asked = within(await screen.findByRole('alertdialog'))
      asked.getByText('Remover a verificação em duas etapas de Bia?')
      await userEvent.click(asked.getByRole('button', { name: 'Remover' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    await waitFor(() => expect(screen.queryByText('Entra com verificação em duas etapas')).toBeNull())
    expect(reset).toBe(2)
  })

  it('is nothing where there is none', async () => {
    backend.on(users.getSecondFactor, () => ({ body: { enabled: false } }))
    await renderScreen('/users', <ColleagueSecondFactor id={newId()} name="Bia" />)
    await waitFor(() => expect(backend.calls).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Remover' })).toBeNull()
  })
})
