import { expect, it } from 'vitest'
import { cloudMediaProblem, cloudMimetype } from './cloud-media-limits.ts'

const MB = 2 ** 20

it.each([
  ['image', 'image/jpeg', 5 * MB, null],
  ['image', 'image/jpeg', 5 * MB + 1, 'ERR_CLOUD_IMAGE'],
  ['image', 'image/webp', 10, 'ERR_CLOUD_IMAGE'],
  ['image', 'image/gif', 10, 'ERR_CLOUD_IMAGE'],
  ['audio', 'audio/ogg; codecs=opus', 16 * MB, null],
  ['audio', 'audio/mp3', 10, null],
  ['audio', 'audio/webm', 10, 'ERR_CLOUD_AUDIO'],
  ['audio', 'audio/mpeg', 16 * MB + 1, 'ERR_CLOUD_AUDIO'],
  ['video', 'video/mp4', 16 * MB, null],
  ['video', 'video/quicktime', 10, 'ERR_CLOUD_VIDEO'],
  ['application', 'application/zip', 100 * MB, null],
  ['application', 'application/zip', 100 * MB + 1, 'ERR_CLOUD_DOCUMENT'],
  ['sticker', 'image/webp', 500 * 1024, null],
  ['sticker', 'image/webp', 500 * 1024 + 1, 'ERR_CLOUD_STICKER'],
  ['sticker', 'image/png', 10, 'ERR_CLOUD_STICKER'],
] as const)('judges a file of kind %s and type %s with %d bytes', (kind, mimetype, size, problem) => {
  expect(cloudMediaProblem({ kind, mimetype, size })).toBe(problem)
})

it('knows no type by the name of what every object has', () => {
  for (const mimetype of ['constructor', '__proto__', 'toString'])
    expect([cloudMimetype(mimetype), cloudMediaProblem({ kind: 'image', mimetype })]).toEqual([
      mimetype.toLowerCase(),
      'ERR_CLOUD_IMAGE',
    ])
})

it('judges a file of unknown size by its type alone', () => {
  expect(cloudMediaProblem({ kind: 'image', mimetype: 'image/png' })).toBeNull()
})
