/** Loads the store of files that wait to be sent, which few conversations need. */
export const unsentFiles = () => import('./unsent-files.ts')

/**
 * Removes the file of a message that was sent or discarded; a file that remains is swept with the
 * others.
 */
export function dropUnsentFile(clientId: string): void {
  void unsentFiles()
    .then(({ dropFile }) => dropFile(clientId))
    .catch(() => undefined)
}
