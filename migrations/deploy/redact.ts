import type { Settings } from './settings.ts'

const SECRET_CHARACTERS_MIN = 8

/**
 * Returns a function that replaces each secret in a text by the name of the setting, because
 * answers of providers and errors may repeat a secret.
 */
export function createRedactor(
  settings: Settings,
  secretNames: readonly string[],
): (text: string) => string {
  const secrets = secretNames
    .flatMap((name) => partsOf(settings[name] ?? '').map((value) => ({ name, value })))
    .filter(({ value }) => value.length >= SECRET_CHARACTERS_MIN)
    .sort((a, b) => b.value.length - a.value.length)
  return (text) =>
    secrets.reduce((rest, { name, value }) => rest.replaceAll(value, `[${name}]`), text)
}

/**
 * Returns the texts that must not be printed: the value of the setting, the strings inside a JSON
 * value, and the password in a URL.
 */
function partsOf(value: string): string[] {
  const password = URL.canParse(value) ? new URL(value).password : ''
  const inner = [...value.matchAll(/"([^"]{16,500})"/g)].map(([, text = '']) => text)
  return [value, password, unescaped(password), ...inner]
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
