import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadPriority } from './read-priority.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Work that ends when it is told to; `began` tells in which order. */
function desk() {
  const priority = createReadPriority()
  const began: string[] = []
  const ends = new Map<string, PromiseWithResolvers<string>>()
  const start = (kind: 'list' | 'search', name: string) =>
    priority[kind](() => {
      began.push(name)
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    })
  return {
    began,
    list: (name: string) => start('list', name),
    search: (name: string) => start('search', name),
    end: (name: string) => ends.get(name)!.resolve(name),
    fail: (name: string) => ends.get(name)!.reject(new Error(name)),
  }
}

/** Advances the clock by so many milliseconds and runs what is due until then. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('slots of lists and searches', () => {
  it('lets searches run side by side when no list is read', async () => {
    const { began, search, end } = desk()
    const all = ['a', 'b', 'c'].map(search)
    await pass(0)
    expect(began).toEqual(['a', 'b', 'c'])
    for (const name of ['a', 'b', 'c']) end(name)
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c'])
  })

  it('never lets a list wait', async () => {
    const { began, list, search } = desk()
    void search('a')
    void search('b')
    void list('x')
    void list('y')
    await pass(0)
    expect(began.toSorted()).toEqual(['a', 'b', 'x', 'y'])
  })

  it('has one search at once while lists are read, in the order of asking, with a rest after each', async () => {
    const { began, list, search, end } = desk()
    void list('x')
    for (const name of ['a', 'b', 'c']) void search(name)
    await pass(20)
    expect(began).toEqual(['x', 'a'])
    end('a')
    await pass(19)
    expect(began).toEqual(['x', 'a'])
    await pass(1)
    expect(began).toEqual(['x', 'a', 'b'])
    end('b')
    await pass(0)
    expect(began).toEqual(['x', 'a', 'b', 'c'])
  })

  it('goes on so between one list and the next, and ends when none has come for a while', async () => {
    const { began, list, search, end } = desk()
    void list('x')
    await pass(0)
    end('x')
    await pass(20)
    void search('a')
    void search('b')
    await pass(0)
    expect(began).toEqual(['x', 'a'])
    await pass(10)
    void search('c')
    await pass(0)
    expect(began).toEqual(['x', 'a', 'b', 'c'])
  })

  it('rests no longer than a moment after a long search', async () => {
    const { began, list, search, end } = desk()
    void list('x')
    void search('a')
    void search('b')
    await pass(10_000)
    end('a')
    await pass(50)
    expect(began).toEqual(['x', 'a', 'b'])
  })

  it('passes the slot on after an error, which whoever asked gets', async () => {
    const { began, list, search, end, fail } = desk()
    const failedList = expect(list('x')).rejects.toThrow('x')
    void list('y')
    const failed = expect(search('a')).rejects.toThrow('a')
    const next = search('b')
    await pass(10)
    fail('x')
    fail('a')
    await failedList
    await failed
    await pass(50)
    expect(began).toEqual(['x', 'y', 'a', 'b'])
    end('b')
    expect(await next).toBe('b')
    end('y')
    await pass(25)
    void search('c')
    void search('d')
    await pass(0)
    expect(began).toEqual(['x', 'y', 'a', 'b', 'c', 'd'])
  })
})
