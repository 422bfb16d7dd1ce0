/**
 * Saves a file of the bucket under a name. A browser ignores `download` for another origin and
 * would open the file instead; if it cannot be fetched, that is what happens.
 */
export async function saveFile(url: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.download = name
  try {
    const answer = await fetch(url, { credentials: 'omit' })
    if (!answer.ok) throw new Error(String(answer.status))
    link.href = URL.createObjectURL(await answer.blob())
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  } catch {
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
  }
  link.click()
}
