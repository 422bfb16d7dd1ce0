/**
 * Position of a picture in its frame: its scale relative to the fitted size, and the offset of its
 * middle from the frame's, px.
 */
export interface View {
  scale: number
  x: number
  y: number
}

export interface Size {
  width: number
  height: number
}

export const FITTED: View = { scale: 1, x: 0, y: 0 }
export const MAX_SCALE = 6

/**
 * Keeps the picture in the frame: a larger picture can be moved to each of its edges, any other
 * stays centred.
 */
export function within({ scale, x, y }: View, picture: Size, frame: Size): View {
  const room = (size: number, space: number) => Math.max(0, (size * scale - space) / 2)
  const clamp = (value: number, most: number) => Math.min(most, Math.max(-most, value)) || 0
  return {
    scale,
    x: clamp(x, room(picture.width, frame.width)),
    y: clamp(y, room(picture.height, frame.height)),
  }
}

/**
 * Zooms around a point, given from the frame's middle: the picture's point under it stays there.
 */
export function zoomed(view: View, factor: number, point: { x: number; y: number }): View {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor))
  const grown = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown }
}
