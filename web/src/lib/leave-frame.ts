/** Takes the first answer's frame away in the very moment when the first screen stands, so that neither both nor none is ever painted. */
export function leaveFrame(): void {
  const root = document.getElementById('root')
  const frame = document.getElementById('frame')
  if (!root || !frame) return
  new MutationObserver((_, observer) => {
    if (root.childElementCount === 0) return
    frame.remove()
    observer.disconnect()
  }).observe(root, { childList: true })
}
