/**
 * Returns the sections of a changelog above that of a version: everything when it has none for it.
 * @param changelog text whose sections begin with `## <version>`, newest first
 * @param version version of the data, perhaps followed by more words
 */
export function changesSince(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m).slice(1)
  const [number = ''] = version.split(' ')
  const known = sections.findIndex(section => new RegExp(`^## ${number.replaceAll('.', '\\.')}(?!\\S)`).test(section))
  return sections
    .slice(0, known < 0 ? undefined : known)
    .join('')
    .trim()
}
