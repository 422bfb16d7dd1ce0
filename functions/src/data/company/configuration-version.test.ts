import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { metered } from '../table/meter.ts'
import {
  bumpConfigurationVersion,
  configurationVersion,
  readWithVersion,
  withConfigurationVersion,
} from './configuration-version.ts'

/** Runs work as another process would, outside of the version under which a test works. */
const elsewhere = AsyncLocalStorage.snapshot()

it('is read in the request of an item, and counts for the rest of the work', async () => {
  const { id: companyId } = await makeCompany()
  const key = { pk: `${companyId}#company`, sk: 'company' }
  const before = await configurationVersion(companyId)
  const { units } = await metered(() =>
    withConfigurationVersion(async () => {
      expect(await readWithVersion(companyId, key)).toMatchObject({ ...key, companyId })
      await elsewhere(() => bumpConfigurationVersion(companyId))
      expect(await configurationVersion(companyId)).toBe(before)
      // The version is known by now, so the item is read alone.
      expect(await readWithVersion(companyId, { ...key, sk: 'nothing' })).toBeUndefined()
    }),
  )
  expect(units).toMatchObject({ calls: 2 })
  await withConfigurationVersion(async () => {
    expect(await readWithVersion(companyId, { ...key, sk: 'nothing' })).toBeUndefined()
    expect(await configurationVersion(companyId)).toBe(before + 1)
  })
  expect(await readWithVersion(companyId, key)).toMatchObject(key)
})

it('is read again by the work that changed it, and inside of other work is that of the whole', async () => {
  const { id: companyId } = await makeCompany()
  await withConfigurationVersion(async () => {
    const before = await configurationVersion(companyId)
    await withConfigurationVersion(() => bumpConfigurationVersion(companyId))
    expect(await configurationVersion(companyId)).toBe(before + 1)
  })
})

it('is 0 where the configuration was never changed', async () => {
  const key = { pk: 'nobody#company', sk: 'company' }
  await withConfigurationVersion(async () => {
    expect(await readWithVersion('nobody', key)).toBeUndefined()
    expect(await configurationVersion('nobody')).toBe(0)
  })
})
