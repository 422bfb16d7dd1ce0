import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { guidePicture } from '#/features/content/guides/guide-pictures.ts'
import { guides } from '#/features/content/guides/guides.ts'
import { CUTS, MAX_BYTES } from './guide-pictures/cuts.ts'

const folder = fileURLToPath(new URL('../docs/user/pictures/', import.meta.url))

it('the pictures of guides say what they show, and are small', () => {
  const shown = guides.flatMap(({ name, blocks }) =>
    blocks.flatMap(block => (block.kind === 'picture' ? [{ name, ...block, ...guidePicture(block.file) }] : [])),
  )
  expect(shown.length).toBeGreaterThanOrEqual(8)
  expect(shown.filter(({ alt, src, width, height }) => alt.length < 20 || !src || !width || !height)).toEqual([])
  expect(readdirSync(folder).sort()).toEqual(shown.map(({ file }) => file).sort())
  expect(readdirSync(folder).filter(file => statSync(folder + file).size > MAX_BYTES)).toEqual([])
  expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(CUTS).sort())
})
