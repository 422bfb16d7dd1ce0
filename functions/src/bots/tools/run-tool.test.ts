import { AppError } from '@balcao/shared/errors.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { registerCustomer } from './register-customer.ts'
import { runTool } from './run-tool.ts'
import { shownTool } from './shown-tool.ts'
import { defineTool, type ToolContext } from './tool.ts'
import { TOOLS } from './tools.ts'
import { transferToPerson } from './transfer-to-person.ts'

const tool = (run: () => unknown) =>
  defineTool({
    ...{ name: 'probe', switch: null, needs: null, description: '', parameters: z.object({ n: z.number().max(5) }) },
    run: run as never,
  })
const context = { companyId: 'company' } as ToolContext
const answer = async (run: () => unknown, given = '{"n":1}') =>
  (await runTool([tool(run)], { name: 'probe', arguments: given }, context, 30)).answer

it('answers for a tool that is slow, refuses or fails', async () => {
  expect(await answer(() => new Promise(() => {}))).toEqual({ error: 'timeout' })
  const refused = async () => Promise.reject(new AppError('ERR_NO_STORE_FOUND', { data: { secret: 'x' } }))
  expect(await answer(refused)).toEqual({ error: 'ERR_NO_STORE_FOUND', message: expect.any(String) })
  const fails = () => {
    throw new TypeError('Maria, CPF 123')
  }
  expect(await answer(fails)).toEqual({ error: 'failed' })
  expectLogged('a tool of an AI agent failed', 1)
})

it('throws where AWS is away, so that the reply is tried again', async () => {
  const away = Object.assign(new Error('down'), { name: 'InternalServerError', $fault: 'server', $metadata: {} })
  await expect(answer(async () => Promise.reject(away))).rejects.toBe(away)
})

it('asks the model for no more than a tool needs', () => {
  const { required } = shownTool(registerCustomer).parameters
  expect(required).toEqual(['document', 'fullName'])
  expect(shownTool(transferToPerson).parameters).toMatchObject({ properties: { reason: { type: 'string' } } })
  for (const each of TOOLS) expect(() => shownTool(each), each.name).not.toThrow()
})

it('runs nothing with arguments that it does not take', async () => {
  const never = () => expect.fail()
  for (const given of ['', '{', '[]', '"n"', '{"n":"1"}', '{"n":6}', `{"n":1,"x":"${'y'.repeat(5000)}"}`])
    expect(await answer(never, given), given.slice(0, 20)).toMatchObject({ error: 'invalid_arguments' })
})
