import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { withoutSchemas } from './without-schemas.ts'

const shortened = (code: string) => withoutSchemas(code, parseSync('module.ts', code).program)

describe('a module without its schemas', () => {
  it('has z for each, and for those made of others', () => {
    expect(
      shortened(`
        const Name = z.string('Obrigatório').trim().min(2, 'Too Short!')
        export const Row = z.object({ name: Name, get children() { return z.array(Row) } }) as z.ZodType
        export const Change = Row.extend({ name: Name.optional() }).partial()
      `),
    ).toBe(`
        const Name = z
        export const Row = z as z.ZodType
        export const Change = z
      `)
  })

  it('keeps what else there is, in its place and order', () => {
    expect(
      shortened(`
        export const KINDS = ['a', 'ã'] as const
        export const list = (path: \`/\${string}\`) =>
          route({ path, query: z.object({ kind: z.enum(KINDS) }), response: z.array(Row), rows: KINDS.length })
        const marked = (Row: { name: string }, name = Row.name) => name
      `),
    ).toBe(`
        export const KINDS = ['a', 'ã'] as const
        export const list = (path: \`/\${string}\`) =>
          route({ path, query: z, response: z, rows: KINDS.length })
        const marked = (Row: { name: string }, name = Row.name) => name
      `)
  })

  it('keeps a check, which fails where there are no schemas', () => {
    const code = `const Row = z; export const read = (text: string) => Row.parse(JSON.parse(text))`
    expect(shortened(code)).toBe(code)
  })
})
