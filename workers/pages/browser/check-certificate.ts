import { type CheckedFile, checkCertificate, type IssuedRecord } from './certificate-checks.ts'
import { certificateInPdf, isPdf } from './pdf-attachment.ts'

const FILE_BYTES_MAX = 20 * 1024 * 1024
const TEXT_CHARACTERS_MAX = 300
const DECEIVING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

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

interface Copy {
  text: string | null
  isPdf: boolean
}

async function readCopy(file: File): Promise<Copy> {
  if (file.size > FILE_BYTES_MAX) return { text: null, isPdf: false }
  const bytes = new Uint8Array(await file.arrayBuffer())
  return isPdf(bytes)
    ? { text: await certificateInPdf(bytes), isPdf: true }
    : { text: new TextDecoder().decode(bytes), isPdf: false }
}

async function json(address: string): Promise<unknown> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return response.json()
}

async function check({ text }: Copy, id: string): Promise<CheckedFile> {
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
    ['Operator', result?.entity ?? 'Nobody could be named'],
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

function titleOf({ isValid, checks }: CheckedFile, isOfPdf: boolean): string {
  if (isValid) return isOfPdf ? 'The certificate in the PDF is valid' : 'Valid'
  return checks.some(({ isGood }) => isGood === false) ? 'Not valid' : 'Not checked completely'
}

/** A forger can draw any page around a valid attachment, so a PDF counts only by what it holds. */
const PAGES_UNCHECKED =
  'The pages of the PDF are not signed and were not checked. Only the text below counts.'

function show(target: HTMLElement, name: string, checked: CheckedFile, isOfPdf: boolean): void {
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
  target.replaceChildren(element('h2', titleOf(checked, isOfPdf)), file, list)
  if (certificate !== null && isValid) {
    if (isOfPdf) target.append(element('p', PAGES_UNCHECKED))
    target.append(element('h3', 'The certificate says'), answerOf(certificate))
  }
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
      const copy = await readCopy(file)
      show(target, file.name, await check(copy, id), copy.isPdf)
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
