import { type CheckedFile, checkCertificate, type IssuedRecord } from './certificate-checks.ts'
import { certificateInPdf, isPdf } from './pdf-attachment.ts'

const FILE_BYTES_MAX = 20 * 1024 * 1024
const TEXT_CHARACTERS_MAX = 300
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu

/** The file may come from a forger, so its characters that deceive are visible. */
const visible = (value: unknown): string =>
  String(value ?? '')
    .slice(0, TEXT_CHARACTERS_MAX)
    .replace(
      DECEIVING,
      (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}]`,
    )

function element(name: string, text: string, className = ''): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  if (className !== '') made.className = className
  return made
}

async function textOf(file: File): Promise<string | null> {
  if (file.size > FILE_BYTES_MAX) return null
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isPdf(bytes) ? certificateInPdf(bytes) : new TextDecoder().decode(bytes)
}

async function json(address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

async function check(file: File, id: string): Promise<CheckedFile> {
  const text = await textOf(file)
  const [{ keys }, { data }] = (await Promise.all([
    json('/.well-known/attribution-keys.json'),
    json(`/certificates/${encodeURIComponent(id)}`),
  ])) as [{ keys: { kid: string; x: string }[] }, { data: IssuedRecord }]
  return checkCertificate(text ?? '', keys, data)
}

function answerOf(certificate: Record<string, unknown>): HTMLElement {
  const result = certificate.result as Record<string, unknown> | undefined
  const list = document.createElement('dl')
  list.className = 'facts'
  const confidence = Number(result?.confidence)
  const rows = [
    ['Domain', certificate.domain_unicode ?? certificate.domain],
    ['Operator', result?.entity ?? 'Nobody is named'],
    ['Confidence', Number.isFinite(confidence) ? `${Math.round(confidence * 100)}%` : ''],
    ['Analyzed', result?.collected_at],
    ['Summary', result?.summary],
  ] as const
  for (const [name, value] of rows) {
    if (visible(value) === '') continue
    const group = document.createElement('div')
    const shown = document.createElement('bdi')
    shown.className = 'outside'
    shown.textContent = visible(value)
    const definition = document.createElement('dd')
    definition.append(shown)
    group.append(element('dt', name), definition)
    list.append(group)
  }
  return list
}

function titleOf({ isValid, checks }: CheckedFile): string {
  if (isValid) return 'Valid'
  return checks.some(({ isGood }) => isGood === false) ? 'Not valid' : 'Not checked completely'
}

function show(target: HTMLElement, name: string, checked: CheckedFile): void {
  const { isValid, checks, certificate } = checked
  const list = document.createElement('ul')
  list.className = 'checks'
  for (const { name: title, isGood, detail } of checks) {
    const item = document.createElement('li')
    if (isGood !== true) item.className = 'fault'
    item.append(element('strong', title), element('p', detail))
    list.append(item)
  }
  const file = element('p', 'File: ', 'quiet')
  file.append(element('bdi', visible(name), 'outside'))
  target.className = `card result ${isValid ? 'valid' : 'invalid'}`
  target.replaceChildren(element('h2', titleOf(checked)), file, list)
  if (certificate !== null && isValid)
    target.append(element('h3', 'The certificate says'), answerOf(certificate))
  target.hidden = false
}

function start(): void {
  const drop = document.querySelector<HTMLElement>('[data-certificate]')
  const input = drop?.querySelector('input')
  const target = document.querySelector<HTMLElement>('#result')
  const id = drop?.dataset.certificate
  if (drop == null || input == null || target === null || id === undefined) return
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      show(target, file.name, await check(file, id))
    } catch {
      target.className = 'card result invalid'
      target.replaceChildren(
        element('h2', 'Not checked'),
        element('p', 'The published keys could not be read. Try again in a minute.'),
      )
      target.hidden = false
    }
    input.value = ''
  }
  input.addEventListener('change', () => void read(input.files?.[0]))
  drop.addEventListener('dragover', (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
  drop.addEventListener('dragleave', () => drop.classList.remove('over'))
  drop.addEventListener('drop', (event) => {
    event.preventDefault()
    drop.classList.remove('over')
    void read(event.dataTransfer?.files[0])
  })
}

start()
