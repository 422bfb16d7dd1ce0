import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { WORK_TAG } from '../../constructs/work-tag.ts'
import { loadAssembly } from '../template/load-assembly.ts'
import { createResolver } from '../template/resolver.ts'
import { templateFunctions } from './template-functions.ts'

const dir = mkdtempSync(join(tmpdir(), 'balcao-template-functions-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const fn = (FunctionName: string, more: object = {}) => ({
  Type: 'AWS::Lambda::Function',
  Properties: { FunctionName, Runtime: 'nodejs24.x', Handler: 'index.handler', Code: { S3Key: 'abc.zip' }, ...more },
})

it('are those of the template, with their code', () => {
  mkdirSync(join(dir, 'code'))
  writeFileSync(join(dir, 'code/index.mjs'), '')
  writeFileSync(join(dir, 'one.assets.json'), JSON.stringify({ files: { abc: { source: { path: 'code' } } } }))
  const Tags = [{ Key: WORK_TAG.key, Value: WORK_TAG.background }]
  const Resources = {
    Plain: fn('plain', { Timeout: 29, MemorySize: 512, Environment: { Variables: { SIZE: 3 } } }),
    Limited: fn('limited', { ReservedConcurrentExecutions: 2, Tags: [{ ...Tags[0], Value: 'other' }] }),
    Background: fn('background', { Tags }),
    Python: fn('python', { Runtime: 'python3.13', Tags }),
  }
  writeFileSync(join(dir, 'one.template.json'), JSON.stringify({ Resources }))
  const assembly = loadAssembly(dir)
  const resolver = createResolver(assembly, { queueUrl: n => n, secret: n => n, apiUrl: () => undefined })
  const common = { entry: join(dir, 'code/index.mjs'), handler: 'handler', timeoutMs: 3000, memoryMb: 128 }
  expect(templateFunctions(assembly, resolver, { HERE: 'yes' })).toEqual([
    {
      ...common,
      name: 'plain',
      timeoutMs: 29_000,
      memoryMb: 512,
      env: { SIZE: '3', HERE: 'yes' },
    },
    { ...common, name: 'limited', concurrency: 2, env: { HERE: 'yes' } },
    { ...common, name: 'background', background: true, env: { HERE: 'yes' } },
  ])
})
