// @vitest-environment jsdom
import { audit } from '@balcao/shared/api/company/audit.ts'
import { AREAS } from '@balcao/shared/api/index.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { routesOf } from '@balcao/shared/api-contract/match.ts'
import type { AuditEntry } from '@balcao/shared/entities/audit-entry.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { languages, loadTexts } from '#/lib/i18n.ts'
import { axeFaults } from '#/testing/axe-faults.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { AuditScreen } from './audit-screen.tsx'
import { auditSentence } from './audit-sentence.ts'

const ANA = { id: newId(), name: 'Ana' }
const anEntry = (action: string, changes: Partial<AuditEntry> = {}): AuditEntry => {
  const [subject, verb] = action.split('.') as [AuditEntry['subject'], AuditEntry['verb']]
  const nothing = { subjectId: null, name: null, support: false, address: '203.0.113.5', browser: null }
  return { id: newId(), at: '2026-11-20T12:00:00.000Z', subject, verb, user: ANA, ...nothing, ...changes }
}

let backend: Awaited<ReturnType<typeof startBackend>>
beforeEach(async () => {
  backend = await startBackend()
  backend.on(users.listAll, () => ({ body: [{ ...ANA, queueIds: [], online: true }] }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

const answers = (entries: AuditEntry[], more = false) =>
  backend.on(audit.list, () => ({
    body: { entries, lookedTo: '2026-10-03T12:00:00.000Z', hasMore: more, nextCursor: more ? 'c' : null },
  }))
const open = () => renderScreen('/audit', <AuditScreen />, sessionUser({ profile: 'admin' }))

describe('the audit log', () => {
  it('says what was done in sentences, from where, and by whom for support', async () => {
    answers([
      anEntry('queue.delete', { name: 'Vendas' }),
      anEntry('setting.update', { subjectId: 'call', name: 'disabled', support: true }),
      anEntry('session.signIn', { browser: 'Firefox · Linux' }),
      anEntry('invoice.pay', { user: null, address: null }),
    ])
    await open()
    expect(await screen.findByText('Ana excluiu a fila “Vendas”')).toBeTruthy()
    expect(screen.getByText(/^Ana alterou a configuração “.+” para “Desativado”$/i)).toBeTruthy()
    expect(screen.getByText('Suporte')).toBeTruthy()
    expect(screen.getByText('203.0.113.5 · Firefox · Linux')).toBeTruthy()
    expect(screen.getByText('O Balcão pagou a fatura')).toBeTruthy()
    expect(await axeFaults()).toEqual([])
  })

  it('asks with its filters, says how far a search got, and goes on with it', async () => {
    answers([], true)
    await open()
    await userEvent.selectOptions(await screen.findByLabelText('Assunto'), 'Filas')
    await userEvent.selectOptions(screen.getByLabelText('Pessoa'), 'Ana')
    expect(await screen.findByText('Nada encontrado com estes filtros')).toBeTruthy()
    expect(await screen.findByText(/Buscado até 03\/10\/2026/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Continuar buscando' }))
    await waitFor(() => {
      const last = backend.calls.filter(({ path }) => path === '/audit').at(-1)!.query
      expect(Object.fromEntries(last)).toMatchObject({ subject: 'queue', userId: ANA.id, cursor: 'c' })
    })
  })

  it('says what it is while there is nothing, that it cannot be read, and reads what came since when asked', async () => {
    backend.on(audit.list, () => ({ status: 500, body: { error: 'ERR_INTERNAL' } }))
    await open()
    const retry = await screen.findByRole('button', { name: 'Tentar de novo' })
    expect(await axeFaults()).toEqual([])
    answers([])
    await userEvent.click(retry)
    await screen.findByText('Nada aconteceu ainda')
    expect(await axeFaults()).toEqual([])
    answers([anEntry('queue.create', { name: 'Vendas' })])
    await userEvent.click(screen.getByRole('button', { name: 'Atualizar' }))
    await screen.findByText('Ana criou a fila “Vendas”')
  })

  it('begins a file of what is looked for', async () => {
    answers([anEntry('queue.create', { name: 'Vendas' })])
    backend.on(audit.export, () => ({ status: 202, body: { jobId: newId() } }))
    await open()
    await userEvent.selectOptions(await screen.findByLabelText('Assunto'), 'Filas')
    await userEvent.type(screen.getByLabelText('Buscar por nome'), 'vendas')
    await waitFor(() => expect(backend.calls.at(-1)?.query.get('searchParam')).toBe('vendas'))
    await userEvent.click(screen.getByRole('button', { name: 'Exportar' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await screen.findByText('Exportação iniciada. O arquivo aparece no sino.')
    const asked = backend.calls.find(({ path }) => path === '/audit/export')
    expect(asked?.body).toEqual({ subject: 'queue', searchParam: 'vendas', format: 'csv' })
  })

  it('has words for everything that is logged, in each language', async () => {
    const actions = AREAS.flatMap(routesOf).flatMap(({ route }) => (route.audit ? [route.audit] : []))
    for (const lng of languages) {
      await i18next.changeLanguage(lng)
      await loadTexts('audit', 'company')
      const t = i18next.getFixedT(lng, ['audit', 'company']) as never
      for (const action of [...actions, 'session.signInRefused', 'session.support', 'user.changePassword']) {
        const sentence = auditSentence(t, anEntry(action, { name: 'Xis', subjectId: 'call' }))
        expect([lng, action, sentence]).toEqual([lng, action, expect.stringMatching(/Ana/)])
        expect([lng, action, sentence]).not.toEqual([
          lng,
          action,
          expect.stringMatching(/\{\{|verb\.|what\.|special\./),
        ])
      }
    }
    await i18next.changeLanguage('pt')
  })
})
