/**
 * Prevents the browser from leaving the page, and losing unsent work, when a file is dropped where
 * nothing takes it.
 */
export function preventFileDrop() {
  const refuse = (event: globalThis.DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
}
