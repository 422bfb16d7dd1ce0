import { stripVTControlCharacters } from 'node:util'

/** Maximum lines of a message, and characters of a line. */
const MAX_LINES = 5
const MAX_LENGTH = 160

/** Returns whether a line is one of the stack, for example `    at new Promise (<anonymous>)`. */
const isFrame = (line: string): boolean => /^\s+at \S/.test(line)

/**
 * Returns the first lines of a test's error, and where its file threw it. None of them is empty: a
 * list of tests ends with an empty line.
 * @param error message, with its stack if there is one
 * @param file path of the test file
 */
export function errorLines(error: string, file: string): string[] {
  const lines = stripVTControlCharacters(error)
    .split('\n')
    .filter(line => line.trim() !== '')
  const message = lines.filter(line => !isFrame(line)).slice(0, MAX_LINES)
  const place = lines.filter(isFrame).find(line => line.includes(file))
  const line = place && /:(\d+):\d+\)?$/.exec(place)?.[1]
  return [...message.map(each => each.slice(0, MAX_LENGTH)), ...(line ? [`at line ${line}`] : [])]
}
