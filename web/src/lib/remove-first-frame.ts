/**
 * Removes the frame of the first answer in the moment the first screen is shown, so that never both
 * and never neither are painted.
 */
export function removeFirstFrame(): void {
  const root = document.getElementById('root')
  const frame = document.getElementById('frame')
  if (!root || !frame) return
  new MutationObserver((_, observer) => {
    if (root.childElementCount === 0) return
    frame.remove()
    observer.disconnect()
  }).observe(root, { childList: true })
}
