import { ticketzDump } from '../support/ticketz-dump.ts'
import { at, isPhone, type State } from './state.ts'

/** Numbers, subscription, help, campaigns, and the simulator's page. */
export const management: State[] = [
  { name: 'dashboard-with-history', who: 'owner', open: page => at(page, '/') },
  {
    name: 'subscription-change',
    who: 'newcomer',
    async open(page) {
      await at(page, '/subscription')
      await page.getByText('Trocar de plano').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'help-guide',
    who: 'admin',
    async open(page) {
      await at(page, '/campaigns')
      await page.getByRole('link', { name: 'Ajuda desta tela' }).click()
      await page.getByRole('link', { name: 'Todos os guias' }).waitFor()
    },
  },
  {
    name: 'help-search',
    who: 'admin',
    async open(page) {
      await at(page, '/helps')
      await page.getByRole('searchbox').first().fill('horario')
    },
  },
  {
    name: 'bring-data-check',
    who: 'admin',
    async open(page) {
      await at(page, '/imports')
      const counts = page.getByText(/^Linhas lidas: /)
      const system = page.getByRole('button', { name: 'Ticketz', exact: true })
      await counts.or(system).first().waitFor()
      // The dump is read for the first look alone.
      if (await system.isVisible()) {
        await system.click()
        const dump = page.getByLabel('Escolher o dump').and(page.locator('input'))
        const buffer = Buffer.from(ticketzDump(340))
        await dump.setInputFiles({ name: 'ticketz.sql', mimeType: 'application/sql', buffer })
        await page.getByText(/^Enviado/).waitFor()
        await page.getByRole('button', { name: 'Ler o dump' }).click()
      }
      await counts.waitFor()
    },
  },
  {
    name: 'campaign-dialog',
    who: 'admin',
    async open(page) {
      await at(page, '/campaigns')
      await page.getByRole('button', { name: 'Adicionar campanha' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Nome/).fill('Volta às aulas')
      await dialog.getByRole('combobox', { name: /^Lista de contatos/ }).click()
      await page.getByRole('option', { name: /^Clientes da loja/ }).click()
      await dialog.getByRole('combobox', { name: /^Conexão/ }).click()
      await page.getByRole('option', { name: /^Empório Centro/ }).click()
      await dialog.getByLabel(/^Envio/).selectOption('now')
      await dialog.getByRole('textbox', { name: /^Mensagem 1/ }).fill('Olá {{firstName}}, voltamos!')
      await dialog.getByText(/destinatários/).waitFor()
    },
  },
  {
    name: 'campaign-report',
    who: 'admin',
    async open(page) {
      await at(page, '/campaigns')
      const name = 'Café em promoção'
      if (isPhone(page)) {
        await page.getByRole('main').getByRole('listitem').filter({ hasText: name }).getByRole('button').last().click()
        await page.getByRole('menuitem', { name: /^Relatório/ }).click()
      } else await page.getByRole('button', { name: `Relatório de ${name}` }).click()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'agent-dialog',
    who: 'admin',
    async open(page) {
      await at(page, '/prompts')
      const name = 'Atendente da noite'
      if (isPhone(page)) await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      else await page.getByRole('button', { name: `Editar ${name}` }).click()
      // Its queue is chosen once the queues are there.
      await page.getByRole('dialog').getByRole('option', { name: 'Suporte' }).waitFor({ state: 'attached' })
    },
  },
  { name: 'simulator', who: 'nobody', open: (page, { simUrl }) => at(page, simUrl) },
]
