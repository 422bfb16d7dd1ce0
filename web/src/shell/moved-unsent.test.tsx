// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { session } from '#/lib/session.ts'
import { readUnsent } from '#/lib/unsent.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { MovedUnsent } from './moved-unsent.tsx'

const user = sessionUser()
const Draft = () => <p>{readUnsent<string>('draft', '1') ?? 'nada'}</p>

afterEach(() => {
  cleanup()
  localStorage.clear()
})

it('shows nothing before the work of earlier builds is where screens look for it', async () => {
  session.set({ state: 'in', token: 't', user })
  localStorage.setItem(`balcao.draft.${user.id}.1`, 'bom dia')
  render(
    <MovedUnsent>
      <Draft />
    </MovedUnsent>,
  )
  expect(screen.queryByText('nada')).toBeNull()
  expect(await screen.findByText('bom dia')).toBeTruthy()
})

it('shows at once where there is none', () => {
  session.set({ state: 'in', token: 't', user })
  render(
    <MovedUnsent>
      <Draft />
    </MovedUnsent>,
  )
  expect(screen.getByText('nada')).toBeTruthy()
})
