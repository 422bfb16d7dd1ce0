import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, type TestCompany } from '../../../../test/harness.ts'
import { makeField } from '../../../../test/make-field.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { shownFields } from '../../../data/fields/field-values.ts'
import { handler } from '../handler.ts'

let gate: Gate
let company: TestCompany
let plan: CustomField
let since: CustomField
let value: CustomField
beforeAll(async () => {
  gate = await openGate()
  company = await makeCompany()
  const { admin } = company
  const choices = ['Ouro', 'Prata']
  plan = await makeField(admin, { name: 'Nome do plano', on: 'contact', type: 'choice', choices })
  since = await makeField(admin, { name: 'Cliente desde', on: 'contact', type: 'date' })
  value = await makeField(admin, { name: 'Ticket médio', on: 'contact', type: 'number' })
})
afterAll(() => gate.close())

async function jobOf(begun: Promise<{ body: { jobId: string } }>): Promise<Job> {
  const { jobId } = (await begun).body
  const waiting: JobMessage[] = gate.sent()
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    expect(await handler(batchOf([JSON.stringify(next)]))).toEqual({ batchItemFailures: [] })
    waiting.push(...gate.sent())
  }
  return (await call(jobs.get, { as: company.admin, params: { id: jobId } })).body
}

const upload = (text: string) =>
  jobOf(
    call(contacts.upload, {
      as: company.admin,
      body: {},
      files: [{ fileName: 'gente.csv', mimetype: 'text/csv', bytes: Buffer.from(text) }],
    }),
  )
const valuesOf = async (number: string) =>
  shownFields(company.id, (await findContactByNumber(company.id, number))?.fields)

it('columns with the name of a field fill it, a wrong value is told, and the export has them again', async () => {
  const job = await upload(
    `Celular;Nome do plano;Cliente desde;TICKET MEDIO;Nome
11988880001;ouro;31/12/2025;1.234,50;Ana
11988880002;Bronze;;;Bia
11988880003;;;;Caio
`,
  )
  expect(job.result?.counts).toMatchObject({ rows: 3, added: 2, invalid: 1 })
  expect(job.result?.problems).toEqual([{ row: 3, code: 'badField', of: null, field: 'Nome do plano' }])
  expect(await (await fetch(job.result!.file!.url!)).text()).toContain('O valor não serve para o campo Nome do plano.')
  expect(await valuesOf('5511988880001')).toEqual({ [plan.id]: 'Ouro', [since.id]: '2025-12-31', [value.id]: 1234.5 })

  const again = await upload('numero;nome do plano;ticket médio\n11988880001;Prata;\n11988880003;;\n')
  expect(again.result?.counts).toMatchObject({ updated: 1, unchanged: 1 })
  expect(await valuesOf('5511988880001')).toMatchObject({ [plan.id]: 'Prata', [value.id]: 1234.5 })

  const file = await jobOf(call(contacts.export, { as: company.admin, body: {} }))
  expect(await (await fetch(file.result!.file!.url!)).text()).toBe(
    'name;number;email;Cliente desde;Nome do plano;Ticket médio\r\n' +
      'Ana;5511988880001;;2025-12-31;Prata;1234,5\r\n' +
      'Caio;5511988880003;;;;\r\n',
  )
})
