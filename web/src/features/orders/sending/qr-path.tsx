import { QRCodeSVG } from 'qrcode.react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/**
 * Returns the dark modules of a QR code as one SVG path, with the number of modules per side; a PDF
 * draws the same code as the page does.
 */
export function qrPath(text: string): { path: string; side: number } {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<QRCodeSVG value={text} level="M" marginSize={0} />))
  const path = place.querySelector('path:last-of-type')?.getAttribute('d') ?? ''
  const side = Number(place.querySelector('svg')?.getAttribute('viewBox')?.split(' ')[2])
  root.unmount()
  return { path, side }
}
