/**
 * Runs an action that moves the focus after the menu, bar or list it was chosen in has closed, and
 * has given the focus back to where it was.
 */
export function afterFocusReturn(run: () => unknown): void {
  requestAnimationFrame(() => setTimeout(run))
}
