import { describe, expect, it } from 'vitest'
import { FITTED, MAX_SCALE, within, zoomed } from './zoom.ts'

const frame = { width: 1000, height: 600 }
const picture = { width: 900, height: 600 }

/** Returns the position in the frame of a point of the fitted picture, relative to its middle. */
const stands = (view: typeof FITTED, at: { x: number; y: number }) => ({
  x: view.x + at.x * view.scale,
  y: view.y + at.y * view.scale,
})

describe('zoom', () => {
  it('keeps what is under the point there, in and out', () => {
    const point = { x: 200, y: -100 }
    const once = zoomed(FITTED, 2, point)
    expect(once.scale).toBe(2)
    expect(stands(once, point)).toEqual(point)
    const twice = zoomed(once, 1.5, { x: -30, y: 40 })
    const under = { x: (-30 - once.x) / 2, y: (40 - once.y) / 2 }
    expect(stands(twice, under)).toEqual({ x: expect.closeTo(-30), y: expect.closeTo(40) })
    expect(zoomed(once, 0.5, point)).toEqual({ scale: 1, x: expect.closeTo(0), y: expect.closeTo(0) })
  })

  it('ends at the fitted size and at the largest', () => {
    expect(zoomed(FITTED, 0.1, { x: 10, y: 10 }).scale).toBe(1)
    expect(zoomed(FITTED, 100, { x: 0, y: 0 }).scale).toBe(MAX_SCALE)
  })

  it('moves a picture as far as its edges and no further', () => {
    expect(within({ scale: 2, x: 5000, y: -5000 }, picture, frame)).toEqual({ scale: 2, x: 400, y: -300 })
    expect(within({ scale: 2, x: 100, y: -50 }, picture, frame)).toEqual({ scale: 2, x: 100, y: -50 })
  })

  it('leaves a picture in the middle where it is no larger than the frame', () => {
    expect(within({ scale: 1, x: 50, y: 50 }, picture, frame)).toEqual(FITTED)
    expect(within({ scale: 1.05, x: 50, y: 50 }, { width: 400, height: 600 }, frame)).toEqual({
      scale: 1.05,
      x: 0,
      y: expect.closeTo(15),
    })
  })
})
