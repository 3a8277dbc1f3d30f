import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const PLACES = [process.env.FIREFOX_PATH ?? '', '/usr/bin/firefox-esr', '/usr/bin/firefox']
const START_LIMIT_MS = 60_000
const POLL_MS = 100

/** Path of Firefox, or null if this machine has none. */
export const firefoxPath = PLACES.find((place) => place !== '' && existsSync(place)) ?? null

if (firefoxPath === null)
  console.log('Skipped the tests in Firefox: install firefox-esr, or set FIREFOX_PATH.')

/** Port 0 lets Firefox choose one, which it writes into its profile. */
const PREFERENCES = `user_pref("marionette.port", 0);
user_pref("ui.prefersReducedMotion", 1);
user_pref("intl.locale.requested", "en-US");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("dom.disable_open_during_load", false);
user_pref("browser.shell.checkDefaultBrowser", false);
`

/**
 * A Firefox that is driven by Marionette, its protocol for WebDriver commands. Each message is JSON
 * after its length in bytes and a colon.
 */
export class Firefox {
  private readonly waiting = new Map<number, (answer: [unknown, unknown]) => void>()
  private received = Buffer.alloc(0)
  private lastId = 0

  private constructor(
    private readonly process: ChildProcess,
    private readonly socket: Socket,
    private readonly profile: string,
  ) {
    socket.on('data', (bytes) => {
      this.received = Buffer.concat([this.received, bytes])
      this.read()
    })
  }

  static async start(): Promise<Firefox> {
    if (firefoxPath === null) throw new Error('there is no Firefox on this machine')
    const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'))
    await writeFile(path.join(profile, 'user.js'), PREFERENCES)
    const process = spawn(
      firefoxPath,
      ['--marionette', '--headless', '--no-remote', '--profile', profile],
      { stdio: 'ignore' },
    )
    const port = await portOf(profile)
    const firefox = new Firefox(process, connect(port, '127.0.0.1'), profile)
    await firefox.send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
    return firefox
  }

  async open(address: string): Promise<void> {
    await this.send('WebDriver:Navigate', { url: address })
  }

  /** Runs the body of a function in the page, with `arguments`. */
  async run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    const { value } = (await this.send('WebDriver:ExecuteScript', { script, args })) as {
      value: Result
    }
    return value
  }

  /** Waits for an element of this CSS selector that contains the text, and returns its id. */
  async find(selector: string, text = '', limitMs = 20_000): Promise<Record<string, string>> {
    const script = `return [...document.querySelectorAll(arguments[0])].find((each) =>
      each.checkVisibility() && each.textContent.includes(arguments[1])) ?? null`
    for (const end = Date.now() + limitMs; ; await delay(POLL_MS)) {
      const element = await this.run<Record<string, string> | null>(script, selector, text).catch(
        () => null,
      )
      if (element !== null) return element
      if (Date.now() > end) throw new Error(`Firefox shows no ${selector} with "${text}"`)
    }
  }

  async click(selector: string, text = ''): Promise<void> {
    const element = await this.find(selector, text)
    await this.send('WebDriver:ElementClick', { id: Object.values(element)[0] })
  }

  async type(selector: string, text: string): Promise<void> {
    const element = await this.find(selector)
    await this.send('WebDriver:ElementSendKeys', { id: Object.values(element)[0], text })
  }

  /** Presses one key while Control is held. */
  async pressWithControl(key: string): Promise<void> {
    const control = '\uE009'
    const actions = [
      { type: 'keyDown', value: control },
      { type: 'keyDown', value: key },
      { type: 'keyUp', value: key },
      { type: 'keyUp', value: control },
    ]
    await this.send('WebDriver:PerformActions', {
      actions: [{ type: 'key', id: 'keyboard', actions }],
    })
  }

  /** A popup can be as narrow as a phone, and a window of Firefox cannot. */
  async openPopup(address: string, width: number): Promise<void> {
    const before = (await this.send('WebDriver:GetWindowHandles', {})) as string[]
    await this.run(`open(arguments[0], 'popup', 'width=${width},height=800')`, address)
    const after = (await this.send('WebDriver:GetWindowHandles', {})) as string[]
    const handle = after.find((each) => !before.includes(each))
    if (handle === undefined) throw new Error('Firefox opened no popup')
    await this.send('WebDriver:SwitchToWindow', { handle, focus: true })
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.once('exit', resolve))
    this.socket.destroy()
    this.process.kill('SIGTERM')
    await ended
    await rm(this.profile, { recursive: true, force: true, maxRetries: 3 })
  }

  private async send(command: string, parameters: unknown): Promise<unknown> {
    this.lastId += 1
    const id = this.lastId
    const answer = new Promise<[unknown, unknown]>((resolve) => this.waiting.set(id, resolve))
    const message = JSON.stringify([0, id, command, parameters])
    this.socket.write(`${Buffer.byteLength(message)}:${message}`)
    const [error, result] = await answer
    if (error !== null) throw new Error(`${command}: ${JSON.stringify(error).slice(0, 500)}`)
    return result
  }

  private read(): void {
    for (;;) {
      const colon = this.received.indexOf(':')
      const length = Number(this.received.subarray(0, Math.max(0, colon)).toString())
      if (colon < 0 || this.received.length < colon + 1 + length) return
      const text = this.received.subarray(colon + 1, colon + 1 + length).toString()
      this.received = this.received.subarray(colon + 1 + length)
      const message: unknown = JSON.parse(text)
      // The first message describes the protocol and is no answer.
      if (!Array.isArray(message)) continue
      const [, id, error, result] = message
      this.waiting.get(id)?.([error, result])
      this.waiting.delete(id)
    }
  }
}

async function portOf(profile: string): Promise<number> {
  const file = path.join(profile, 'MarionetteActivePort')
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end; await delay(POLL_MS)) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.trim() !== '') return Number(text)
  }
  throw new Error('Firefox did not start in time')
}
