/**
 * Tests a super user made by the command: creates a company, changes its plan and thereby its menu,
 * and gives support under a banner.
 */
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'
import './support/steps.ts'
import { makeSuperUser } from './support/super-user.ts'

const OWNER = { email: `dona-${randomUUID()}@balcao.test`, password: randomUUID(), profile: 'admin' as const }
const PLAN = `Sob medida ${randomUUID().slice(0, 8)}`
// First by name: rows further down are not drawn once there are many companies.
const NAME = `Adega ${randomUUID().slice(0, 8)}`

let company: Company
let browser: Browser
let root: Page
let owner: Page

beforeAll(async () => {
  company = await openCompany('da Plataforma')
  browser = await startBrowser()
  root = await enter(browser, company, await makeSuperUser())
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('the platform', () => {
  it('a super user makes a company, whose owner signs in', async () => {
    await root.goto('/companys')
    await root.getByRole('button', { name: 'Adicionar empresa' }).first().click(SOON)
    const dialog = root.getByRole('dialog')
    await dialog.getByLabel('Nome', { exact: false }).first().fill(NAME)
    await dialog.getByLabel('Telefone').fill('(11) 98888-7777')
    await dialog.getByLabel('Plano').selectOption({ label: 'Completo' })
    await dialog.getByLabel('E-mail da empresa e do administrador').fill(OWNER.email)
    await dialog.getByLabel('Senha do administrador').fill(OWNER.password)
    await faultless(root, 'company-new')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await root.getByText(NAME).waitFor(SOON)
    await faultless(root, 'companies')
    owner = await enter(browser, company, OWNER)
    await owner.getByRole('link', { name: 'Kanban', exact: true }).waitFor(SOON)
  })

  it('another plan changes the menu of its people while they look', async () => {
    await root.getByRole('button', { name: `Editar ${NAME}` }).click()
    const dialog = root.getByRole('dialog')
    await faultless(root, 'company-edit')
    await owner.getByRole('button', { name: 'Vendas', exact: true }).waitFor(SOON)
    await dialog.getByLabel('Plano').selectOption({ label: 'Básico' })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await owner.getByRole('button', { name: 'Vendas', exact: true }).waitFor({ ...SOON, state: 'detached' })
    expect(await owner.getByRole('link', { name: 'Kanban', exact: true }).count()).toBe(1)
  })

  it('a plan that is made for it, and a module that is taken from that, change the menu while they look; calls are refused', async () => {
    const asked = owner.waitForRequest(request => request.headers().authorization !== undefined, SOON)
    await owner.reload()
    const { authorization = '' } = (await asked).headers()
    const lanes = () => fetch(new URL('/api/tags/kanban', company.url), { headers: { authorization } })
    await root.goto('/settings')
    await root.getByRole('tab', { name: 'Planos' }).click()
    await root.getByRole('button', { name: 'Adicionar plano' }).click()
    const dialog = root.getByRole('dialog')
    await dialog.getByLabel('Nome').fill(PLAN)
    for (const module of ['Kanban', 'Vendas']) await dialog.getByRole('switch', { name: module, exact: true }).click()
    await faultless(root, 'plan-new')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await root.getByRole('heading', { name: PLAN }).waitFor(SOON)
    await root.goto('/companys')
    await root.getByRole('button', { name: `Editar ${NAME}` }).click()
    await dialog.getByLabel('Plano').selectOption({ label: PLAN })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await owner.getByRole('button', { name: 'Vendas', exact: true }).waitFor(SOON)
    expect((await lanes()).status).toBe(200)
    await root.goto('/settings')
    await root.getByRole('tab', { name: 'Planos' }).click()
    await root.getByRole('button', { name: `Editar ${PLAN}` }).click()
    await dialog.getByRole('switch', { name: 'Kanban', exact: true }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await owner.getByRole('link', { name: 'Kanban', exact: true }).waitFor({ ...SOON, state: 'detached' })
    expect(await owner.getByRole('button', { name: 'Vendas', exact: true }).count()).toBe(1)
    const refused = await lanes()
    expect([refused.status, await refused.json()]).toEqual([403, { error: 'ERR_PLAN_FEATURE' }])
  })

  it('is disabled while its people look, whose browser says so; enabled again, it lets them in', async () => {
    await root.goto('/companys')
    await root.getByRole('button', { name: `Desativar ${NAME}`, exact: true }).click()
    await root.getByRole('alertdialog').getByRole('button', { name: 'Desativar' }).click()
    await root.getByRole('button', { name: `Ativar ${NAME}`, exact: true }).waitFor(SOON)
    await owner.getByText('Esta empresa está desativada').first().waitFor(SOON)
    await owner.waitForURL(/\/login/)
    await root.getByRole('button', { name: `Ativar ${NAME}`, exact: true }).click()
    await root.getByRole('button', { name: `Desativar ${NAME}`, exact: true }).waitFor(SOON)
    owner = await enter(browser, company, OWNER)
    await owner.getByRole('button', { name: 'Vendas', exact: true }).waitFor(SOON)
  })

  it('shows the state of the machine to the super user alone', async () => {
    await owner.goto('/server')
    await owner.getByText('Esta empresa não possui permissão para acessar essa página!').waitFor(SOON)
    await root.goto('/server')
    await root.getByText('Espaço em disco').waitFor(SOON)
    await root.getByRole('cell', { name: 'Mensagens recebidas' }).waitFor(SOON)
    await faultless(root, 'server')
    await root.goto('/companys')
    await root.getByText(NAME).waitFor(SOON)
  })

  it('helps out in it as its admin, under a banner, and is oneself again afterwards', async () => {
    await root.getByRole('button', { name: `Entrar em ${NAME} para suporte` }).click()
    await root.getByText(`Suporte em ${NAME}`).waitFor(SOON)
    await faultless(root, 'support')
    await root.getByRole('button', { name: 'Sair do suporte' }).click()
    await root.getByText(`Suporte em ${NAME}`).waitFor({ ...SOON, state: 'detached' })
    await root.goto('/companys')
    await root.getByText(NAME).waitFor(SOON)
  })

  it('is deleted by its name while its people look: it leaves the list, and lets nobody in', async () => {
    await root.getByRole('button', { name: `Excluir ${NAME}` }).click()
    await faultless(root, 'company-remove')
    const dialog = root.getByRole('dialog')
    await dialog.getByRole('textbox').fill(NAME)
    await dialog.getByRole('button', { name: 'Excluir para sempre' }).click()
    await dialog.waitFor({ ...SOON, state: 'detached' })
    await root.getByRole('button', { name: `Excluir ${NAME}` }).waitFor({ ...SOON, state: 'detached' })
    await owner.waitForURL(/\/login/, SOON)
    await expect
      .poll(
        () =>
          signedIn(OWNER).then(
            () => 'in',
            ({ message }) => message,
          ),
        SOON,
      )
      .toMatch(/answered 401/)
    expect(alarms).toEqual([])
  })
})
