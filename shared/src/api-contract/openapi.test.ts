import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../api/index.ts'
import { routesOf, spellings } from './match.ts'
import { openApi } from './openapi.ts'

type Operation = { operationId: string; parameters: { name: string; in: string }[]; responses: Record<string, unknown> }

describe('openApi', () => {
  const document = JSON.parse(JSON.stringify(openApi(AREAS, '4.8.5'))) as {
    openapi: string
    paths: Record<string, Record<string, Operation>>
  }
  const operations = Object.values(document.paths).flatMap(methods => Object.values(methods))

  it('describes every spelling of every route once', () => {
    const wanted = AREAS.flatMap(area => routesOf(area).flatMap(({ route }) => spellings(route)))
    expect(operations).toHaveLength(wanted.length)
    for (const { method, path } of wanted) expect(document.paths[path]?.[method.toLowerCase()], path).toBeDefined()
    expect(new Set(operations.map(operation => operation.operationId)).size).toBe(operations.length)
  })

  it('is what the schema of OpenAPI 3.1 allows, and every reference of it leads somewhere', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true })
    expect(JSON.stringify(document)).toContain('"$ref":"#/components/schemas/')
    const wrong = structuredClone(document) as { paths: Record<string, Record<string, object>> }
    wrong.paths['/version']!.get = { responses: 'none' }
    expect((await new Validator().validate(wrong)).valid).toBe(false)
  })

  it('declares each path variable', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const operation of Object.values(methods)) {
        const declared = operation.parameters
          .filter(parameter => parameter.in === 'path')
          .map(parameter => parameter.name)
        // An alias may name its variables like the route it replaces.
        for (const [, name] of path.matchAll(/\{(\w+)\}/g)) expect(declared, path).toContain(name)
      }
    }
  })

  it('states how far page numbers reach, and where lists continue', () => {
    type Parameter = Operation['parameters'][number] & { description?: string }
    const numbers = operations.flatMap(({ parameters }) =>
      (parameters as Parameter[]).filter(({ name }) => name === 'pageNumber'),
    )
    expect(numbers.length).toBeGreaterThan(3)
    for (const { description } of numbers) expect(description).toMatch(/pageNumber × limit is at most 2000.*cursor/)
    const paged = operations.filter(({ parameters }) => parameters.some(({ name }) => name === 'cursor'))
    for (const { responses } of paged) expect(JSON.stringify(responses['400'])).toContain('ERR_INVALID_CURSOR')
    expect(document.paths['/queue']!.get!.responses['200']).toHaveProperty('headers.Link')
  })

  it('states the meaning of a repeated key, and the refusal of another content', () => {
    const { post } = document.paths['/messages/send']!
    expect(post!.parameters).toMatchObject([
      { name: 'Idempotency-Key', in: 'header', description: expect.stringContaining('409') },
    ])
    expect(JSON.stringify(post!.responses['409'])).toContain('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it('answers validation errors as 400, with the problem of each field', () => {
    for (const operation of operations) {
      expect(operation.responses).toHaveProperty('400')
      expect(JSON.stringify(operation.responses['400'])).toContain('#/components/schemas/FieldProblem')
    }
    const { FieldProblem } = (document as unknown as { components: { schemas: Record<string, object> } }).components
      .schemas
    expect(FieldProblem).toMatchObject({ required: ['path', 'code', 'message'] })
    expect(JSON.stringify(FieldProblem)).toContain('too_short')
  })
})
