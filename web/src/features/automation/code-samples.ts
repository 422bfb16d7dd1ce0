/** Languages of the code samples of the public API. */
export const LANGUAGES = ['curl', 'javascript', 'python', 'php'] as const
export type CodeLanguage = (typeof LANGUAGES)[number]

export type SampleCall = {
  method: string
  /** Whole URL, with its query. */
  url: string
  /** JSON of the body, where it has one. */
  body?: object
}

/**
 * Returns the code of a call, ready to be pasted except for the token, for which `token` is the
 * placeholder.
 */
export function sampleOf(language: CodeLanguage, { method, url, body }: SampleCall, token: string): string {
  const json = body && JSON.stringify(body, null, 2)
  switch (language) {
    case 'curl':
      return [
        `curl -X ${method} '${url}' \\`,
        `  -H 'Authorization: Bearer ${token}'${json ? ' \\' : ''}`,
        ...(json ? [`  -H 'Content-Type: application/json' \\`, `  -d '${JSON.stringify(body)}'`] : []),
      ].join('\n')
    case 'javascript':
      return [
        `const response = await fetch('${url}', {`,
        `  method: '${method}',`,
        `  headers: {`,
        `    Authorization: 'Bearer ${token}',`,
        ...(json ? [`    'Content-Type': 'application/json',`] : []),
        `  },`,
        ...(json ? [`  body: JSON.stringify(${indented(json)}),`] : []),
        `})`,
        `console.log(response.status, await response.json())`,
      ].join('\n')
    case 'python':
      return [
        `import requests`,
        ``,
        `response = requests.request(`,
        `    '${method}',`,
        `    '${url}',`,
        `    headers={'Authorization': 'Bearer ${token}'},`,
        ...(json ? [`    json=${indented(pythonOf(json), 4)},`] : []),
        `    timeout=30,`,
        `)`,
        `print(response.status_code, response.json())`,
      ].join('\n')
    case 'php':
      return [
        `<?php`,
        `$call = curl_init('${url}');`,
        `curl_setopt_array($call, [`,
        `    CURLOPT_RETURNTRANSFER => true,`,
        `    CURLOPT_CUSTOMREQUEST => '${method}',`,
        `    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}'${json ? `, 'Content-Type: application/json'` : ''}],`,
        ...(json ? [`    CURLOPT_POSTFIELDS => '${JSON.stringify(body)}',`] : []),
        `]);`,
        `echo curl_exec($call);`,
      ].join('\n')
  }
}

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** Returns JSON, one field a line, with Python's own words. */
const pythonOf = (json: string): string =>
  json.replace(/(: |^ *)(true|false|null)(,?)$/gm, (_, before, word, after) => `${before}${PYTHON[word]}${after}`)

const indented = (json: string, spaces = 2): string => json.replaceAll('\n', `\n${' '.repeat(spaces)}`)

/** Returns the same call with a file, as a form; in curl alone, which everybody reads. */
export const fileSampleOf = ({ method, url, body = {} }: SampleCall, field: string, token: string): string =>
  [
    `curl -X ${method} '${url}' \\`,
    `  -H 'Authorization: Bearer ${token}' \\`,
    ...Object.entries(body).map(([name, value]) => `  -F '${name}=${value}' \\`),
    `  -F '${field}=@foto.png'`,
  ].join('\n')
