import { expect, it } from 'vitest'
import { MetaStore } from './meta.ts'

/** Row of a table that may be unavailable. */
function row(value?: object) {
  const written: object[] = []
  const stored: Buffer | undefined = value && Buffer.from(JSON.stringify(value))
  const state = { value: stored, away: false, reads: 0, written }
  const items = {
    async get() {
      state.reads++
      if (state.away) throw new Error('away')
      return state.value
    },
    async put(_name: string, bytes: Buffer) {
      await Promise.resolve()
      if (state.away) throw new Error('away')
      state.value = bytes
      written.push(JSON.parse(bytes.toString()))
    },
  }
  return { state, meta: new MetaStore(items) }
}

it('is read once, and is nobody’s wish when there is none', async () => {
  const { meta, state } = row()
  expect(await meta.read()).toEqual({ wanted: false })
  await meta.read()
  expect(state.reads).toBe(1)
})

it('only a change is written', async () => {
  const { meta, state } = row({ wanted: true })
  await meta.keep({ wanted: true })
  expect(state.written).toEqual([])
  await meta.keep({ downSince: 5 })
  await meta.keep({ downSince: undefined })
  expect(state.written).toEqual([{ wanted: true, downSince: 5 }, { wanted: true }])
})

it('changes are written one after the other, so the last one stays', async () => {
  const { meta, state } = row()
  await Promise.all([meta.keep({ downSince: 5 }), meta.keep({ wanted: true }), meta.keep({ downSince: undefined })])
  expect(state.written.at(-1)).toEqual({ wanted: true })
  expect(state.written).toHaveLength(3)
})

it('what could not be stored is known, and stored with the next change, even if that says the same', async () => {
  const { meta, state } = row({ wanted: true })
  await meta.read()
  state.away = true
  await expect(meta.keep({ wanted: false, downSince: 7 })).rejects.toThrow('away')
  expect(await meta.read()).toEqual({ wanted: false, downSince: 7 })
  state.away = false
  await meta.keep({ wanted: false })
  expect(state.written).toEqual([{ wanted: false, downSince: 7 }])
})

it('one that cannot be read is read again', async () => {
  const { meta, state } = row({ wanted: true })
  state.away = true
  await expect(meta.read()).rejects.toThrow('away')
  state.away = false
  expect(await meta.read()).toEqual({ wanted: true })
})

it('is removed behind the changes under way, and read anew', async () => {
  const { meta, state } = row({ wanted: true })
  const keeping = meta.keep({ downSince: 5 })
  await meta.forget(async () => {
    state.value = undefined
  })
  await keeping
  expect(state.value).toBeUndefined()
  expect(await meta.read()).toEqual({ wanted: false })
  await meta.keep({ wanted: false })
  expect(state.value).toBeUndefined()
})
