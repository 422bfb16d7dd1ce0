import { expect, it } from 'vitest'
import { youtubeId } from './youtube-id.ts'

const ID = 'dQw4w9WgXcQ'

it.each([
  ID,
  ` ${ID} `,
  `https://www.youtube.com/watch?v=${ID}`,
  `https://www.youtube.com/watch?list=PL1&v=${ID}&t=10s`,
  `http://m.youtube.com/watch?v=${ID}`,
  `youtube.com/watch?v=${ID}`,
  `https://youtu.be/${ID}?si=abc`,
  `https://www.youtube.com/embed/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
  `https://www.youtube.com/shorts/${ID}`,
  `https://www.youtube.com/live/${ID}`,
])('knows the video in %s', text => expect(youtubeId(text)).toBe(ID))

it.each([
  '',
  'abc',
  'https://vimeo.com/123456789',
  `https://example.com/watch?v=${ID}`,
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@channel',
  'javascript:alert(1)',
  `${ID}${ID}`,
])('finds none in %s', text => expect(youtubeId(text)).toBeNull())
