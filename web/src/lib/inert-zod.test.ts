import { describe, expect, it } from 'vitest'
import { z } from './inert-zod.ts'

type Chain = { (...given: unknown[]): Chain; [name: string]: Chain }

describe('the stand-in for zod', () => {
  const inert = z as Chain

  it('is called and chained, and nothing is one of its schemas', () => {
    const made = inert.object!({ name: inert.string!().min!(2) })
    expect(`${made}`).toBe('schema')
    const { ZodObject } = z as unknown as { ZodObject: new () => unknown }
    for (const value of [undefined, null, {}, made, 'text']) expect((value as object) instanceof ZodObject).toBe(false)
  })

  it('fails loudly where something is checked with it', () => {
    expect(() => inert.object!({}).safeParse).toThrow('schemas are not in this bundle')
    expect(() => inert.enum!(['a', 'b']).options).toThrow('schemas are not in this bundle')
  })
})
