import type { Settings } from './settings.ts'

const SECRET_CHARACTERS_MIN = 8

/** Answers of providers and errors may repeat a secret, so its name replaces it in a text. */
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
 * Texts that must not be printed: the setting, the strings of a JSON value, and the password of an
 * address.
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
